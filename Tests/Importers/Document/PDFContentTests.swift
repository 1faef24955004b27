// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Foundation
import Testing

@testable import DocumentImporter

/// Text in the content streams of pages.
@Suite struct PDFContentTests {
  func words(_ poppler: PopplerInterface, _ fixture: PDFFixture) throws -> [String] {
    let document = try ImportedDocument(fixture.bytes, type: "com.adobe.pdf", poppler: poppler)
    #expect(document.error == nil)
    return document.words.map(String.init)
  }

  /// The words of a page with this content.
  func words(
    _ poppler: PopplerInterface, _ content: String, resources: String = "", objects: [String] = [], catalog: String = ""
  ) throws -> [String] {
    try words(
      poppler,
      PDFFixture(
        contents: [content], resources: ["/Font << /F1 3 0 R >> " + resources], catalog: catalog, extraObjects: objects))
  }

  static let contents: [(content: String, words: [String])] = [
    ("BT /F1 12 Tf 72 700 Td <48656C 6c6F> Tj ET", ["Hello"]),
    ("BT /F1 12 Tf 72 700 Td <48656C6C7> Tj ET", ["Hellp"]),
    (#"BT /F1 12 Tf 72 700 Td (a\(b\)c(d)\101\60\\\#nx\#r\#n) Tj ET"#, [#"a(b)c(d)A0\x"#]),
    ("BT /F1 12 Tf 72 700 Td [(Hel) -20 (l) 10 (o) -2000 (World)] TJ ET", ["Hello", "World"]),
    ("BT /F#31 12 Tf +72 7-00. Td (name) Tj ET", ["name"]),
    (
      "BT /F1 12 Tf 72 700 Td 14 TL (one) Tj (two) ' 0 0 (three) \" T* (four) Tj 0 -14 TD (five) Tj T* (six) Tj ET",
      ["one", "two", "three", "four", "five", "six"]
    ),
    ("BT 1 0 0 1 72 700 Tm /F1 12 Tf (one) Tj ET q 0.5 0 0 0.5 0 0 cm BT /F1 12 Tf 144 1300 Td (two) Tj ET Q", ["one", "two"]),
    ("% a comment (with) Tj\nBT /F1 12 Tf 72 700 Td % another\r(one) Tj ET", ["one"]),
    ("q /F1 12 Tf BT 72 700 Td (one) Tj ET Q BT 72 680 Td (lost) Tj ET", ["one"]),
    ("BT /F1 12 Tf 72 700 Td (one) Tj /None 12 Tf (lost) Tj ET", ["one"]),
    ("BT /F1 12 Tf 3 Tr 72 700 Td (scanned) Tj ET", ["scanned"]),
    ("BT /F1 12 Tf 72 700 Td (in) Tj 5000 0 Td (outside) Tj ET", ["in"]),
    ("BI /W 1 /H 8 /BPC 8 ID a EI\u{1}\u{2} (b) Tj EI BT /F1 12 Tf 72 700 Td (after) Tj ET", ["after"]),
    ("BT /F1 12 Tf 72 700 Td /Span <</ActualText (meant)>> BDC (shown) Tj EMC ET", ["meant"]),
    ("BT /F1 12 Tf 72 700 Td /Span <</Lang (x) /ActualText <FEFF00FC>>> BDC (u) Tj EMC 20 0 Td (more) Tj ET", ["ü", "more"]),
    ("BT /F1 12 Tf 72 700 Td /Span <</ActualText ()>> BDC (12) Tj EMC 40 0 Td (line) Tj ET", ["line"]),
    ("/Span << /Other [1 << /Deep (x) >>] >> BDC BT /F1 12 Tf 72 700 Td (plain) Tj ET EMC EMC", ["plain"]),
    ("BT /F1 12 Tf 72 700 Td [[(lost)] (kept)] TJ ET", ["kept"]),
    ("BT /F1 12 Tf 72 700 Td ] } ) > << /A 1 (one) Tj ET", []),
    ("BT /F1 12 Tf 72 700 Td (never closed", []),
    ("", []),
  ]

  @Test(arguments: PopplerInterface.available, contents.indices)
  func `each of the text operators shows text`(poppler: PopplerInterface, index: Int) throws {
    let row = Self.contents[index]
    #expect(try words(poppler, row.content) == row.words, "\(row.content)")
  }

  /// Content that Poppler's own interpreter reads in another way; `Documentation/PDF.md` lists the
  /// other known differences.
  static let differences: [(content: String, entries: String, words: [PopplerInterface: Set<[String]>])] = [
    // Surplus operators. Poppler 22 loses the text after them, Poppler 25 does not.
    (
      "Q Q BT /F1 12 Tf 72 700 Td (one) Tj ET Q BT 72 680 Td (two) Tj ET", "",
      [.private: [["one", "two"]], .public: [[], ["one", "two"]]]
    )
  ]

  @Test(arguments: PopplerInterface.available, differences.indices)
  func `the interfaces differ in known cases`(poppler: PopplerInterface, index: Int) throws {
    let row = Self.differences[index]
    let note = PDFFixture.stream(
      "BT /F1 12 Tf 0 20 Td (note) Tj ET", "/Subtype /Form /BBox [0 0 200 50] /Resources << /Font << /F1 3 0 R >> >>")
    let found = try words(poppler, PDFFixture(contents: [row.content], pageEntries: row.entries, extraObjects: [note]))
    #expect(row.words[poppler]?.contains(found) == true, "\(found)")
  }

  static let annotations: [(entries: String, words: [String])] = [
    ("/Subtype /Stamp /AP << /N 100 0 R >>", ["page", "note"]),
    ("/Subtype /FreeText /Contents (other) /AP << /N 100 0 R >>", ["page", "note"]),
    ("/Subtype /Widget /FT /Tx /V (other) /AP << /N 100 0 R >>", ["page", "note"]),
    ("/Subtype /Widget /FT /Btn /AS /On /AP << /N << /Off 101 0 R /On 100 0 R >> >>", ["page", "note"]),
    ("/Subtype /Stamp /F 2 /AP << /N 100 0 R >>", ["page"]),
    ("/Subtype /Stamp /AP 7", ["page"]),
  ]

  @Test(arguments: PopplerInterface.available, annotations.indices)
  func `values of forms, notes and stamps are read where a viewer shows them`(poppler: PopplerInterface, index: Int) throws {
    let row = Self.annotations[index]
    let note = { (text: String) in
      PDFFixture.stream(
        "BT /F1 12 Tf 0 20 Td (\(text)) Tj ET",
        "/Subtype /Form /BBox [0 0 100 50] /Matrix [1 0 0 1 5 5] /Resources << /Font << /F1 3 0 R >> >>")
    }
    let found = try words(
      poppler,
      PDFFixture(
        contents: ["BT /F1 12 Tf 72 700 Td (page) Tj ET 2 0 0 2 0 0 cm"],
        pageEntries: "/Annots [<< /Type /Annot \(row.entries) /Rect [272 650 72 600] >>]", extraObjects: [note("note"), note("off")]))
    #expect(found == row.words)
  }

  @Test(arguments: [("/Subtype /FreeText /Contents <FEFF00FC>", "ü"), ("/Subtype /Widget /Parent 100 0 R", "inherited")])
  func `text without an appearance is read after the page`(entries: String, text: String) throws {
    guard PopplerInterface.available.contains(.private) else { return }
    let found = try words(
      .private,
      PDFFixture(
        pageEntries: "/Annots [<< /Type /Annot \(entries) /Rect [72 600 272 650] >>]",
        extraObjects: ["<< /FT /Tx /V (inherited) >>"]))
    #expect(found == ["Hello", "World", text])
  }

  @Test(arguments: PopplerInterface.available)
  func `a document without a readable page is reported`(poppler: PopplerInterface) throws {
    let bytes = PDFFixture().bytes
    let pages = try #require(bytes.firstRange(of: Array("/Kids [10 0".utf8)))
    var damaged = bytes
    damaged.replaceSubrange(pages, with: Array("/Kids [99 0".utf8))
    let document = try ImportedDocument(damaged, type: "com.adobe.pdf", poppler: poppler)
    #expect(document.error != nil)
  }

  @Test(arguments: PopplerInterface.available)
  func `forms contribute text at their place and with their fonts`(poppler: PopplerInterface) throws {
    let font = "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding << /Differences [65 /B] >> >>"
    let form = PDFFixture.stream(
      "BT /F1 12 Tf 0 0 Td (A) Tj ET /X2 Do",
      "/Type /XObject /Subtype /Form /BBox [0 0 200 50] /Matrix [1 0 0 1 72 650] /Resources << /Font << /F1 101 0 R >> >>")
    // It has no resources of its own and uses those of the page. It also draws itself, which must
    // not loop.
    let inner = PDFFixture.stream("BT /F1 12 Tf 0 -30 Td (A) Tj ET /X2 Do", "/Subtype /Form /BBox [0 0 9 9]")
    let page = "BT /F1 12 Tf 72 700 Td (A) Tj ET q /X1 Do Q BT 72 500 Td (A) Tj ET /X3 Do"
    let found = try words(
      poppler,
      page, resources: "/XObject << /X1 100 0 R /X2 102 0 R /X3 103 0 R >>",
      objects: [form, font, inner, PDFFixture.stream("not text", "/Subtype /Image /Width 1 /Height 1")])
    #expect(found == ["A", "B", "B", "A"])
  }

  @Test(arguments: PopplerInterface.available)
  func `a form without text is skipped, the others are not`(poppler: PopplerInterface) throws {
    let silent = PDFFixture.stream("0 0 m 10 10 l S", "/Subtype /Form /BBox [0 0 9 9]")
    let spoken = PDFFixture.stream("BT /F1 12 Tf (again) Tj ET", "/Subtype /Form /BBox [0 0 9 9]")
    let draw = "/X1 Do /X2 Do 1 0 0 1 0 -50 cm "
    let found = try words(
      poppler,
      "1 0 0 1 72 700 cm " + draw + draw + draw, resources: "/XObject << /X1 100 0 R /X2 101 0 R >>", objects: [silent, spoken])
    #expect(found == ["again", "again", "again"])
  }

  @Test(arguments: PopplerInterface.available)
  func `text in a hidden layer is not read`(poppler: PopplerInterface) throws {
    let layers = "/OCProperties << /OCGs [100 0 R 101 0 R] /D << /OFF [100 0 R] >> >>"
    let objects = [
      "<< /Type /OCG /Name (off) >>", "<< /Type /OCG /Name (on) >>",
      PDFFixture.stream("BT /F1 12 Tf 72 600 Td (form) Tj ET", "/Subtype /Form /BBox [0 0 999 999] /OC 100 0 R"),
    ]
    let found = try words(
      poppler,
      "/OC /L0 BDC BT /F1 12 Tf 72 700 Td (hidden) Tj /Note BMC (too) Tj EMC ET EMC /OC /L1 BDC BT 72 680 Td /F1 12 Tf (shown) Tj ET EMC /X1 Do",
      resources: "/Properties << /L0 100 0 R /L1 101 0 R >> /XObject << /X1 102 0 R >>", objects: objects, catalog: layers)
    #expect(found == ["shown"])
  }

  @Test(arguments: PopplerInterface.available)
  func `a graphics state sets the font and draws a mask`(poppler: PopplerInterface) throws {
    let mask = PDFFixture.stream("BT /F1 12 Tf 72 600 Td (mask) Tj ET", "/Subtype /Form /BBox [0 0 999 999] /Group << /S /Transparency >>")
    let found = try words(
      poppler,
      "/G1 gs BT 72 700 Td (font) Tj ET /G2 gs", resources: "/ExtGState << /G1 << /Font [3 0 R 12] >> /G2 << /SMask << /G 100 0 R >> >> >>",
      objects: [mask])
    #expect(found == ["font", "mask"])
  }

  @Test(arguments: PopplerInterface.available)
  func `each page has its own fonts, even if their names are equal`(poppler: PopplerInterface) throws {
    let font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [65 /B] >> >>"
    let direct = "/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [65 /C] >> >> >>"
    let found = try words(
      poppler,
      PDFFixture(
        pages: ["A", "A", "A", "A"], resources: ["/Font << /F1 3 0 R >>", "/Font << /F1 100 0 R >>", direct, "/Font << /F1 3 0 R >>"],
        extraObjects: [font]))
    #expect(found == ["A", "B", "C", "A"])
  }

  @Test(arguments: PopplerInterface.available, [0, 90, 180, 270])
  func `a rotated page is read like others`(poppler: PopplerInterface, rotation: Int) throws {
    let document = try ImportedDocument(
      PDFFixture(
        contents: ["BT /F1 12 Tf 72 700 Td (one) Tj 40 0 Td (two) Tj 0 -20 Td (three) Tj ET"], pageEntries: "/Rotate \(rotation)"
      ).bytes, type: "com.adobe.pdf", poppler: poppler)
    #expect(document.words.sorted() == ["one", "three", "two"])
    #expect(document.attributes.pageWidth == (rotation % 180 == 0 ? 612 : 792))
  }

  @Test(arguments: PopplerInterface.available, ["1 0 0 1", "0 1 -1 0", "-1 0 0 -1", "0 -1 1 0"])
  func `lines are read in every direction`(poppler: PopplerInterface, matrix: String) throws {
    let found = try words(
      poppler, "BT /F1 12 Tf \(matrix) 300 400 Tm (two lines with an exam-) Tj 0 -14 Td (ple) Tj 0 -14 Td (and more) Tj ET")
    #expect(found.starts(with: ["two", "lines", "with", "an", "example", "and", "more"]))
    // The hyphen may be the word's own.
    #expect(found.contains("exam-ple"))
  }

  @Test(arguments: PopplerInterface.available)
  func `words from right to left are in reading order`(poppler: PopplerInterface) throws {
    let font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 101 0 R >>"
    let map = PDFFixture.stream(
      "1 begincodespacerange <00> <FF> endcodespacerange 2 beginbfchar <41> <05D0> <42> <05D1> endbfchar")
    let found = try words(
      poppler, "BT /F2 12 Tf 72 700 Td (AB) Tj ET BT /F1 12 Tf 72 600 Td (left) Tj ET",
      resources: "/Font << /F1 3 0 R /F2 100 0 R >>", objects: [font, map])
    let isMark = { (scalar: Unicode.Scalar) in scalar.properties.generalCategory == .format }
    #expect(found.map { $0.unicodeScalars.filter { !isMark($0) }.map(String.init).joined() } == ["בא", "left"])
  }

  @Test(arguments: PopplerInterface.available)
  func `all lines are read if some run from right to left, with spaces between words`(poppler: PopplerInterface) throws {
    let font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 101 0 R >>"
    let map = PDFFixture.stream(
      "1 begincodespacerange <00> <FF> endcodespacerange 4 beginbfchar <41> <05D0> <42> <05D1> <43> <05D2> <44> <06440627> endbfchar")
    let lines = [
      "BT /F2 12 Tf 72 700 Td (AB) Tj 40 0 Td (BC) Tj ET",
      "BT /F2 12 Tf 72 680 Td (CA) Tj /F1 12 Tf 40 0 Td (Latin) Tj /F2 12 Tf 50 0 Td (BA) Tj ET",
      "BT /F1 12 Tf 72 660 Td (Plain words) Tj ET", "BT /F2 12 Tf 72 640 Td (AC) Tj ET", "BT /F2 12 Tf 72 620 Td (D) Tj ET",
    ]
    let found = try words(poppler, lines.joined(separator: " "), resources: "/Font << /F1 3 0 R /F2 100 0 R >>", objects: [font, map])
    // poppler-cpp turns the letters of a ligature, too.
    let ligature = poppler == .private ? "\u{644}\u{627}" : "\u{627}\u{644}"
    #expect(Set(found) == ["בא", "גב", "אג", "Latin", "אב", "Plain", "words", "גא", ligature])
  }

  /// Lines of text, separated by so many other operators that lines cross the boundaries of blocks.
  static let long = (0..<48).map { line in
    "BT /F1 9 Tf 72 \(780 - 15 * line) Td (line\(line)) Tj [(of) -300 (text) ] TJ ET "
      + String(repeating: "0 0 m 1 1 l S ", count: 97 + line)
  }.joined()

  static let longWords = (0..<48).flatMap { ["line\($0)of", "text"] }

  @Test(arguments: PopplerInterface.available)
  func `long content is read to the end`(poppler: PopplerInterface) throws {
    #expect(try words(poppler, Self.long) == Self.longWords)
  }

  @Test(arguments: PopplerInterface.available)
  func `compressed content is read up to the damage`(poppler: PopplerInterface) throws {
    let whole = stored(Array(Self.long.utf8))
    func fixture(_ data: [UInt8], _ entries: String = "/Filter /FlateDecode") -> PDFFixture {
      PDFFixture(contents: [String(String.UnicodeScalarView(data.map { Unicode.Scalar($0) }))], contentEntries: entries)
    }
    #expect(try words(poppler, fixture(whole)) == Self.longWords)
    #expect(try words(poppler, fixture(whole, "/Filter [/FlateDecode]")) == Self.longWords)
    #expect(try words(poppler, fixture(whole, "/Filter /FlateDecode /DecodeParms << /Predictor 1 >>")) == Self.longWords)
    let part = try words(poppler, fixture(Array(whole.prefix(whole.count / 2))))
    #expect(part.count > 20 && part.elementsEqual(Self.longWords.prefix(part.count)))
    #expect(try words(poppler, fixture([0, 1, 2, 3])) == [])
  }

  @Test(arguments: PopplerInterface.available)
  func `several streams are one content, divided between its tokens`(poppler: PopplerInterface) throws {
    let parts = ["BT /F1 12 Tf 72 700", "Td (one)", "Tj ET"].map { PDFFixture.stream($0) }
    let fixture = PDFFixture(pageEntries: "/Contents [100 0 R 101 0 R 102 0 R]", extraObjects: parts)
    let bytes = String(decoding: fixture.bytes, as: UTF8.self).replacing("/Contents 11 0 R", with: "                ")
    #expect(try ImportedDocument(Array(bytes.utf8), type: "com.adobe.pdf", poppler: poppler).words == ["one"])
  }

  @Test(arguments: PopplerInterface.available)
  func `fonts of later pages are listed`(poppler: PopplerInterface) throws {
    let font = "<< /Type /Font /Subtype /Type1 /BaseFont /Later >>"
    let fixture = PDFFixture(
      pages: (1...9).map { "\($0)" }, resources: Array(repeating: "/Font << /F1 3 0 R >>", count: 8) + ["/Font << /F1 100 0 R >>"],
      extraObjects: [font])
    #expect(try ImportedDocument(fixture.bytes, type: "com.adobe.pdf", poppler: poppler).attributes.fontNames == ["Helvetica", "Later"])
  }

  @Test(arguments: PopplerInterface.available)
  func `fonts of forms and annotations are listed once`(poppler: PopplerInterface) throws {
    func font(_ name: String) -> String { "<< /Type /Font /Subtype /Type1 /BaseFont /\(name) >>" }
    let form = PDFFixture.stream("", "/Subtype /Form /BBox [0 0 1 1] /Resources << /Font << /A 102 0 R >> /XObject << /X 100 0 R >> >>")
    let look = PDFFixture.stream("", "/BBox [0 0 1 1] /Resources << /Font << /A 103 0 R /B 102 0 R >> >>")
    let document = try ImportedDocument(
      PDFFixture(
        resources: ["/Font << /F1 3 0 R >> /XObject << /X 100 0 R >>"],
        pageEntries: "/Annots [<< /Subtype /Stamp /Rect [0 0 1 1] /AP << /N << /On 101 0 R >> >> /AS /On >>]",
        extraObjects: [form, look, font("ABCDEF+Form"), font("Annotation")]
      ).bytes, type: "com.adobe.pdf", poppler: poppler)
    #expect(document.attributes.fontNames == ["Helvetica", "Form", "Annotation"])
  }
}

/// A zlib stream of uncompressed blocks.
private func stored(_ data: [UInt8]) -> [UInt8] {
  var output: [UInt8] = [0x78, 0x01]
  for start in stride(from: 0, to: data.count, by: 0xFFFF) {
    let block = data[start..<min(start + 0xFFFF, data.count)]
    let length = UInt16(block.count)
    output.append(start + 0xFFFF >= data.count ? 1 : 0)
    for half in [length, ~length] { output += [UInt8(half & 255), UInt8(half >> 8)] }
    output += block
  }
  var (a, b) = (UInt32(1), UInt32(0))
  for byte in data {
    a = (a + UInt32(byte)) % 65521
    b = (b + a) % 65521
  }
  return output + [UInt8(b >> 8), UInt8(b & 255), UInt8(a >> 8), UInt8(a & 255)]
}
