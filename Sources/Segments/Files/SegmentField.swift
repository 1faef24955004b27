// SPDX-License-Identifier: Apache-2.0

package import Attributes

/// The key space of a term or number in a segment: an attribute and, for terms, the way it is
/// indexed.
package struct SegmentField: Hashable, Sendable {
  /// The kinds of entries. The raw values are on disk.
  enum Kind: UInt8 {
    /// Whole values.
    case value = 1
    /// Folded words of values.
    case word = 2
    case number = 3
    /// One term without bytes of its own: the documents that have the attribute.
    case presence = 4
    /// One term of no attribute: the documents that have text.
    case text = 5
    /// One term without bytes of its own: the documents that have a value too long to be indexed.
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

  /// Maximum length in bytes of a custom attribute's name. Longer names are truncated, so
  /// attributes that share these bytes share a field.
  package static let maximumNameLength = 200

  /// Identifies the attribute: 2 bytes for an attribute of the schema, 3 bytes for a reserved
  /// field, otherwise a zero byte and the name. The first two never begin with a zero byte.
  let bytes: [UInt8]

  package init(_ name: AttributeName) {
    switch name {
    case .known(let key):
      bytes = [UInt8(key.rawValue >> 8) + 1, UInt8(key.rawValue & 0xFF)]
    case .custom(let name):
      bytes = [0] + name.utf8.prefix(Self.maximumNameLength)
    }
  }

  /// A field that belongs to no attribute. The caller defines its contents.
  package init(reserved number: UInt8) { bytes = [0xFF, 0xFF, number] }

  init() { bytes = [] }

  /// The lengths of texts, in positions.
  static let textLength = SegmentField(reserved: 0)

  /// The texts that have no vector whatever their words.
  static let withoutTextVector = SegmentField(reserved: 255)

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Whether `key` equals ``prefix(_:)``.
  func isPrefix(_ key: [UInt8], _ kind: Kind) -> Bool { isPrefix(key.span, kind) }

  /// Whether `key` equals ``prefix(_:)``.
  func isPrefix(_ key: Span<UInt8>, _ kind: Kind) -> Bool {
    guard key.count == bytes.count + 2, key[1] == kind.rawValue else { return false }
    for index in bytes.indices where key[index + 2] != bytes[index] { return false }
    return true
  }

  /// The prefix of every key of the field: one length byte, then the kind and ``bytes``.
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
