package import Attributes

/// What a term or number belongs to, inside a segment: an attribute, and for terms the way it is indexed.
package struct SegmentField: Hashable, Sendable {
  /// Kinds of entries. The numbers are on disk.
  enum Kind: UInt8 {
    /// Whole values.
    case value = 1
    /// Words of values.
    case word = 2
    /// Numbers and dates.
    case number = 3
    /// One term, without bytes: the documents that have the attribute.
    case presence = 4
    /// One term of no attribute: the documents that have text.
    case text = 5
    /// One term, without bytes: the documents that have a value too long to be kept.
    case longValue = 6
  }

  /// The longest name that is kept as it is.
  private static let longestName = 200

  /// What stands for the attribute: 2 bytes for one of the schema, else the name behind a zero that no such number begins with.
  let bytes: [UInt8]

  package init(_ name: AttributeName) {
    switch name {
    case .known(let key):
      bytes = [UInt8(key.rawValue >> 8) + 1, UInt8(key.rawValue & 0xFF)]
    case .custom(let name):
      bytes = [0] + name.utf8.prefix(Self.longestName)
    }
  }

  init() { bytes = [] }

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The beginning of every key of the field: a length, then so many bytes.
  func prefix(_ kind: Kind) -> [UInt8] {
    [UInt8(bytes.count + 1), kind.rawValue] + bytes
  }
}
