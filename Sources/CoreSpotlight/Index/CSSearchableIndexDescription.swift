// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A description of an index of the program: its protection class.
public final class CSSearchableIndexDescription: NSObject, NSCopying, NSSecureCoding {
  /// The protection class of the index; `nil` if the program has set none.
  public let protectionClass: FileProtectionType?

  /// Describes an index without a protection class.
  public override convenience init() { self.init(protectionClass: nil) }

  package init(protectionClass: FileProtectionType?) { self.protectionClass = protectionClass }

  // MARK: Copying and archiving

  /// Returns the description itself, because it is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Always `true`.
  public static var supportsSecureCoding: Bool { true }

  /// Archives the protection class.
  public func encode(with coder: NSCoder) {
    coder.encodeValues(["protectionClass": protectionClass?.rawValue].compactMapValues(\.self), forKey: "description")
  }

  /// Restores an archived description; `nil` if the archive does not contain a valid one.
  public convenience init?(coder: NSCoder) {
    guard let values = coder.decodeValues([String: String].self, forKey: "description") else { return nil }
    self.init(protectionClass: values["protectionClass"].map { FileProtectionType(rawValue: $0) })
  }

  /// Descriptions are equal if their protection classes are equal.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CSSearchableIndexDescription else { return false }
    return protectionClass == other.protectionClass
  }

  /// Equal descriptions have equal hashes.
  public override var hash: Int { protectionClass.hashValue }

  /// The protection class, for a log.
  public override var description: String { "CSSearchableIndexDescription(protectionClass: \(protectionClass?.rawValue ?? "nil"))" }
}
