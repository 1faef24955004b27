internal import ImporterSupport

/// The text of a Word document since version 97: pieces of a stream, in the order of a table.
enum WordBinary {
  private static let maximumPieceCount = 1 << 16

  static func appendText(of file: CompoundFile, to text: TextSink) throws {
    guard let main = file.stream("WordDocument") else { return }
    let header = main.bytes(at: 0, count: 0x1AA)
    guard header.integer(at: 0, as: UInt16.self, .little) == 0xA5EC, let flags = header.integer(at: 0x0A, as: UInt16.self, .little) else {
      throw ImportError.damaged("it has no header of Word")
    }
    guard flags & 0x100 == 0 else { throw ImportError.encrypted }
    guard let version = header.integer(at: 2, as: UInt16.self, .little), version >= 0xC1 else {
      throw ImportError.unsupported("a document of Word before version 97")
    }
    guard let table = file.stream(flags & 0x200 == 0 ? "0Table" : "1Table"),
      let start = header.integer(at: 0x1A2, as: UInt32.self, .little), let length = header.integer(at: 0x1A6, as: UInt32.self, .little)
    else { throw ImportError.damaged("it has no table of pieces") }
    var filter = FieldFilter()
    for piece in pieces(table.bytes(at: Int(start), count: Int(length))) {
      try append(piece, of: main, to: text, &filter)
    }
    try text.append("\n")
  }

  private struct Piece {
    let offset: Int
    let characterCount: Int
    /// Whether characters take one byte, in Windows-1252; otherwise two, in UTF-16.
    let isNarrow: Bool
  }

  /// The pieces in the table, which follows the formats of paragraphs.
  private static func pieces(_ table: [UInt8]) -> [Piece] {
    var offset = 0
    while offset < table.count, table[offset] == 1 { offset += 3 + Int(table.integer(at: offset + 1, as: UInt16.self, .little) ?? 0) }
    guard offset < table.count, table[offset] == 2, let length = table.integer(at: offset + 1, as: UInt32.self, .little) else { return [] }
    let count = min((Int(length) - 4) / 12, maximumPieceCount)
    let positions = offset + 5
    guard count > 0 else { return [] }
    return (0..<count).compactMap { index in
      guard let start = table.integer(at: positions + 4 * index, as: UInt32.self, .little),
        let end = table.integer(at: positions + 4 * (index + 1), as: UInt32.self, .little), end > start,
        let location = table.integer(at: positions + 4 * (count + 1) + 8 * index + 2, as: UInt32.self, .little)
      else { return nil }
      let isNarrow = location & 0x4000_0000 != 0
      let offset = Int(location & 0x3FFF_FFFF)
      return Piece(offset: isNarrow ? offset / 2 : offset, characterCount: Int(end - start), isNarrow: isNarrow)
    }
  }

  private static func append(_ piece: Piece, of main: FileBytes, to text: TextSink, _ filter: inout FieldFilter) throws {
    let size = piece.isNarrow ? 1 : 2
    var done = 0
    while done < piece.characterCount {
      let bytes = main.bytes(at: piece.offset + done * size, count: min(piece.characterCount - done, 32 << 10) * size)
      guard !bytes.isEmpty else { return }
      let units = piece.isNarrow ? bytes.map(WindowsLatin.unit) : UTF16Units.littleEndian(bytes)
      try text.append(String(decoding: filter.filtered(units), as: UTF16.self))
      done += bytes.count / size
    }
  }
}

/// Replaces the marks of Word's text by white space, and removes the instructions of fields.
private struct FieldFilter {
  /// For each open field, whether its instruction has not ended.
  private var fields: [Bool] = []

  mutating func filtered(_ units: [UInt16]) -> [UInt16] {
    var result: [UInt16] = []
    for unit in units {
      switch unit {
      case 0x13: if fields.count < 256 { fields.append(true) }
      case 0x14: if !fields.isEmpty { fields[fields.count - 1] = false }
      case 0x15: _ = fields.popLast()
      case _ where fields.contains(true): break
      // Ends of paragraphs, lines, pages and cells.
      case 0x0B, 0x0C, 0x0D: result.append(0x0A)
      case 0x07: result.append(0x09)
      case 0x1E: result.append(0x2011)
      case 0x09, 0x0A, 0x20...: result.append(unit)
      // Pictures, footnotes, optional hyphens.
      default: break
      }
    }
    return result
  }
}

/// Windows-1252, for formats that store most text in it.
enum WindowsLatin {
  /// What the bytes 0x80 to 0x9F mean.
  private static let middle: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018,
    0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]

  static func unit(_ byte: UInt8) -> UInt16 { (0x80..<0xA0).contains(byte) ? middle[Int(byte) - 0x80] : UInt16(byte) }
}

/// UTF-16 in bytes.
enum UTF16Units {
  static func littleEndian(_ bytes: [UInt8]) -> [UInt16] {
    stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0 + 1]) << 8 | UInt16(bytes[$0]) }
  }
}
