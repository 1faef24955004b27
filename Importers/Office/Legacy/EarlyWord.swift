// SPDX-License-Identifier: Apache-2.0

internal import DocumentImporter
internal import ImporterSupport

/// The text of a document of Word 2, 6 or 95.
///
/// Characters take one byte, or two in East Asian versions. Their encoding depends on the fonts, and
/// the language that the header names is that of the program. So the text itself decides.
enum EarlyWord {
  private static let maximumByteCount = 32 << 20

  /// Whether a file, or the main stream of a compound file, is such a document.
  static func begins(_ file: FileBytes) -> Bool { begins(file.bytes(at: 0, count: 2)) }

  static func begins(_ start: [UInt8]) -> Bool { identifiers.contains { start.starts(with: $0) } }

  /// Word 2, Word 6 and 95, and their East Asian versions.
  private static let identifiers: [[UInt8]] = [[0xDB, 0xA5], [0xDC, 0xA5], [0x97, 0xA6], [0x98, 0xA6], [0x99, 0xA6]]

  static func appendText(of file: FileBytes, to text: TextSink) throws {
    let header = file.bytes(at: 0, count: 0x168)
    guard let flags = header.integer(at: 0x0A, as: UInt16.self, .little), let start = header.integer(at: 0x18, as: UInt32.self, .little),
      let end = header.integer(at: 0x1C, as: UInt32.self, .little), start <= end
    else { throw ImportError.damaged("it has no header of Word") }
    guard flags & 0x100 == 0 else { throw ImportError.encrypted }
    var bytes: [UInt8] = []
    if flags & 0x04 != 0, let table = header.integer(at: 0x160, as: UInt32.self, .little),
      let length = header.integer(at: 0x164, as: UInt32.self, .little)
    {
      for piece in WordPiece.all(in: file.bytes(at: Int(table), count: Int(length))) {
        bytes += file.bytes(at: Int(piece.location), count: min(piece.characterCount, maximumByteCount - bytes.count))
      }
    } else {
      bytes = file.bytes(at: Int(start), count: min(Int(end - start), maximumByteCount))
    }
    var filter = WordFieldFilter()
    let filtered = filter.filtered(DetectedText.utf8(bytes.span))
    try text.append(unsafe UTF8Span(unchecked: filtered.span))
    try text.append("\n")
    if bytes.count == maximumByteCount { throw ImportError.unsupported("more than \(maximumByteCount >> 20) MiB of text") }
  }
}
