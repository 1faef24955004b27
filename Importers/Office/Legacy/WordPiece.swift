// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// A part of a Word document's text, whose parts are in the order of their last changes.
struct WordPiece {
  let characterCount: Int
  /// Where the piece is; in versions since 97, bit 30 tells whether its characters take one byte.
  let location: UInt32

  private static let maximumCount = 1 << 16

  /// The pieces in a table, which follows the formats of paragraphs.
  static func all(in table: [UInt8]) -> [WordPiece] {
    var offset = 0
    while offset < table.count, table[offset] == 1 { offset += 3 + Int(table.integer(at: offset + 1, as: UInt16.self, .little) ?? 0) }
    guard offset < table.count, table[offset] == 2, let length = table.integer(at: offset + 1, as: UInt32.self, .little) else { return [] }
    let count = min((Int(length) - 4) / 12, maximumCount)
    let positions = offset + 5
    guard count > 0 else { return [] }
    return (0..<count).compactMap { index in
      guard let start = table.integer(at: positions + 4 * index, as: UInt32.self, .little),
        let end = table.integer(at: positions + 4 * (index + 1), as: UInt32.self, .little), end > start,
        let location = table.integer(at: positions + 4 * (count + 1) + 8 * index + 2, as: UInt32.self, .little)
      else { return nil }
      return WordPiece(characterCount: Int(end - start), location: location)
    }
  }
}
