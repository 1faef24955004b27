// SPDX-License-Identifier: Apache-2.0

import Attributes
import AttributeSets
import ImporterSupport
import TestSupport
import Testing

@testable import OfficeImporter

@Suite(.timeLimit(.minutes(10))) struct LegacyOfficeTests {
  private func imported(_ bytes: [UInt8], as type: String = "com.microsoft.word.doc") throws -> MediaImport {
    try MediaImport(OfficeImporter(), bytes, type: type)
  }

  @Test func `a Word document has the text of its pieces and its properties`() throws {
    let found = try imported(CompoundFixture.word(hasOwnProperties: true).bytes)
    #expect(found.failure == nil)
    #expect(found.text.split(whereSeparator: \.isWhitespace) == ["Grün", "7", "Größe", "€"])
    #expect(found.attributes.title == "A Title")
    #expect(found.attributes.authorNames == ["Ada"])
    #expect(found.attributes.record[custom: "Mood1"] == .string("calm sea"))
  }

  @Test func `a workbook has the names of its sheets, shared texts and numbers`() throws {
    let found = try imported(CompoundFixture.excel.bytes)
    #expect(found.text.split(whereSeparator: \.isWhitespace) == ["Budget", "Rent", "Größe", "1250.5", "42"])
  }

  @Test func `a workbook has dates and percentages as its formats show them`() throws {
    let text = try imported(CompoundFixture.dates.bytes).text
    #expect(text.split(whereSeparator: \.isWhitespace) == ["2021-03-05", "12%", "18:00", "42"])
  }

  @Test func `a workbook has numbers of neighbouring cells, results of formulas and comments`() throws {
    let text = try imported(CompoundFixture.sums.bytes).text
    #expect(text.split(whereSeparator: \.isWhitespace) == ["100", "2.5", "102.5", "sum", "Größe", "Note"])
  }

  @Test(arguments: ["Book", "BOOK"])
  func `a workbook of Excel 95 has texts in its code page`(stream: String) throws {
    let text = try imported(CompoundFixture.excel95(stream: stream).bytes).text
    #expect(text.split(whereSeparator: \.isWhitespace) == ["Лист", "Сумма", "7"])
  }

  @Test func `a sheet of Excel 4 is no compound file`() throws {
    let text = try imported(CompoundFixture.excel4, as: "com.microsoft.excel.xls").text
    #expect(text.split(whereSeparator: \.isWhitespace) == ["Total", "42"])
  }

  @Test(arguments: [false, true])
  func `a document of Word 6 has its text in the encoding that fits`(isFastSaved: Bool) throws {
    let found = try imported(CompoundFixture.word6(isFastSaved: isFastSaved).bytes)
    #expect(found.failure == nil)
    #expect(found.text == "Программа «Кадры» работает с таблицами\nи отчётами\n\n")
  }

  @Test func `a document of Word 2 is no compound file`() throws {
    #expect(try imported(CompoundFixture.word2).text == "plain words\n\n")
  }

  @Test(arguments: ["_1", "Übung", "表"])
  func `text of embedded documents follows that of the document, whatever the names of their storages`(name: String) throws {
    var file = CompoundFixture.embedding
    file.nameOfStorage = name
    let found = try imported(file.bytes)
    #expect(found.text.split(whereSeparator: \.isWhitespace) == ["outside", "inside"])
  }

  @Test func `an embedded document that is damaged does not matter`() throws {
    let found = try imported(CompoundFixture.embeddingDamage.bytes)
    #expect(found.failure == nil)
    #expect(found.text.split(whereSeparator: \.isWhitespace) == ["outside"])
  }

  @Test(arguments: [("a\u{1F600}b", "a\u{1F600}b"), ("ß€", "ß€"), ("", "")])
  func `UTF-16 is converted`(text: String, expected: String) {
    let bytes = text.utf16.flatMap { Bytes.little($0) }
    #expect(String(decoding: StoredCharacters(bytes: bytes, encoding: .wide).utf8, as: UTF8.self) == expected)
  }

  @Test(
    arguments: [([0xD83D], "\u{FFFD}"), ([0xD83D, 0x41], "\u{FFFD}A"), ([0xDE00, 0xD83D, 0xDE00], "\u{FFFD}\u{1F600}")]
      as [([UInt16], String)])
  func `half of a surrogate pair becomes a replacement character`(units: [UInt16], expected: String) {
    let characters = StoredCharacters(bytes: units.flatMap { Bytes.little($0) } + [0x41], encoding: .wide)
    #expect(String(decoding: characters.utf8, as: UTF8.self) == expected)
  }

  @Test func `a presentation has the texts of its slides, but not of its master`() throws {
    #expect(try imported(CompoundFixture.powerPoint.bytes).text == "A remark\nGröße\nzwei\nplain\nMy footer\n")
  }

  @Test(
    arguments: [CompoundFixture.word(flags: 0x300), CompoundFixture(streams: [("EncryptedPackage", []), ("EncryptionInfo", [])])].map(
      \.bytes))
  func `an encrypted document is reported`(bytes: [UInt8]) throws {
    let found = try imported(bytes)
    #expect(found.failure as? ImportError == .encrypted)
    #expect(found.attributes.securityMethod == "Password Encrypted")
  }

  @Test(arguments: [("{\\rtf1 rich}", "rich"), ("plain words", "plain words"), ("<html><b>marked</b></html>", "marked")])
  func `RTF, text and HTML under the name of Word are read as what they are`(content: String, text: String) throws {
    let found = try imported(Bytes.text(content))
    #expect(found.failure == nil)
    #expect(found.text.split(whereSeparator: \.isNewline).joined() == text)
  }

  private static let all =
    [CompoundFixture.word(), .word6(isFastSaved: true), .excel, .sums, .dates, .excel95(stream: "Book"), .powerPoint, .embedding].map(
      \.bytes)
    + [CompoundFixture.word2, CompoundFixture.excel4]

  @Test(arguments: all.indices, [1, 2, 3] as [UInt64])
  func `damage does not crash the importer`(index: Int, seed: UInt64) throws {
    let bytes = Self.all[index]
    for length in stride(from: 0, to: bytes.count, by: 97) { _ = try imported(Array(bytes[..<length])) }
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 { _ = try imported(bytes.damaged(using: &generator)) }
  }
}
