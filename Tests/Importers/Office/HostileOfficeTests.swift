// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Foundation
import ImporterSupport
import OfficeImporter
import TestSupport
import Testing

/// Damaged documents yield what is still readable. Nothing crashes or takes long.
@Suite(.timeLimit(.minutes(10))) struct HostileOfficeTests {
  private func imported(_ bytes: [UInt8]) throws -> MediaImport {
    try MediaImport(OfficeImporter(), bytes, type: "org.oasis-open.opendocument")
  }

  /// A Mobipocket book has no mark at its end.
  @Test(arguments: OfficeFixture.all.map(\.name).filter { $0 != "mobi" })
  func `a truncated document is reported as damaged`(name: String) throws {
    let bytes = try #require(OfficeFixture.all.first { $0.name == name }).bytes
    for length in stride(from: 1, to: bytes.count - 1, by: 7) {
      #expect(try imported(Array(bytes[..<length])).failure != nil, "length \(length)")
    }
  }

  @Test(arguments: OfficeFixture.all.map(\.name), [1, 2] as [UInt64])
  func `random damage does not crash the importer`(name: String, seed: UInt64) throws {
    let bytes = try #require(OfficeFixture.all.first { $0.name == name }).bytes
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 { _ = try imported(bytes.damaged(using: &generator)) }
  }

  @Test func `text before damaged XML is kept`() throws {
    var archive = OfficeFixture.openDocument
    let index = try #require(archive.members.firstIndex { $0.name == "content.xml" })
    archive.members[index].bytes = Bytes.text("<document xmlns:text='t'><text:p>before</text:p><text:p>")
    let found = try imported(archive.bytes)
    #expect(found.text.hasPrefix("before\n"))
    guard case .damaged? = found.failure as? ImportError else { return #expect(Bool(false), "\(String(describing: found.failure))") }
    #expect(found.attributes.title == "A Title")
  }

  @Test func `entities are not expanded`() throws {
    let bomb = """
      <!DOCTYPE d [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'>
      <!ENTITY file SYSTEM 'file:///etc/passwd'>]>
      """
    var archive = OfficeFixture.openDocument
    let index = try #require(archive.members.firstIndex { $0.name == "content.xml" })
    archive.members[index].bytes = Bytes.text(bomb + "<document xmlns:text='t'><text:p>x&c;&file;y</text:p></document>")
    let found = try imported(archive.bytes)
    #expect(!found.text.contains("aaaa") && !found.text.contains("root"))
    #expect(found.text.contains("x"))
  }

  @Test func `an archive that unpacks to far more than its size is refused`() throws {
    // The header of a Deflate block whose code for 258 times the previous byte has two bits, all of
    // them zero.
    let header: [UInt8] = [0xED, 0xC1, 1, 0x0D, 0, 0, 0, 0xC2, 0xA0, 0x2A, 0xEF, 0x9F, 0xD2, 0x1E, 0x0E, 0x28]
    var archive = ZipFixture([("content.xml", header + [UInt8](repeating: 0, count: 20_000))])
    archive.unpackedByteCount = 20_000_000
    let found = try imported(archive.bytes)
    #expect(found.failure as? ImportError == .damaged("content.xml unpacks to more than 400 times its size"))
  }

  @Test func `an archive without a document, an empty one and other data are reported`() throws {
    for bytes in [ZipFixture(["a.txt": "x"]).bytes, ZipFixture([]).bytes, Bytes.text("plain text"), Bytes.text("<html/>")] {
      #expect(try imported(bytes).failure != nil)
    }
  }

  @Test func `deep elements end the parsing`() throws {
    let deep = String(repeating: "<section>", count: 100_000)
    let found = try imported(Bytes.text("<FictionBook><body><p>before</p>\(deep)"))
    #expect(found.text == "before\n")
    #expect(found.failure != nil)
  }
}
