package import Attributes

/// What a term or number belongs to, inside a segment: an attribute, and for terms the way it is indexed.
package struct SegmentField: Hashable, Sendable {
  /// Kinds of entries. The numbers are on disk.
  enum Kind: UInt8 {
    /// Whole values.
    case value = 1
    /// Words of values.
    case word = 2
    case number = 3
    /// One term, without bytes: the documents that have the attribute.
    case presence = 4
    /// One term of no attribute: the documents that have text.
    case text = 5
    /// One term, without bytes: the documents that have a value too long to be kept.
    case longValue = 6
    case boolean = 7
    case date = 8

    init(_ kind: NumberKind) {
      switch kind {
      case .number: self = .number
      case .boolean: self = .boolean
      case .date: self = .date
      }
    }
  }

  /// The longest name of a custom attribute that is kept as it is, in bytes; longer ones with one beginning share a field.
  package static let maximumNameLength = 200

  /// What stands for the attribute: 2 bytes for one of the schema, 3 bytes for a reserved field, else the name behind a zero, which the
  /// others do not begin with.
  let bytes: [UInt8]

  package init(_ name: AttributeName) {
    switch name {
    case .known(let key):
      bytes = [UInt8(key.rawValue >> 8) + 1, UInt8(key.rawValue & 0xFF)]
    case .custom(let name):
      bytes = [0] + name.utf8.prefix(Self.maximumNameLength)
    }
  }

  /// A field that belongs to no attribute; what it holds is for the caller to say.
  package init(reserved number: UInt8) { bytes = [0xFF, 0xFF, number] }

  init() { bytes = [] }

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Whether ``prefix(_:)`` would be `key`.
  func isPrefix(_ key: [UInt8], _ kind: Kind) -> Bool { isPrefix(key.span, kind) }

  /// Whether ``prefix(_:)`` would be `key`.
  func isPrefix(_ key: Span<UInt8>, _ kind: Kind) -> Bool {
    guard key.count == bytes.count + 2, key[1] == kind.rawValue else { return false }
    for index in bytes.indices where key[index + 2] != bytes[index] { return false }
    return true
  }

  /// The beginning of every key of the field: a length, then so many bytes.
  func prefix(_ kind: Kind) -> [UInt8] {
    var prefix: [UInt8] = []
    appendPrefix(kind, to: &prefix)
    return prefix
  }

  func appendPrefix(_ kind: Kind, to key: inout [UInt8]) {
    key.append(UInt8(bytes.count + 1))
    key.append(kind.rawValue)
    key.append(contentsOf: bytes)
  }
}
