// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Foundation
import ImporterSupport
import OfficeImporter
import Testing

private func imported(_ bytes: [UInt8]) throws -> MediaImport {
  try MediaImport(OfficeImporter(), bytes, type: "org.oasis-open.opendocument")
}

private func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }

private let created = Date(timeIntervalSince1970: 1_404_221_930)
private let modified = Date(timeIntervalSince1970: 1_422_936_306)

@Suite struct OfficeImporterTests {
  @Test func `a Word document has properties and text`() throws {
    let found = try imported(OfficeFixture.word.bytes)
    #expect(found.failure == nil)
    let attributes = found.attributes
    #expect(attributes.title == "A Title")
    #expect(attributes.subject == "S")
    #expect(attributes.authorNames == ["Ada", "Bob"])
    #expect(attributes.editors == ["Eve"])
    #expect(attributes.keywords == ["one", "two", "three"])
    #expect(attributes.contentDescription == "About")
    #expect(attributes.languages == ["en-GB"])
    #expect(attributes.version == "1.2")
    #expect(attributes.contentCreationDate == created)
    #expect(attributes.contentModificationDate == modified)
    #expect(attributes.creator == "Writer")
    #expect(attributes.pageCount == 3)
    #expect(attributes.organizations == ["ACME"])
    let key = try #require(CSCustomAttributeKey(keyName: "Order_number"))
    #expect(attributes.value(forCustomKey: key) as? NSString == "A 17")
    #expect(words(found.text) == ["Hello", "&", "bye", "tab", "bed", "see", "A", "red", "fox", "box", "Header", "Footnote"])
    let category = try #require(CSCustomAttributeKey(keyName: "Category"))
    #expect(attributes.value(forCustomKey: category) as? NSString == "Plans")
    let manager = try #require(CSCustomAttributeKey(keyName: "Manager"))
    #expect(attributes.value(forCustomKey: manager) as? NSString == "Zoe")
  }

  @Test func `a workbook's text is that of its sheets, cells and comments`() throws {
    let found = try imported(OfficeFixture.workbook.bytes)
    #expect(words(found.text) == ["Budget", "Rent", "Food", "1250.5", "inline", "joined", "Check", "this"])
  }

  @Test(arguments: [(false, "2021-03-05"), (true, "2025-03-06")])
  func `numbers, dates and percentages of a workbook are read as their formats show them`(date1904: Bool, day: String) throws {
    let found = try imported(OfficeFixture.numbers(date1904: date1904).bytes)
    #expect(found.failure == nil)
    #expect(words(found.text) == ["Log", day, "12%", day, "14:30", "3.33", "0.3", "123456789012345", "-5"].map { Substring($0) })
  }

  @Test func `slides come in the order of their numbers, each with its notes`() throws {
    #expect(try imported(OfficeFixture.slides.bytes).text == "Chart\nSecond\nSay this\nTenth\n")
  }

  @Test(arguments: [OfficeFixture.openDocument.bytes, Bytes.text(OfficeFixture.flat)])
  func `an OpenDocument file has metadata and text`(bytes: [UInt8]) throws {
    let found = try imported(bytes)
    #expect(found.failure == nil)
    let attributes = found.attributes
    #expect(attributes.title == "A Title")
    #expect(attributes.subject == "S")
    #expect(attributes.authorNames == ["Ada"])
    #expect(attributes.editors == ["Eve"])
    #expect(attributes.keywords == ["one", "two"])
    #expect(attributes.creator == "Office/1")
    #expect(attributes.contentCreationDate == created)
    #expect(attributes.contentModificationDate == modified)
    #expect(attributes.pageCount == 4)
    let key = try #require(CSCustomAttributeKey(keyName: "Order"))
    #expect(attributes.value(forCustomKey: key) as? NSString == "A 17")
    #expect(words(found.text).filter { $0 != "Footer" } == ["Headline", "one", "two", "three", "note", "Fox", "Red", "&", "small"])
  }

  @Test func `readings stand beside the words of a paragraph, not inside them`() throws {
    let ruby = { (word: String, reading: String) in
      "<text:ruby><text:ruby-base>\(word)</text:ruby-base><text:ruby-text>\(reading)</text:ruby-text></text:ruby>"
    }
    let flat = OfficeFixture.flat.replacing(
      "<text:h>", with: "<text:p>\(ruby("漢", "かん"))\(ruby("字", "じ"))の\(ruby("東京", "とうきょう"))タワー</text:p><text:h>")
    #expect(words(try imported(Bytes.text(flat)).text).prefix(5) == ["漢字の東京タワー", "かん", "じ", "とうきょう", "Headline"])
  }

  @Test func `an EPUB has the text of its chapters in reading order`() throws {
    let found = try imported(OfficeFixture.epub.bytes)
    #expect(found.failure == nil)
    let attributes = found.attributes
    #expect(attributes.title == "A Title")
    #expect(attributes.authorNames == ["Ada", "Bob"])
    #expect(attributes.keywords == ["bears", "honey"])
    #expect(attributes.alternateNames == ["Or Not"])
    let series = try #require(CSCustomAttributeKey(keyName: "Series"))
    #expect(attributes.value(forCustomKey: series) as? NSString == "Bears")
    #expect(attributes.contentDescription == "About bears")
    #expect(attributes.publishers == ["P"])
    #expect(attributes.rights == "Free")
    #expect(attributes.contentModificationDate == modified)
    #expect(attributes.contentCreationDate != nil)
    #expect(words(found.text) == ["Chapter", "one", "Chapter", "two"])
  }

  @Test(arguments: [Bytes.text(OfficeFixture.fictionBook), ZipFixture(["a book.fb2": OfficeFixture.fictionBook]).bytes])
  func `a FictionBook has metadata and text, also in an archive`(bytes: [UInt8]) throws {
    let found = try imported(bytes)
    #expect(found.failure == nil)
    let attributes = found.attributes
    #expect(attributes.title == "A Title")
    #expect(attributes.authorNames == ["Ada Lovelace"])
    #expect(attributes.editors == ["eve"])
    let series = try #require(CSCustomAttributeKey(keyName: "Series"))
    #expect(attributes.value(forCustomKey: series) as? NSString == "Bears")
    #expect(attributes.contentDescription == "About bears")
    #expect(attributes.publishers == ["P"])
    #expect(attributes.identifier == "978")
    #expect(attributes.creator == "Pen")
    #expect(attributes.contentCreationDate != nil)
    #expect(words(found.text) == ["Chapter", "Once", "upon", "a", "time"])
  }

  @Test func `a Mobipocket book has metadata and text`() throws {
    let found = try imported(OfficeFixture.mobipocket)
    #expect(found.failure == nil)
    let attributes = found.attributes
    #expect(attributes.title == "A Title")
    #expect(attributes.authorNames == ["Ada"])
    #expect(attributes.publishers == ["P"])
    #expect(attributes.contentDescription == "About bears")
    #expect(attributes.keywords == ["honey"])
    #expect(words(found.text) == ["abcabc", "d"])
  }

  @Test func `lengths in the fields for large archives are read`() throws {
    var archive = OfficeFixture.slides
    archive.hasLongLengths = true
    #expect(try imported(archive.bytes).text.hasPrefix("Chart\nSecond\n"))
  }

  @Test func `the separators of Windows in names of parts are read`() throws {
    let members = OfficeFixture.word.members.map { ($0.name.replacingOccurrences(of: "/", with: "\\"), $0.bytes) }
    #expect(try imported(ZipFixture(members).bytes).attributes.title == "A Title")
  }

  @Test(arguments: [
    OfficeFixture.encrypted.bytes,
    ZipFixture([
      "META-INF/manifest.xml": "<manifest:manifest xmlns:manifest='m'><manifest:encryption-data/></manifest:manifest>", "content.xml": "?",
    ]).bytes,
  ])
  func `an encrypted document is reported`(bytes: [UInt8]) throws {
    let found = try imported(bytes)
    #expect(found.failure as? ImportError == .encrypted)
    #expect(found.attributes.securityMethod == "Password Encrypted")
  }
}
