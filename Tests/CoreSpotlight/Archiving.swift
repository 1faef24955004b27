// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The object after archiving and unarchiving.
func archivedCopy<Object: NSObject & NSSecureCoding>(of object: Object) throws -> Object? {
  let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
  return try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data)
}

/// Values under keys that a test reads as an archived object of another class.
final class ForgedObject: NSObject, NSSecureCoding {
  static let supportsSecureCoding = true
  private let entries: [String: Entry]

  enum Entry {
    case bytes([UInt8])
    case propertyList([String: Any])
    case object(NSString)
    case integer(Int)
  }

  init(_ entries: [String: Entry]) { self.entries = entries }

  init?(coder: NSCoder) { nil }

  func encode(with coder: NSCoder) {
    for (key, entry) in entries {
      switch entry {
      case .bytes(let bytes): coder.encodeBytes(bytes, length: bytes.count, forKey: key)
      case .propertyList(let values):
        let data = try? PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0)
        coder.encodeBytes([UInt8](data ?? Data()), length: data?.count ?? 0, forKey: key)
      case .object(let object): coder.encode(object, forKey: key)
      case .integer(let value): coder.encode(value, forKey: key)
      }
    }
  }

  /// The object that a program gets when it reads the entries as an archived object of `type`;
  /// `nil` if the archive is rejected.
  static func read<Object: NSObject & NSSecureCoding>(_ entries: [String: Entry], as type: Object.Type) throws -> Object? {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(ForgedObject(entries), forKey: NSKeyedArchiveRootObjectKey)
    archiver.finishEncoding()
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    unarchiver.requiresSecureCoding = true
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    unarchiver.setClass(type, forClassName: NSStringFromClass(ForgedObject.self))
    return unarchiver.decodeObject(of: type, forKey: NSKeyedArchiveRootObjectKey)
  }
}

/// The values with one of them changed or removed, in every way that makes them invalid.
///
/// - Parameter optional: Keys that may be absent.
func corruptions(of values: [String: Any], optional: Set<String> = []) -> [[String: Any]] {
  let intruders: [Any] = ["x", 1.5, Data([1]), Date(), [1], ["k": 1]]
  return values.keys.sorted().flatMap { key in
    let others = intruders.filter { !($0 is String && values[key] is String) && !($0 is Double && values[key] is Double) }
    return others.map { values.merging([key: $0]) { $1 } } + (optional.contains(key) ? [] : [values.filter { $0.key != key }])
  }
}

/// Entries of which none is an archived property list.
func foreignEntries(forKey key: String) -> [[String: ForgedObject.Entry]] {
  [
    [:], [key: .bytes([])], [key: .bytes([0])], [key: .bytes(Array("bplist00".utf8))], [key: .bytes(Array("<plist></plist>".utf8))],
    [key: .bytes([UInt8](repeating: 0xff, count: 64))], [key: .object("x")], [key: .integer(1)], [key: .bytes(deeplyNestedXML)],
    [key: .bytes(arrayInItself)],
  ]
}

private let deeplyNestedXML = Array(("<plist>" + String(repeating: "<array>", count: 500_000)).utf8)

/// A binary property list: one array, whose only element is the array; a table with its offset; and
/// the trailer.
private let arrayInItself: [UInt8] =
  Array("bplist00".utf8) + [0xa1, 0] + [8] + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0, 0, 0, 0, 0, 0, 0]
  + [0, 0, 0, 0, 0, 0, 0, 10]
