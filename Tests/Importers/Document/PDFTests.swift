// SPDX-License-Identifier: Apache-2.0

import TestSupport
import AttributeSets
import Foundation
import Glibc
import ImporterSupport
import Testing

@testable import DocumentImporter

private func imported(_ poppler: PopplerInterface, _ fixture: PDFFixture) throws -> ImportedDocument {
  try ImportedDocument(fixture.bytes, type: "com.adobe.pdf", poppler: poppler)
}

@Suite struct PDFTests {
  @Test(arguments: PopplerInterface.available)
  func `the information dictionary provides the attributes`(poppler: PopplerInterface) throws {
    let document = try imported(poppler, PDFFixture())
    let attributes = document.attributes
    #expect(document.error == nil)
    #expect(attributes.title == "A Title")
    #expect(attributes.authorNames == ["Ada", "Bob"])
    #expect(attributes.subject == "S")
    #expect(attributes.keywords == ["one", "two", "three"])
    #expect(attributes.creator == "Pen")
    #expect(attributes.encodingApplications == ["Press 1.0"])
    #expect(attributes.contentCreationDate == Date(timeIntervalSince1970: 1_404_221_930))
    #expect(attributes.contentModificationDate == Date(timeIntervalSince1970: 1_422_936_306))
    #expect(attributes.version == "1.4")
    #expect(attributes.securityMethod == "None")
    #expect(attributes.fontNames == ["Helvetica"])
  }

  @Test func `every build contains the public interface`() {
    #expect(PopplerInterface.available.last == .public)
    #expect(PopplerInterface.preferred == PopplerInterface.available.first)
  }

  @Test(arguments: PopplerInterface.available)
  func `attributes without values in the document are not set`(poppler: PopplerInterface) throws {
    let attributes = try imported(poppler, PDFFixture(information: "/Title ( )")).attributes
    #expect(attributes.title == nil)
    #expect(attributes.authorNames == nil)
    #expect(attributes.keywords == nil)
    #expect(attributes.encodingApplications == nil)
    #expect(attributes.contentCreationDate == nil)
  }

  @Test(arguments: PopplerInterface.available)
  func `pages are counted, measured and read in order`(poppler: PopplerInterface) throws {
    let pages = (1...12).map { "page\($0)" }
    let document = try imported(poppler, PDFFixture(version: "1.7", pages: pages, pageSize: (595.3, 841.9)))
    #expect(document.attributes.pageCount == 12)
    #expect(abs((document.attributes.pageWidth?.doubleValue ?? 0) - 595.3) < 0.01)
    #expect(abs((document.attributes.pageHeight?.doubleValue ?? 0) - 841.9) < 0.01)
    let offset = try imported(poppler, PDFFixture(pageSize: (999, 999), pageEntries: "/CropBox [10.1 20.2 605.38 862.09]"))
    #expect(offset.attributes.pageWidth == 595.28)
    #expect(offset.attributes.pageHeight == 841.89)
    #expect(document.attributes.version == "1.7")
    #expect(document.words.map(String.init) == pages)
  }

  @Test(arguments: PopplerInterface.available)
  func `words are complete and separate`(poppler: PopplerInterface) throws {
    // Three cells of a table, and a word that is divided between two lines.
    let document = try imported(
      poppler,
      PDFFixture(pages: ["Li) Tj 60 0 Td (Be) Tj 60 0 Td (Na", "some divi) Tj (ded exam-) Tj 0 -14 Td (ple of a Well-) Tj 0 -14 Td (Known"])
    )
    // The hyphen may be the word's own.
    let again = ["divided", "exam-ple", "of"]
    #expect(document.words.map(String.init) == ["Li", "Be", "Na", "some", "divided", "example", "of", "a", "Well-", "Known"] + again)
  }

  @Test(arguments: PopplerInterface.available)
  func `strings are PDFDocEncoding or UTF-16`(poppler: PopplerInterface) throws {
    let attributes = try imported(poppler, PDFFixture(information: #"/Title <FEFF0047007200FC00DF0065> /Author (Ren\351)"#)).attributes
    #expect(attributes.title == "Grüße")
    #expect(attributes.authorNames == ["René"])
  }

  @Test(
    arguments: PopplerInterface.available,
    [
      ("<FEFF0041006400610>", "Ada"), ("<FEFF00410064006100>", "Ada"), ("<FEFF004100640061D800>", "Ada"), ("<FEFF00410064D8000061>", "Ada"),
      (#"(\376\377\000A\000d\000a\000)"#, "Ada"), ("<FFFE41006400610>", "Ada"), ("<FEFF00>", nil), ("<FEFFD800>", nil),
    ])
  func `the readable part of invalid UTF-16 is kept`(poppler: PopplerInterface, row: (string: String, author: String?)) throws {
    let attributes = try imported(poppler, PDFFixture(information: "/Trapped /False /Author \(row.string) /Title (T)")).attributes
    #expect(attributes.authorNames == row.author.map { [$0] })
    #expect(attributes.title == "T")
  }

  @Test(arguments: PopplerInterface.available)
  func `the characters of PDFDocEncoding beyond Latin-1 are read`(poppler: PopplerInterface) throws {
    let attributes = try imported(
      poppler, PDFFixture(information: #"/Title (\215A\216 \204 B\222 \031) /Author (\227uk\233)"#)
    ).attributes
    #expect(attributes.title == "“A” — B™ ˇ")
    #expect(attributes.authorNames == ["Šukł"])
  }

  @Test(
    arguments: PopplerInterface.available,
    [
      ("D:2014", 1_388_534_400), ("2014", 1_388_534_400), ("D:191000102030405", 946_782_245), ("D:20140431", nil),
      ("D:20140701153850-01'30'", 1_404_234_530),
      ("yesterday", nil), ("D:0000", nil), ("", nil),
    ] as [(String, Double?)])
  func `dates are read if they exist`(poppler: PopplerInterface, row: (text: String, seconds: Double?)) throws {
    let attributes = try imported(poppler, PDFFixture(information: "/CreationDate (\(row.text))")).attributes
    #expect(attributes.contentCreationDate == row.seconds.map { Date(timeIntervalSince1970: $0) })
  }

  @Test(arguments: PopplerInterface.available)
  func `a file that is too large for memory is read`(poppler: PopplerInterface) throws {
    let bytes = PDFFixture(pages: ["one", "two"]).bytes
    let descriptor = try ImportedDocument.temporaryFile()
    defer { close(descriptor) }
    #expect(bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } == bytes.count)
    // The table of objects is no longer at the end, and is built again from the objects.
    let byteCount = 33 << 20
    #expect(ftruncate(descriptor, byteCount) == 0)
    let document = try ImportedDocument(
      descriptor: descriptor, byteCount: byteCount, type: "com.adobe.pdf", keepsText: true, poppler: poppler)
    #expect(document.error == nil)
    #expect(document.words == ["one", "two"])
  }

  @Test(arguments: PopplerInterface.available)
  func `white space in strings becomes single spaces`(poppler: PopplerInterface) throws {
    let attributes = try imported(poppler, PDFFixture(information: #"/Title <FEFF004900A000A00042> /Author (Ada\t L\nBob)"#)).attributes
    #expect(attributes.title == "I B")
    #expect(attributes.authorNames == ["Ada L", "Bob"])
  }

  @Test(arguments: PopplerInterface.available)
  func `a document that needs a password reports it`(poppler: PopplerInterface) throws {
    let zeros = String(repeating: "00", count: 32)
    let dictionary = "<< /Filter /Standard /V 1 /R 2 /O <\(zeros)> /U <\(zeros)> /P -44 >>"
    let document = try imported(
      poppler,
      PDFFixture(version: "1.3", trailer: "/Encrypt 100 0 R /ID [<\(zeros)> <\(zeros)>]", extraObjects: [dictionary]))
    #expect(document.error == .encrypted)
    #expect(document.attributes.securityMethod == "Password Encrypted")
    #expect(document.attributes.version == "1.3")
    #expect(document.text == "")
  }

  @Test(arguments: PopplerInterface.available)
  func `every prefix of a document is read or reported as damaged`(poppler: PopplerInterface) throws {
    let bytes = PDFFixture(pages: ["one", "two"]).bytes
    for length in 0..<bytes.count {
      let document = try ImportedDocument(Array(bytes[..<length]), type: "com.adobe.pdf", poppler: poppler)
      if case .damaged? = document.error { continue }
      #expect(document.error == nil)
    }
  }

  @Test(arguments: PopplerInterface.available, 1...200) func `a document with changed bytes does not crash the importer`(
    poppler: PopplerInterface, seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var bytes = PDFFixture(pages: ["one", "two"]).bytes
    for _ in 0..<Int.random(in: 1...20, using: &random) {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
    }
    _ = try ImportedDocument(bytes, type: "com.adobe.pdf", poppler: poppler)
  }

  @Test(arguments: PopplerInterface.available, 1...50) func `random bytes are rejected`(poppler: PopplerInterface, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bytes = (0..<Int.random(in: 0...2000, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    let document = try ImportedDocument(bytes, type: "com.adobe.pdf", poppler: poppler)
    #expect(document.error != nil)
  }
}
