// SPDX-License-Identifier: Apache-2.0

/// Documents of versions before 97, which are not all compound files, and documents in documents.
extension CompoundFixture {
  private static func windows1251(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "А"..."я": UInt8(scalar.value - 0x410 + 0xC0)
      case "ё": 0xB8
      default: UInt8(scalar.value)
      }
    }
  }

  private static func placed(_ parts: KeyValuePairs<Int, [UInt8]>) -> [UInt8] {
    var bytes: [UInt8] = []
    for (offset, part) in parts { bytes += [UInt8](repeating: 0, count: offset - bytes.count) + part }
    return bytes
  }

  /// A document in Cyrillic letters. If it was saved fast, its end comes before its start.
  static func word6(isFastSaved: Bool) -> CompoundFixture {
    let start = windows1251("Программа «Кадры» \u{13}PAGE\u{14}работает\u{15} с таблицами\r")
    let end = windows1251("и отчётами\r")
    let text = isFastSaved ? end + start : start + end
    let table = Bytes.all(
      [2], Bytes.little(UInt32(28)), Bytes.little(UInt32(0), UInt32(start.count), UInt32(text.count)), [0, 0],
      Bytes.little(UInt32(0x300 + end.count)), [0, 0], [0, 0], Bytes.little(UInt32(0x300)), [0, 0])
    let main = placed([
      0: Bytes.little(UInt16(0xA5DC), 101), 0x0A: Bytes.little(UInt16(isFastSaved ? 4 : 0)),
      0x18: Bytes.little(UInt32(0x300), UInt32(0x300 + text.count)), 0x160: Bytes.little(UInt32(0x500), UInt32(table.count)),
      0x300: text, 0x500: table,
    ])
    return CompoundFixture(streams: [("WordDocument", main)])
  }

  static let word2 = placed([
    0: Bytes.little(UInt16(0xA5DB), 45), 0x18: Bytes.little(UInt32(0x180), 0x18C), 0x180: Bytes.text("plain words\r"),
  ])

  private static func plainWord(_ text: String) -> [(name: String, bytes: [UInt8])] {
    let main = placed([
      0: Bytes.little(UInt16(0xA5EC), 0xC1), 0x0A: Bytes.little(UInt16(0x200)), 0x1A2: Bytes.little(UInt32(0), 21), 0x600: Bytes.text(text),
    ])
    let table = Bytes.all(
      [2], Bytes.little(UInt32(16)), Bytes.little(UInt32(0), UInt32(text.utf8.count)), [0, 0], Bytes.little(UInt32(0x4000_0C00)), [0, 0])
    return [("WordDocument", main), ("1Table", table)]
  }

  static let embedding = CompoundFixture(streams: plainWord("outside\r"), embedded: plainWord("inside\r"))
  static let embeddingDamage = CompoundFixture(streams: plainWord("outside\r"), embedded: [("WordDocument", [1, 2, 3])])

  private static func record(_ kind: UInt16, _ body: [UInt8]...) -> [UInt8] {
    let body = body.flatMap { $0 }
    return Bytes.little(kind, UInt16(body.count)) + body
  }

  /// Row, column and format of a cell.
  private static let cell = Bytes.little(UInt16(0), 0, 0)

  /// A workbook with two numbers in one record, a formula with a number and one with a text, and a comment.
  static let sums = CompoundFixture(streams: [
    (
      "Workbook",
      Bytes.all(
        record(0x809, Bytes.little(UInt16(0x600), 5)),
        record(
          0xBD, Bytes.little(UInt16(0), 0), Bytes.little(UInt16(0)), Bytes.little(UInt32(100 << 2 | 2)), Bytes.little(UInt16(0)),
          Bytes.little(UInt32(250 << 2 | 3)), Bytes.little(UInt16(1))),
        record(0x06, cell, Bytes.little((102.5).bitPattern), [UInt8](repeating: 0, count: 8)),
        record(0x06, cell, [0, 0, 0, 0, 0, 0, 0xFF, 0xFF], [UInt8](repeating: 0, count: 8)),
        record(0x207, Bytes.little(UInt16(3)), [0], Bytes.text("sum")),
        record(0x204, cell, Bytes.little(UInt16(5)), [1], "Größe".utf16.flatMap { Bytes.little($0) }),
        record(0x1B6, [UInt8](repeating: 0, count: 10), Bytes.little(UInt16(4)), [UInt8](repeating: 0, count: 6)),
        record(0x3C, [0], Bytes.text("Note")), record(0x3C, [UInt8](repeating: 0x41, count: 8)), record(0x0A))
    )
  ])

  static func excel95(stream: String) -> CompoundFixture {
    let (sheet, label) = (windows1251("Лист"), windows1251("Сумма"))
    let bytes = Bytes.all(
      record(0x809, Bytes.little(UInt16(0x500), 5)), record(0x42, Bytes.little(UInt16(1251))),
      record(0x85, [UInt8](repeating: 0, count: 6), [UInt8(sheet.count)], sheet),
      record(0x204, cell, Bytes.little(UInt16(label.count)), label), record(0x27E, cell, Bytes.little(UInt32(7 << 2 | 2))), record(0x0A))
    return CompoundFixture(streams: [(stream, bytes)])
  }

  static let excel4 = Bytes.all(
    record(0x409, Bytes.little(UInt16(0), 0x10, 0)), record(0x204, cell, Bytes.little(UInt16(5)), Bytes.text("Total")),
    record(0x203, cell, Bytes.little((42.0).bitPattern)), record(0x0A))
}
