// SPDX-License-Identifier: Apache-2.0

/// Compound files in memory, for tests. All streams are stored in sectors of 512 bytes.
struct CompoundFixture {
  var streams: [(name: String, bytes: [UInt8])]

  /// The streams of a storage inside the file.
  var embedded: [(name: String, bytes: [UInt8])] = []
  var nameOfStorage = "_1"

  var bytes: [UInt8] {
    let end: UInt32 = 0xFFFF_FFFE
    // Shorter streams would be in another stream.
    let contents = (streams + embedded).map {
      $0.bytes + [UInt8](repeating: 0, count: max(4096, ($0.bytes.count + 511) / 512 * 512) - $0.bytes.count)
    }
    let entryCount = 1 + streams.count + (embedded.isEmpty ? 0 : 1 + embedded.count)
    let directorySectorCount = (entryCount + 3) / 4
    var table: [UInt32] = [0xFFFF_FFFD] + Self.chain(from: 1, count: directorySectorCount)
    var starts: [UInt32] = []
    for content in contents {
      starts.append(UInt32(table.count))
      table += Self.chain(from: table.count, count: content.count / 512)
    }
    table += [UInt32](repeating: .max, count: 128 - table.count)
    var directory = Self.entry("Root Entry", type: 5, next: .max, child: streams.isEmpty ? .max : 1, start: end, byteCount: 0)
    for (index, stream) in streams.enumerated() {
      let next = index + 1 < streams.count || !embedded.isEmpty ? UInt32(index + 2) : .max
      directory += Self.entry(stream.name, type: 2, next: next, child: .max, start: starts[index], byteCount: contents[index].count)
    }
    if !embedded.isEmpty {
      directory += Self.entry(nameOfStorage, type: 1, next: .max, child: UInt32(streams.count + 2), start: end, byteCount: 0)
    }
    for (index, stream) in embedded.enumerated() {
      let (next, position) = (index + 1 < embedded.count ? UInt32(streams.count + index + 3) : .max, streams.count + index)
      directory += Self.entry(stream.name, type: 2, next: next, child: .max, start: starts[position], byteCount: contents[position].count)
    }
    directory += [UInt8](repeating: 0, count: directorySectorCount * 512 - directory.count)
    let header = Bytes.all(
      [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], [UInt8](repeating: 0, count: 16), Bytes.little(UInt16(0x3E), 3, 0xFFFE, 9, 6),
      [UInt8](repeating: 0, count: 10), Bytes.little(UInt32(1), 1, 0, 4096, end, 0, end, 0, 0),
      [UInt8](repeating: 0xFF, count: 432))
    return Bytes.all(header, table.flatMap { Bytes.little($0) }, directory, contents.flatMap { $0 })
  }

  private static func chain(from start: Int, count: Int) -> [UInt32] {
    (1...count).map { $0 == count ? 0xFFFF_FFFE : UInt32(start + $0) }
  }

  private static func entry(_ name: String, type: UInt8, next: UInt32, child: UInt32, start: UInt32, byteCount: Int) -> [UInt8] {
    let units = name.utf16.flatMap { Bytes.little($0) }
    return Bytes.all(
      units, [UInt8](repeating: 0, count: 64 - units.count), Bytes.little(UInt16(units.count + 2)), [type, 1],
      Bytes.little(UInt32.max, next, child), [UInt8](repeating: 0, count: 36), Bytes.little(start), Bytes.little(UInt64(byteCount)))
  }
}

extension CompoundFixture {
  private static func placed(_ parts: KeyValuePairs<Int, [UInt8]>) -> [UInt8] {
    var bytes: [UInt8] = []
    for (offset, part) in parts { bytes += [UInt8](repeating: 0, count: offset - bytes.count) + part }
    return bytes
  }

  /// A document of two pieces, in Windows-1252 and in UTF-16, with a field.
  /// - Parameter hasOwnProperties: Whether its author has defined a property. libgsf leaks memory if that is damaged.
  static func word(flags: UInt16 = 0x200, hasOwnProperties: Bool = false) -> CompoundFixture {
    let narrow: [UInt8] = Bytes.text("Gr") + [0xFC] + Bytes.text("n \u{13}PAGE\u{14}7\u{15}\r")
    let wide = "Größe €".utf16.flatMap { Bytes.little($0) }
    let main = placed([
      0: Bytes.little(UInt16(0xA5EC), 0xC1), 0x0A: Bytes.little(flags), 0x1A2: Bytes.little(UInt32(0), 33), 0x600: narrow, 0x800: wide,
    ])
    let (first, count) = (UInt32(narrow.count), UInt32(narrow.count + wide.count / 2))
    let table = Bytes.all(
      [2], Bytes.little(UInt32(28)), Bytes.little(UInt32(0), first, count), [0, 0], Bytes.little(UInt32(0x4000_0C00)), [0, 0], [0, 0],
      Bytes.little(UInt32(0x800)), [0, 0])
    let own = hasOwnProperties ? [("\u{5}DocumentSummaryInformation", ownProperties)] : []
    return CompoundFixture(streams: [("WordDocument", main), ("1Table", table), ("\u{5}SummaryInformation", properties)] + own)
  }

  /// A property set with an empty section, and one with a property of the author.
  private static let ownProperties: [UInt8] = {
    let text = { (value: String) in Bytes.little(UInt32(value.utf8.count + 1)) + Bytes.text(value) + [0] }
    let name = Bytes.little(UInt32(1), 2) + text("Mood1")
    let value = Bytes.little(UInt32(30)) + text("calm sea") + [0, 0, 0]
    let start = UInt32(8 + 3 * 8)
    let codePage = Bytes.little(UInt32(2), 1252)
    let padded = name + [UInt8](repeating: 0, count: 3 - (name.count + 3) % 4)
    let own = Bytes.all(
      Bytes.little(start + UInt32(padded.count + 8 + value.count), 3), Bytes.little(UInt32(0), start),
      Bytes.little(UInt32(1), start + UInt32(padded.count)), Bytes.little(UInt32(2), start + UInt32(padded.count) + 8), padded, codePage,
      value)
    let first = Bytes.all(Bytes.little(UInt32(24), 1), Bytes.little(UInt32(1), 16), codePage)
    let formats: [[UInt8]] = [
      [0x02, 0xD5, 0xCD, 0xD5, 0x9C, 0x2E, 0x1B, 0x10, 0x93, 0x97, 0x08, 0x00, 0x2B, 0x2C, 0xF9, 0xAE],
      [0x05, 0xD5, 0xCD, 0xD5, 0x9C, 0x2E, 0x1B, 0x10, 0x93, 0x97, 0x08, 0x00, 0x2B, 0x2C, 0xF9, 0xAE],
    ]
    return Bytes.all(
      Bytes.little(UInt16(0xFFFE), 0), Bytes.little(UInt32(0x2_0006)), [UInt8](repeating: 0, count: 16), Bytes.little(UInt32(2)),
      formats[0], Bytes.little(UInt32(68)), formats[1], Bytes.little(UInt32(68 + first.count)), first, own)
  }()

  /// A property set with a title and an author.
  private static let properties: [UInt8] = {
    let text = { (value: String) in
      Bytes.little(UInt32(30), UInt32(value.utf8.count + 1)) + Bytes.text(value) + [UInt8](repeating: 0, count: 4 - value.utf8.count % 4)
    }
    let (title, author) = (text("A Title"), text("Ada"))
    let start = UInt32(8 + 3 * 8)
    let section = Bytes.all(
      Bytes.little(start + 8 + UInt32(title.count + author.count), 3), Bytes.little(UInt32(1), start, 2, start + 8),
      Bytes.little(UInt32(4), start + 8 + UInt32(title.count)), Bytes.little(UInt32(2), 1252), title, author)
    let format: [UInt8] = [0xE0, 0x85, 0x9F, 0xF2, 0xF9, 0x4F, 0x68, 0x10, 0xAB, 0x91, 0x08, 0x00, 0x2B, 0x27, 0xB3, 0xD9]
    return Bytes.all(
      Bytes.little(UInt16(0xFFFE), 0), Bytes.little(UInt32(0x2_0006)), [UInt8](repeating: 0, count: 16),
      Bytes.little(UInt32(1)), format, Bytes.little(UInt32(48)), section)
  }()

  private static func record(_ kind: UInt16, _ body: [UInt8]...) -> [UInt8] {
    let body = body.flatMap { $0 }
    return Bytes.little(kind, UInt16(body.count)) + body
  }

  /// A workbook whose second text continues in another record, in wide characters.
  static let excel: CompoundFixture = {
    let string = { (text: String) in Bytes.little(UInt16(text.utf8.count)) + [0] + Bytes.text(text) }
    let stream = Bytes.all(
      record(0x85, [UInt8](repeating: 0, count: 6), [6, 0], Bytes.text("Budget")),
      record(0xFC, Bytes.little(UInt32(2), 2), string("Rent"), Bytes.little(UInt16(5)), [0], Bytes.text("Gr")),
      record(0x3C, [1], "ößen".utf16.prefix(3).flatMap { Bytes.little($0) }),
      record(0x203, Bytes.little(UInt16(0), 0, 0), Bytes.little((1250.5).bitPattern)),
      record(0x27E, Bytes.little(UInt16(0), 0, 0), Bytes.little(UInt32(42 << 2 | 2))), record(0x0A))
    return CompoundFixture(streams: [("Workbook", stream)])
  }()

  /// Numbers with formats: a date of an own format, percent, and neighbouring cells with a time and without a format.
  static let dates: CompoundFixture = {
    let style = { (format: UInt16) in record(0xE0, Bytes.little(UInt16(0), format), [UInt8](repeating: 0, count: 16)) }
    let code = "yyyy/mm/dd"
    let stream = Bytes.all(
      record(0x809, Bytes.little(UInt16(0x600), 5)), record(0x22, [0, 0]),
      record(0x41E, Bytes.little(UInt16(164), UInt16(code.utf8.count)), [0], Bytes.text(code)), style(0), style(164), style(9), style(20),
      record(0x203, Bytes.little(UInt16(0), 0, 1), Bytes.little((44260.0).bitPattern)),
      record(0x27E, Bytes.little(UInt16(0), 1, 2), Bytes.little(UInt32(12 << 2 | 3))),
      record(
        0xBD, Bytes.little(UInt16(0), 2, 3), Bytes.little(UInt32(truncatingIfNeeded: (0.75).bitPattern >> 32)), Bytes.little(UInt16(0)),
        Bytes.little(UInt32(42 << 2 | 2)), Bytes.little(UInt16(3))),
      record(0x0A))
    return CompoundFixture(streams: [("Workbook", stream)])
  }()

  static let powerPoint: CompoundFixture = {
    let atom = { (kind: UInt16, version: UInt16, body: [UInt8]) in Bytes.little(version, kind) + Bytes.little(UInt32(body.count)) + body }
    let wide = "Größe\rzwei".utf16.flatMap { Bytes.little($0) }
    let name = "Default Design".utf16.flatMap { Bytes.little($0) }
    let string = { (text: String, instance: UInt16) in atom(0x0FBA, instance << 4, text.utf16.flatMap { Bytes.little($0) }) }
    let comment = atom(
      0x138A, 0x0F,
      string("___PPT10", 0)
        + atom(
          0x138B, 0, atom(0x2EE0, 0x0F, string("Ada Author", 0) + string("A remark", 1) + string("AA", 2) + atom(0x2EE1, 0, [1, 2, 3, 4]))))
    let stream = Bytes.all(
      atom(0x03F8, 0x0F, atom(0x0FA8, 0, Bytes.text("Click to edit"))),
      atom(0x1388, 0x0F, comment), atom(0x03E8, 0x0F, atom(0x0FA0, 0, wide) + atom(0x0FA8, 0, Bytes.text("plain")) + atom(0x0FBA, 0, name)),
      atom(0x0FD9, 0x0F, atom(0x0FBA, 0, "My footer".utf16.flatMap { Bytes.little($0) })), atom(0x0FBA, 0, name))
    return CompoundFixture(streams: [("PowerPoint Document", stream)])
  }()
}
