// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Foundation
import ImporterSupport
import TestSupport
import Testing

@testable import DocumentImporter

@Suite(.timeLimit(.minutes(10))) struct DjVuTests {
  private typealias Fixture = DjVuFixture

  private func imported(_ bytes: [UInt8]) throws -> ImportedDocument {
    try ImportedDocument(bytes, type: try #require(DocumentFormat.djvuTypes.last))
  }

  private static let metadata = Fixture.annotations(
    #"(metadata (title "Roots and\ntubers") (author "Ada Example and Bob Example") (year "1923") (publisher "Example Press"))"#)

  private static let book = Fixture.bundle(
    Fixture.form("DJVI", [metadata]),
    Fixture.form("DJVU", [Fixture.information(), Bytes.bigChunk("BG44", [1, 2, 3]), Fixture.text("Größe of\u{1F}roots")]),
    Fixture.form("DJVU", [Fixture.information(), Fixture.packedText]), Fixture.form("THUM", [Bytes.bigChunk("TH44", [1])]),
    Fixture.form("DJVU", [Fixture.information(width: 10)]))

  @Test func `the text of all pages is read, packed or not`() throws {
    let document = try imported(Self.book)
    #expect(document.error == nil)
    #expect(document.text.hasPrefix("Größe of\nroots\nTurnips and parsnips grow slowly.\n"))
    // The hyphen may be the word's own.
    #expect(document.words.last == "grow" && document.words.contains { $0.contains("-") })
  }

  @Test func `pages are counted, and the first one has a size in points`() throws {
    let attributes = try imported(Self.book).attributes
    #expect(attributes.pageCount == 3)
    #expect(attributes.pageWidth == 306)
    #expect(attributes.pageHeight == 396)
  }

  @Test func `a page that is turned has the size that it is shown with`() throws {
    let attributes = try imported(Fixture.page(Fixture.information(isTurned: true))).attributes
    #expect(attributes.pageCount == 1)
    #expect(attributes.pageWidth == 396)
    #expect(attributes.pageHeight == 306)
  }

  @Test func `the shared annotations provide the metadata`() throws {
    let attributes = try imported(Self.book).attributes
    #expect(attributes.title == "Roots and tubers")
    #expect(attributes.authorNames == ["Ada Example", "Bob Example"])
    #expect(attributes.publishers == ["Example Press"])
    #expect(attributes.contentCreationDate != nil)
  }

  @Test func `a document of one page has its own annotations`() throws {
    let annotations = Fixture.annotations(#"(metadata (Title "Roots") (Keywords "one, two") (Producer "program"))"#)
    let document = try imported(Fixture.page(Fixture.information(), annotations))
    #expect(document.error == nil)
    #expect(document.attributes.title == "Roots")
    #expect(document.attributes.keywords == ["one", "two"])
    #expect(document.attributes.encodingApplications == ["program"])
  }

  @Test func `a list of pages in other files has their number`() throws {
    let document = try imported(Fixture.list)
    #expect(document.error == nil)
    #expect(document.attributes.pageCount == 3)
    for length in 0..<Fixture.list.count { _ = try imported(Array(Fixture.list[..<length])) }
    #expect(try imported(Fixture.bundle(flags: 1)).error == .damaged("it has no pages"))
  }

  @Test func `files that cannot be read are reported`() throws {
    #expect(try imported(Bytes.text("no document")).error == .damaged("it does not begin like a DjVu document"))
    #expect(try imported(Fixture.bundle()).error == .damaged("it has no pages"))
    let cut = try imported(Self.book.dropLast(20))
    #expect(cut.error == .damaged("its end is missing"))
    #expect(cut.text.hasPrefix("Größe of\nroots\n"))
  }

  @Test func `a page whose text is damaged does not lose the others`() throws {
    let damaged = Fixture.form("DJVU", [Fixture.information(), Bytes.bigChunk("TXTz", [0xFF, 0, 1, 2, 3])])
    let document = try imported(Fixture.bundle(damaged, Fixture.form("DJVU", [Fixture.information(), Fixture.text("roots")])))
    #expect(document.words == ["roots"])
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `damage neither crashes nor blocks the importer`(seed: UInt64) throws {
    for length in stride(from: Int(seed), to: Self.book.count, by: 13) { _ = try imported(Array(Self.book[..<length])) }
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 { _ = try imported(Self.book.damaged(using: &random)) }
  }

  @Test func `annotations are read with escapes, and only the lists of metadata`() {
    let annotations = #"""
      (background #FFFFFF) (metadata (Title "a \"b\" \303\274\n\\") (x (title "no"))(y "z" ) ) (maparea "url" (title "no")) ) (metadata
      """#
    #expect(DjVuAnnotations.metadata(in: Bytes.text(annotations)) == ["title": "a \"b\" ü\n\\", "y": "z"])
    #expect(DjVuAnnotations.metadata(in: Bytes.text(String(repeating: "(", count: 500_000))).isEmpty)
    #expect(DjVuAnnotations.metadata(in: Bytes.text("(metadata (title \"cut\\")).isEmpty == false)
  }

  @Test func `packed text that expands to very much is not unpacked`() throws {
    var budget = 100
    let packed = Array(Fixture.packedText.dropFirst(8))
    #expect(BZZ.unpacked(packed[...], budget: &budget).count == 56)
    #expect(budget == 43)
    #expect(BZZ.unpacked(packed[...], budget: &budget).isEmpty)
  }
}
