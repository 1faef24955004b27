// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// The text of a part of an Excel binary workbook: records instead of XML (Microsoft, “MS-XLSB”).
struct BinarySheet {
  /// A longer record is damage: a text in a cell has at most 32,767 characters.
  private static let maximumRecordByteCount = 4 << 20

  private let formats: CellFormats
  private var pending: [UInt8] = []
  private(set) var isDamaged = false
  private var text: [UInt8] = []
  private var isInCellStyles = false

  init(_ formats: CellFormats) { self.formats = formats }

  mutating func takeText() -> [UInt8] {
    defer { text.removeAll(keepingCapacity: true) }
    return text
  }

  /// Reads the records that a piece of the part completes.
  mutating func read(_ piece: borrowing Span<UInt8>) {
    guard !isDamaged else { return }
    unsafe piece.withUnsafeBufferPointer { unsafe pending.append(contentsOf: $0) }
    var offset = 0
    while let (type, start, count) = header(at: offset) {
      guard count <= Self.maximumRecordByteCount else { return isDamaged = true }
      guard count <= pending.count - start else { break }
      readRecord(type, pending[start..<(start + count)])
      offset = start + count
    }
    pending.removeFirst(offset)
  }

  /// The type of the record at an offset, and where its bytes are; `nil` if the header is not complete.
  private func header(at offset: Int) -> (type: Int, start: Int, count: Int)? {
    guard offset + 1 < pending.count else { return nil }
    var index = offset + 1
    var type = Int(pending[offset])
    if type & 0x80 != 0 {
      type = type & 0x7F | Int(pending[index] & 0x7F) << 7
      index += 1
    }
    var count = 0
    for shift in stride(from: 0, to: 28, by: 7) {
      guard index < pending.count else { return nil }
      let byte = pending[index]
      index += 1
      count |= Int(byte & 0x7F) << shift
      if byte < 0x80 { break }
    }
    return (type, index, count)
  }

  private mutating func readRecord(_ type: Int, _ record: ArraySlice<UInt8>) {
    let record = Array(record)
    switch type {
    // Rows and cells.
    case 0: separate()
    case 2: if let number = record.integer(at: 8, as: UInt32.self, .little) { append(Self.number(packed: number), styleOf: record) }
    case 5, 9: if let bits = record.integer(at: 8, as: UInt64.self, .little) { append(Double(bitPattern: bits), styleOf: record) }
    case 6, 8: append(string(in: record, at: 8))
    case 62: append(string(in: record, at: 9))
    // Texts that cells share, and those of comments.
    case 19, 637: append(string(in: record, at: 1))
    // Names of sheets; before them is the name of a relation.
    case 156:
      guard let length = record.integer(at: 8, as: UInt32.self, .little), length < 1 << 16 else { return }
      append(string(in: record, at: 12 + Int(length) * 2))
    case 153: formats.startsIn1904 = (record.first ?? 0) & 1 != 0
    // Formats of numbers, and styles of cells.
    case 44:
      if let number = record.integer(at: 0, as: UInt16.self, .little), let code = string(in: record, at: 2) {
        formats.addCode(code, number: Int(number))
      }
    case 617: isInCellStyles = true
    case 618: isInCellStyles = false
    case 47: if isInCellStyles, let number = record.integer(at: 2, as: UInt16.self, .little) { formats.addStyle(format: Int(number)) }
    default: break
    }
  }

  /// A text with its length in characters.
  private func string(in record: [UInt8], at offset: Int) -> String? {
    guard let count = record.integer(at: offset, as: UInt32.self, .little), Int(count) <= (record.count - offset - 4) / 2 else {
      return nil
    }
    let bytes = Array(record[(offset + 4)..<(offset + 4 + Int(count) * 2)])
    return String(decoding: StoredCharacters(bytes: bytes, encoding: .wide).utf8, as: UTF8.self)
  }

  /// A number in 30 bits: a whole one, or the upper half of a floating-point one, possibly divided by 100.
  private static func number(packed: UInt32) -> Double {
    let value = packed & 2 != 0 ? Double(Int32(bitPattern: packed) >> 2) : Double(bitPattern: UInt64(packed & ~3) << 32)
    return packed & 1 != 0 ? value / 100 : value
  }

  private mutating func append(_ number: Double, styleOf record: [UInt8]) {
    let style = Int((record.integer(at: 4, as: UInt32.self, .little) ?? 0) & 0xFF_FFFF)
    append(formats[style].text(of: number, startsIn1904: formats.startsIn1904))
  }

  private mutating func append(_ characters: String?) {
    guard let characters, !characters.isEmpty else { return }
    text += characters.utf8
    text.append(UInt8(ascii: "\t"))
  }

  private mutating func separate() {
    if text.last == UInt8(ascii: "\t") { text[text.count - 1] = UInt8(ascii: "\n") }
  }
}
