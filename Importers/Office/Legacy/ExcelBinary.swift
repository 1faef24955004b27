// SPDX-License-Identifier: Apache-2.0

internal import CompoundFiles
internal import DocumentImporter
internal import ImporterSupport

/// The text of an Excel workbook before version 2007: names of sheets, texts and numbers of cells, with those that
/// formulas have calculated, comments and text boxes.
///
/// Texts are in Unicode since version 97, and otherwise in a code page.
struct ExcelBinary {
  private static let maximumRecordCount = 4 << 20

  private let stream: FileBytes
  private let text: TextSink
  private var version = Version.excel97
  private var codePage = CodePage.western
  private let formats = CellFormats()
  /// The offset of the next record.
  private var offset = 0

  private enum Version {
    case excel2
    case excel3
    case excel97
  }

  /// Whether a file is a sheet of Excel before version 5, which is no compound file.
  static func begins(_ start: [UInt8]) -> Bool {
    [[0x09, 0x00, 0x04, 0x00], [0x09, 0x02, 0x06, 0x00], [0x09, 0x04, 0x06, 0x00]].contains { start.starts(with: $0) }
  }

  static func appendText(of file: CompoundFile, to text: TextSink) throws {
    guard let stream = file.stream("Workbook") ?? file.stream("Book") else { return }
    try appendText(of: stream, to: text)
  }

  static func appendText(of stream: FileBytes, to text: TextSink) throws {
    var workbook = ExcelBinary(stream: stream, text: text)
    try workbook.appendText()
  }

  private init(stream: FileBytes, text: TextSink) {
    self.stream = stream
    self.text = text
  }

  private mutating func appendText() throws {
    for _ in 0..<Self.maximumRecordCount {
      guard let kind = stream.integer(at: offset, as: UInt16.self, .little),
        let length = stream.integer(at: offset + 2, as: UInt16.self, .little)
      else { return }
      let body = offset + 4
      offset = body + Int(length)
      try takeRecord(kind, body, length: Int(length))
    }
  }

  private mutating func takeRecord(_ kind: UInt16, _ body: Int, length: Int) throws {
    switch kind {
    case 0x2F: throw ImportError.encrypted
    case 0x09: version = .excel2
    case 0x209, 0x409: version = .excel3
    case 0x809: version = stream.integer(at: body, as: UInt16.self, .little) == 0x600 ? .excel97 : .excel3
    case 0x42: codePage = stream.integer(at: body, as: UInt16.self, .little).map { CodePage(Int($0)) } ?? .western
    case 0x85: try appendText(stream.bytes(at: body, count: length), at: 6, lengthByteCount: 1)
    case 0xFC: try appendSharedTexts(body, length: length)
    // Texts in cells; with formats of their parts; as results of formulas.
    case 0x04: try appendText(stream.bytes(at: body, count: length), at: 7, lengthByteCount: 1)
    case 0x204, 0xD6: try appendText(stream.bytes(at: body, count: length), at: 6, lengthByteCount: 2)
    case 0x207: try appendText(stream.bytes(at: body, count: length), at: 0, lengthByteCount: 2)
    case 0x07: try appendText(stream.bytes(at: body, count: length), at: 0, lengthByteCount: 1)
    case 0x1B6: try appendTextBox(body)
    // Numbers in cells; as results of formulas, which have the bits of no number if they are texts.
    case 0x02: if let number = stream.integer(at: body + 7, as: UInt16.self, .little) { try append(Double(number), style: nil) }
    case 0x03: try appendNumber(at: body + 7, style: nil)
    case 0x06 where version == .excel2: try appendNumber(at: body + 7, style: nil)
    case 0x203, 0x06, 0x206, 0x406: try appendNumber(at: body + 6, style: style(at: body + 4))
    case 0x27E:
      if let bits = stream.integer(at: body + 6, as: UInt32.self, .little) { try append(Self.number(bits), style: style(at: body + 4)) }
    case 0xBD: try appendNumbers(stream.bytes(at: body, count: length))
    case 0x22: formats.startsIn1904 = stream.integer(at: body, as: UInt16.self, .little) == 1
    case 0x41E: addFormat(stream.bytes(at: body, count: length))
    // The styles of cells since Excel 5.
    case 0xE0: formats.addStyle(format: style(at: body + 2) ?? 0)
    default: break
    }
  }

  /// The index of a style, or the number of a format.
  private func style(at offset: Int) -> Int? { stream.integer(at: offset, as: UInt16.self, .little).map { Int($0) } }

  /// Adds a format: its number and its code.
  private func addFormat(_ bytes: [UInt8]) {
    guard let number = bytes.integer(at: 0, as: UInt16.self, .little),
      let code = text(bytes, at: 2, lengthByteCount: version == .excel97 ? 2 : 1)
    else { return }
    formats.addCode(String(decoding: code, as: UTF8.self), number: Int(number))
  }

  /// Appends a text that follows the number of its characters.
  private func appendText(_ bytes: [UInt8], at offset: Int, lengthByteCount: Int) throws {
    if let line = text(bytes, at: offset, lengthByteCount: lengthByteCount) { try append(line: line) }
  }

  /// A text that follows the number of its characters, in UTF-8.
  private func text(_ bytes: [UInt8], at offset: Int, lengthByteCount: Int) -> [UInt8]? {
    let count =
      lengthByteCount == 1
      ? bytes.integer(at: offset, as: UInt8.self, .little).map { Int($0) }
      : bytes.integer(at: offset, as: UInt16.self, .little).map { Int($0) }
    guard let count else { return nil }
    let start = offset + lengthByteCount
    guard version == .excel97 else { return codePage.utf8(Array(bytes.dropFirst(start).prefix(count))) }
    guard start < bytes.count else { return nil }
    let isWide = bytes[start] & 1 != 0
    let content = bytes.dropFirst(start + 1).prefix(count * (isWide ? 2 : 1))
    return StoredCharacters(bytes: Array(content), encoding: isWide ? .wide : .latin1).utf8
  }

  /// Appends the texts that cells share. Long tables continue in further records.
  private mutating func appendSharedTexts(_ body: Int, length: Int) throws {
    var table = SharedTexts(continuations(of: [stream.bytes(at: body, count: length)]))
    while let text = table.next() { try append(line: text) }
  }

  /// Appends the text of a comment or a box, which follows in further records.
  private mutating func appendTextBox(_ body: Int) throws {
    guard version == .excel97, let count = stream.integer(at: body + 10, as: UInt16.self, .little), count > 0 else { return }
    // A table of texts begins with two counts, and a text with its length and flags.
    let pieces = continuations(of: [])
    guard let flags = pieces.first?.first else { return }
    let head = [UInt8](repeating: 0, count: 8) + [UInt8(truncatingIfNeeded: count), UInt8(truncatingIfNeeded: count >> 8), flags & 1]
    var table = SharedTexts([head + pieces[0].dropFirst()] + pieces.dropFirst(), count: 1)
    if let text = table.next() { try append(line: text) }
  }

  /// Adds the records that continue the one before.
  private mutating func continuations(of start: [[UInt8]]) -> [[UInt8]] {
    var pieces = start
    while stream.integer(at: offset, as: UInt16.self, .little) == 0x3C, pieces.count < Self.maximumPieceCount {
      let length = Int(stream.integer(at: offset + 2, as: UInt16.self, .little) ?? 0)
      pieces.append(stream.bytes(at: offset + 4, count: length))
      offset += 4 + length
    }
    return pieces
  }

  private static let maximumPieceCount = 1 << 14

  private func append(line: [UInt8]) throws {
    let line = line + [0x0A]
    try text.append(utf8: line.span)
  }

  private func appendNumber(at offset: Int, style: Int?) throws {
    if let bits = stream.integer(at: offset, as: UInt64.self, .little) { try append(Double(bitPattern: bits), style: style) }
  }

  /// Appends the numbers of neighbouring cells: row, first column, formats and numbers, last column.
  private func appendNumbers(_ bytes: [UInt8]) throws {
    for offset in stride(from: 6, through: bytes.count - 6, by: 6) {
      let style = bytes.integer(at: offset - 2, as: UInt16.self, .little).map { Int($0) }
      if let bits = bytes.integer(at: offset, as: UInt32.self, .little) { try append(Self.number(bits), style: style) }
    }
  }

  /// - Parameter style: The index of the cell's style; `nil` in versions whose styles are not read.
  private func append(_ number: Double, style: Int?) throws {
    guard number.isFinite else { return }
    let format = style.map { formats[$0] } ?? .general
    try text.append((format.text(of: number, startsIn1904: formats.startsIn1904) ?? String(number)) + "\t")
  }

  /// A number in four bytes: the upper half of one of eight bytes, or an integer, possibly in
  /// hundredths.
  private static func number(_ bits: UInt32) -> Double {
    let value = bits & 2 == 0 ? Double(bitPattern: UInt64(bits & ~3) << 32) : Double(Int32(bitPattern: bits) >> 2)
    return bits & 1 == 0 ? value : value / 100
  }
}
