// SPDX-License-Identifier: Apache-2.0

internal import CompoundFiles
internal import ImporterSupport

/// The text of a Word document since version 97: pieces of a stream, in the order of a table.
enum WordBinary {
  static func appendText(of file: CompoundFile, to text: TextSink) throws {
    guard let main = file.stream("WordDocument") else { return }
    if EarlyWord.begins(main) { return try EarlyWord.appendText(of: main, to: text) }
    let header = main.bytes(at: 0, count: 0x1AA)
    guard header.integer(at: 0, as: UInt16.self, .little) == 0xA5EC, let flags = header.integer(at: 0x0A, as: UInt16.self, .little) else {
      throw ImportError.damaged("it has no header of Word")
    }
    guard flags & 0x100 == 0 else { throw ImportError.encrypted }
    guard let table = file.stream(flags & 0x200 == 0 ? "0Table" : "1Table"),
      let start = header.integer(at: 0x1A2, as: UInt32.self, .little), let length = header.integer(at: 0x1A6, as: UInt32.self, .little)
    else { throw ImportError.damaged("it has no table of pieces") }
    var filter = WordFieldFilter()
    var converter = UTF16Converter()
    for piece in WordPiece.all(in: table.bytes(at: Int(start), count: Int(length))) {
      try append(piece, of: main, to: text, &converter, &filter)
    }
    try text.append("\n" + filter.takeLinks())
  }

  private static func append(
    _ piece: WordPiece, of main: FileBytes, to text: TextSink, _ converter: inout UTF16Converter, _ filter: inout WordFieldFilter
  ) throws {
    let isNarrow = piece.location & 0x4000_0000 != 0
    let offset = Int(piece.location & 0x3FFF_FFFF) / (isNarrow ? 2 : 1)
    let encoding = isNarrow ? StoredCharacters.Encoding.windows1252 : .wide
    let size = encoding.characterByteCount
    var done = 0
    while done < piece.characterCount {
      let bytes = main.bytes(at: offset + done * size, count: min(piece.characterCount - done, 32 << 10) * size)
      guard !bytes.isEmpty else { return }
      var characters: [UInt8] = []
      StoredCharacters(bytes: bytes, encoding: encoding).append(to: &characters, with: &converter)
      let filtered = filter.filtered(characters)
      try text.append(unsafe UTF8Span(unchecked: filtered.span))
      done += bytes.count / size
    }
  }
}
