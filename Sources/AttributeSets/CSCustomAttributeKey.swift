// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The name of an attribute that a program defines for its own items, and how the attribute is
/// searched.
public final class CSCustomAttributeKey: NSObject, NSCopying, NSSecureCoding {
  /// The name, used bare in queries.
  public let keyName: String
  /// Whether a query that names the key finds the value.
  public let isSearchable: Bool
  /// Whether a search of all attributes includes the value.
  public let isSearchableByDefault: Bool
  /// Whether few items are expected to share a value. This is a hint for storage and has no other
  /// effect.
  public let isUnique: Bool
  /// Whether the value is an array.
  public let isMultiValued: Bool

  /// Creates a searchable key with a single value, which searches of all attributes do not include.
  ///
  /// Returns `nil` for a name that
  /// ``init(keyName:searchable:searchableByDefault:unique:multiValued:)`` rejects.
  public convenience init?(keyName: String) {
    self.init(keyName: keyName, searchable: true, searchableByDefault: false, unique: false, multiValued: false)
  }

  /// Creates a key.
  ///
  /// - Parameter keyName: At least one ASCII letter, digit or underscore. The name must not begin
  ///   with `kMD`, which is reserved. To avoid conflicts with other programs, begin it with a
  ///   reversed domain name: `com_mycompany_myapp_keyname`. For any other name, `nil` is returned.
  public init?(keyName: String, searchable: Bool, searchableByDefault: Bool, unique: Bool, multiValued: Bool) {
    guard Self.isValid(keyName) else { return nil }
    self.keyName = keyName
    isSearchable = searchable
    isSearchableByDefault = searchableByDefault
    isUnique = unique
    isMultiValued = multiValued
  }

  private static func isValid(_ name: String) -> Bool {
    let isAllowed = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "_"):
        true
      default: false
      }
    }
    return isAllowed && !name.isEmpty && !name.hasPrefix("kMD")
  }

  /// Returns the key itself, because it is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Always `true`.
  public static var supportsSecureCoding: Bool { true }

  /// Archives the name and the properties.
  public func encode(with coder: NSCoder) {
    coder.encode(NSString(string: keyName), forKey: "keyName")
    coder.encode(isSearchable, forKey: "searchable")
    coder.encode(isSearchableByDefault, forKey: "searchableByDefault")
    coder.encode(isUnique, forKey: "unique")
    coder.encode(isMultiValued, forKey: "multiValued")
  }

  /// Restores an archived key; `nil` if the archive does not contain a valid one.
  public convenience init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "keyName") else { return nil }
    self.init(
      keyName: String(name), searchable: coder.decodeBool(forKey: "searchable"),
      searchableByDefault: coder.decodeBool(forKey: "searchableByDefault"), unique: coder.decodeBool(forKey: "unique"),
      multiValued: coder.decodeBool(forKey: "multiValued"))
  }

  /// Keys are equal if their names and properties are equal.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CSCustomAttributeKey else { return false }
    return keyName == other.keyName && isSearchable == other.isSearchable && isSearchableByDefault == other.isSearchableByDefault
      && isUnique == other.isUnique && isMultiValued == other.isMultiValued
  }

  /// Equal keys have equal hashes.
  public override var hash: Int { keyName.hashValue }
}
