// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Foundation
import ImporterSupport
import TestSupport
import Testing

@testable import OfficeImporter

private func imported(_ bytes: [UInt8], _ type: String = "public.data") throws -> MediaImport {
  try MediaImport(OfficeImporter(), bytes, type: type)
}

private func words(_ found: MediaImport) -> [Substring] { found.text.split(whereSeparator: \.isWhitespace) }

private func wide(_ text: String) -> [UInt8] { text.utf16.flatMap { Bytes.little($0) } }

/// Documents that consist of records.
@Suite(.timeLimit(.minutes(10))) struct StoredContentTests {
  // MARK: Hangul

  private func hangul(flags: UInt32, isCompressed: Bool) -> CompoundFixture {
    let units = Bytes.all(
      wide("한글"), Bytes.little(UInt16(9), 0, 0, 0, 0, 0, 0, 9), wide("문서"), Bytes.little(UInt16(11), 1, 2, 3, 4, 5, 6, 11), wide("끝\r"))
    let long = wide(String(repeating: "가", count: 2100))
    let section = Bytes.all(
      Bytes.little(UInt32(66) | 4 << 20, 0), Bytes.little(UInt32(67) | UInt32(units.count) << 20), units,
      Bytes.little(UInt32(67) | 0xFFF << 20, UInt32(long.count)), long)
    return CompoundFixture(
      streams: [
        ("FileHeader", Bytes.all(Bytes.text("HWP Document File"), [UInt8](repeating: 0, count: 19), Bytes.little(flags))),
        ("PrvText", wide("미리보기")), ("\u{5}HwpSummaryInformation", Self.properties),
      ], embedded: [("Section0", isCompressed ? ContentFixture.packed(section, windowBits: -15) : section)], nameOfStorage: "BodyText")
  }

  /// A property set of a format that libgsf does not know.
  private static let properties: [UInt8] = {
    let text = { (value: String) in Bytes.little(UInt32(31), UInt32(value.utf16.count + 1)) + wide(value) + [0, 0] }
    let values = [text("제목"), text("Ada"), Bytes.little(UInt32(64)) + Bytes.little(UInt64((1_404_221_930 + 11_644_473_600) * 10_000_000))]
    var offset = UInt32(8 + 8 * values.count)
    var entries: [UInt8] = []
    for (number, value) in zip([UInt32(2), 4, 12], values) {
      entries += Bytes.little(number, offset)
      offset += UInt32(value.count)
    }
    return Bytes.all(
      Bytes.little(UInt16(0xFFFE), 0), [UInt8](repeating: 7, count: 20), Bytes.little(UInt32(1)), [UInt8](repeating: 9, count: 16),
      Bytes.little(UInt32(48)), Bytes.little(offset, UInt32(values.count)), entries, values.flatMap { $0 })
  }()

  @Test(arguments: [true, false])
  func `a document of Hangul has properties and text without controls`(isCompressed: Bool) throws {
    let found = try imported(hangul(flags: isCompressed ? 1 : 0, isCompressed: isCompressed).bytes)
    #expect(found.failure == nil)
    #expect(found.attributes.title == "제목")
    #expect(found.attributes.authorNames == ["Ada"])
    #expect(found.attributes.contentCreationDate == Date(timeIntervalSince1970: 1_404_221_930))
    #expect(words(found).prefix(2) == ["한글", "문서끝"])
    #expect(words(found).last?.count == 2100)
  }

  @Test func `an encrypted document of Hangul is reported, and one for distribution has its first page`() throws {
    #expect(try imported(hangul(flags: 3, isCompressed: true).bytes).failure as? ImportError == .encrypted)
    #expect(words(try imported(hangul(flags: 5, isCompressed: true).bytes)) == ["미리보기"])
  }

  // MARK: Publisher and Works

  private func chunks(_ mark: String, _ texts: [String]) -> [UInt8] {
    let start = 0x20 + 24 * texts.count
    var offset = start
    var entries: [UInt8] = []
    for text in texts {
      let count = wide(text).count
      entries += Bytes.all(
        Bytes.little(UInt16(0x18)), Bytes.text("TEXT"), Bytes.little(UInt16(0), 1, 0), Bytes.text("TEXT"),
        Bytes.little(UInt32(offset), UInt32(count)))
      offset += count
    }
    return Bytes.all(
      Bytes.text(mark), [UInt8](repeating: 0, count: 0x18 - mark.utf8.count), Bytes.little(UInt16(0), UInt16(texts.count)),
      Bytes.little(UInt32.max), entries, texts.flatMap { wide($0) })
  }

  @Test func `a document of Works has its text`() throws {
    let file = CompoundFixture(streams: [("CONTENTS", chunks("CHNKWKS", ["Größe\rnext", "more"]))])
    #expect(try imported(file.bytes).text == "Größe\nnext\nmore\n")
  }

  @Test func `a document of Publisher has the text in its text engine once`() throws {
    let file = CompoundFixture(
      streams: [("Contents", [1, 2, 3])], embedded: [("CONTENTS", chunks("CHNKINK ", ["Größe\rnext"]))], nameOfStorage: "Quill")
    #expect(try imported(file.bytes).text == "Größe\nnext\n")
  }

  // MARK: Visio

  private func drawing(version: UInt16, isCompressed: Bool) -> CompoundFixture {
    let text = version > 6 ? wide("Pumpe Ä\0") : Bytes.text("Pump") + [0xC4, 0]
    func chunk(_ type: UInt32, _ body: [UInt8]) -> [UInt8] {
      version < 6
        ? Bytes.all(Bytes.little(UInt16(type), 1), [2, 0x50], Bytes.little(UInt16(0)), Bytes.little(UInt32(body.count)), body)
        : Bytes.all(Bytes.little(type, 1, 0, UInt32(body.count)), Bytes.little(UInt16(2)), [0x50], body)
    }
    let chunks = Bytes.all(
      chunk(0x15, [1, 2, 3]), chunk(0x0E, [UInt8](repeating: 0, count: 8) + text), chunk(0x0E, [UInt8](repeating: 0, count: 8)))
    let contents = isCompressed ? Self.packed(chunks) : chunks
    let header = 0x24 + 18
    func pointer(type: UInt32, offset: Int, count: Int, format: UInt16) -> [UInt8] {
      version < 6
        ? Bytes.little(UInt16(type), format) + Bytes.little(UInt32(0), UInt32(offset), UInt32(count))
        : Bytes.little(type, 0, UInt32(offset), UInt32(count)) + Bytes.little(format)
    }
    let child = pointer(type: 0x27, offset: header, count: contents.count, format: isCompressed ? 0xD6 : 0xD4)
    let list =
      version < 6
      ? [UInt8](repeating: 0, count: 130) + Bytes.little(UInt16(1)) + child : Bytes.all(Bytes.little(UInt32(8), 0, 1, 0), child)
    let root = pointer(type: 0x14, offset: header + contents.count, count: list.count, format: 0)
    let start =
      Bytes.text("Visio (TM) Drawing\r\n") + [UInt8](repeating: 0, count: 6) + Bytes.little(version) + [UInt8](repeating: 0, count: 8)
    let document = Bytes.all(start, root, [UInt8](repeating: 0, count: header - start.count - root.count), contents, list)
    return CompoundFixture(streams: [("VisioDocument", document)])
  }

  /// Compresses to bytes that stand for themselves, and one that stands for three earlier ones.
  private static func packed(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let group = bytes[index...].prefix(8)
      output.append(UInt8(truncatingIfNeeded: 1 << group.count - 1))
      output += group
      index += group.count
    }
    return output
  }

  @Test(arguments: [(5, false, "PumpÄ"), (6, true, "PumpÄ"), (11, false, "Pumpe Ä"), (11, true, "Pumpe Ä")])
  func `a drawing of Visio has the texts of its shapes`(version: UInt16, isCompressed: Bool, text: String) throws {
    let found = try imported(drawing(version: version, isCompressed: isCompressed).bytes)
    #expect(found.failure == nil)
    #expect(found.text == text + "\n")
  }

  // MARK: Excel

  private func record(_ type: Int, _ body: [UInt8]...) -> [UInt8] {
    let body = body.flatMap { $0 }
    let number = type < 0x80 ? [UInt8(type)] : [UInt8(type & 0x7F) | 0x80, UInt8(type >> 7)]
    return Bytes.all(number, ContentFixture.varint(body.count), body)
  }

  private func string(_ text: String) -> [UInt8] { Bytes.little(UInt32(text.utf16.count)) + wide(text) }

  @Test func `a binary workbook has the names of its sheets, texts and numbers`() throws {
    let cell = { (column: UInt32, style: UInt32) in Bytes.little(column, style) }
    let sheet = Bytes.all(
      record(129), record(0, Bytes.little(UInt32(0))), record(7, cell(0, 0), Bytes.little(UInt32(0))),
      record(2, cell(1, 0), Bytes.little(UInt32(42) << 2 | 2)), record(2, cell(2, 0), Bytes.little(UInt32(1250) << 2 | 3)),
      record(5, cell(3, 1), Bytes.little((44260.0).bitPattern)), record(6, cell(4, 0), string("inline")),
      record(8, cell(5, 0), string("joined"), [0, 0]), record(0, Bytes.little(UInt32(1))),
      record(9, cell(0, 0), Bytes.little((2.5).bitPattern)))
    let base = "application/vnd.ms-excel."
    let workbook = ZipFixture([
      (
        "[Content_Types].xml",
        Bytes.text(
          """
          <Types><Override PartName='/xl/workbook.bin' ContentType='\(base)sheet.binary.macroEnabled.main'/>
          <Override PartName='/xl/styles.bin' ContentType='\(base)styles'/>
          <Override PartName='/xl/sharedStrings.bin' ContentType='\(base)sharedStrings'/>
          <Override PartName='/xl/worksheets/sheet1.bin' ContentType='\(base)worksheet'/></Types>
          """)
      ),
      ("xl/workbook.bin", record(156, Bytes.little(UInt32(0), 1), string("rId1"), string("Budget"))),
      (
        "xl/styles.bin",
        Bytes.all(
          record(44, Bytes.little(UInt16(164)), string("yyyy-mm-dd")), record(47, Bytes.little(UInt16(0), 9)), record(617),
          record(47, Bytes.little(UInt16(0), 0)), record(47, Bytes.little(UInt16(0), 164)), record(618))
      ),
      ("xl/sharedStrings.bin", Bytes.all(record(159), record(19, [0], string("Größe")), record(160))),
      ("xl/worksheets/sheet1.bin", sheet),
    ])
    let found = try imported(workbook.bytes, "com.microsoft.excel.sheet.binary.macroenabled")
    #expect(found.failure == nil)
    #expect(words(found) == ["Budget", "Größe", "42", "12.5", "2021-03-05", "inline", "joined", "2.5"])
  }

  // MARK: XPS

  private func page(_ content: String) throws -> MediaImport {
    let package = ZipFixture([
      "[Content_Types].xml": "<Types><Default Extension='fpage' ContentType='application/vnd.ms-package.xps-fixedpage+xml'/></Types>",
      "Documents/1/Pages/1.fpage": "<FixedPage Width='816' Height='1056'>\(content)</FixedPage>",
    ])
    return try imported(package.bytes, "com.microsoft.xps")
  }

  private func glyphs(_ text: String, _ x: Double, _ y: Double, _ more: String = "") -> String {
    "<Glyphs OriginX='\(x)' OriginY='\(y)' FontRenderingEmSize='16' UnicodeString='\(text)' \(more)/>"
  }

  @Test func `letters of XPS that are placed one by one are words`() throws {
    // As in Arial, with a space of 4.4 between the words.
    var x = 100.0
    var content = ""
    for (letter, width) in zip("Rainbow", [11.6, 8.9, 3.6, 8.9, 8.9, 8.9, 11.6]) {
      content += glyphs(String(letter), x, 50)
      x += width
    }
    x += 4.4
    for (letter, width) in zip("fish", [4.4, 3.6, 8, 8.9]) {
      content += glyphs(String(letter), x, 50)
      x += width
    }
    #expect(try page(content).text == "Rainbow fish\n")
  }

  @Test func `letters of XPS at equal distances are words`() throws {
    let content = zip("ill win", 0...).map { $0 == " " ? "" : glyphs(String($0), 100 + 9.6 * Double($1), 50) }.joined()
    #expect(try page(content).text == "ill win\n")
    let spaced = zip("AIM", 0...).map { glyphs(String($0), 100 + 20 * Double($1), 50) }.joined()
    #expect(try page(spaced).text == "AIM\n")
  }

  @Test func `words and lines of XPS are told apart by their places`() throws {
    let words =
      glyphs("one", 100, 50, "Indices='1,55;2,55;3,55'") + glyphs("two", 131, 50) + glyphs("third", 100, 70) + glyphs("{}{x}", 300, 70)
    #expect(try page(words).text == "one two\nthird {x}\n")
    let joined = glyphs("wor", 100, 50, "Indices='1,70;2,55;3,33'") + glyphs("d", 125.3, 50) + glyphs(" and", 134, 50)
    #expect(try page(joined).text == "word and\n")
  }

  @Test func `text of XPS that is turned or scaled is text`() throws {
    let turned = "<Canvas RenderTransform='0,2,-2,0,500,10'>\(glyphs("wo", 0, 5, "Indices='1,72;2,56'"))\(glyphs("rd", 20.5, 5))</Canvas>"
    #expect(try page(turned).text == "word\n")
    let element = """
      <Canvas><Canvas.RenderTransform><MatrixTransform Matrix='0.1,0,0,0.1,0,0'/></Canvas.RenderTransform>\(glyphs("a", 10, 5))\(glyphs("b", 40, 5))
      </Canvas>\(glyphs("c", 300, 300))
      """
    #expect(try page(element).text == "a b\nc\n")
  }

  // MARK: Scenes

  @Test func `a binary scene of glTF has its names`() throws {
    let json = Bytes.text(
      """
      {"asset": {"version": "2.0", "generator": "Pen", "copyright": "Ada"}, "nodes": [{"name": "Gear"}, {}], "meshes": [{"name": "Axle"}]}
      """)
    let scene = Bytes.all(
      Bytes.text("glTF"), Bytes.little(UInt32(2), UInt32(20 + json.count), UInt32(json.count)), Bytes.text("JSON"), json)
    let found = try imported(scene)
    #expect(found.failure == nil)
    #expect(found.attributes.copyright == "Ada")
    #expect(words(found) == ["Gear", "Axle"])
  }

  // MARK: Damage

  @Test func `damaged records do no harm`() throws {
    var generator = SeededGenerator(seed: 1)
    let files = [
      hangul(flags: 0, isCompressed: false), drawing(version: 5, isCompressed: false), drawing(version: 11, isCompressed: true),
      CompoundFixture(streams: [("CONTENTS", chunks("CHNKWKS", ["text"]))]),
    ]
    for file in files {
      var file = file
      for _ in 0..<60 {
        let streams = file.streams
        file.streams = streams.map { ($0.name, $0.bytes.damaged(using: &generator)) }
        _ = try imported(file.bytes)
        file.streams = streams
      }
    }
  }
}
