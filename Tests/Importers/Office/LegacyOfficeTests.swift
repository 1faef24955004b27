import AttributeSets
import ImporterSupport
import OfficeImporter
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct LegacyOfficeTests {
  private func imported(_ bytes: [UInt8], as type: String = "com.microsoft.word.doc") throws -> MediaImport {
    try MediaImport(OfficeImporter(), bytes, type: type)
  }

  @Test func `a Word document has the text of its pieces and its properties`() throws {
    let found = try imported(CompoundFixture.word().bytes)
    #expect(found.failure == nil)
    #expect(found.text.split(whereSeparator: \.isWhitespace) == ["Grün", "7", "Größe", "€"])
    #expect(found.attributes.title == "A Title")
    #expect(found.attributes.authorNames == ["Ada"])
  }

  @Test func `a workbook has the names of its sheets, shared texts and numbers`() throws {
    let found = try imported(CompoundFixture.excel.bytes)
    #expect(found.text.split(whereSeparator: \.isWhitespace) == ["Budget", "Rent", "Größe", "1250.5", "42"])
  }

  @Test func `a presentation has the texts of its slides, but not of its master`() throws {
    #expect(try imported(CompoundFixture.powerPoint.bytes).text == "Größe\nzwei\nplain\n")
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

  private static let all = [CompoundFixture.word(), .excel, .powerPoint].map(\.bytes)

  @Test(arguments: all.indices, [1, 2, 3] as [UInt64])
  func `damage does not crash the importer`(index: Int, seed: UInt64) throws {
    let bytes = Self.all[index]
    for length in stride(from: 0, to: bytes.count, by: 97) { _ = try imported(Array(bytes[..<length])) }
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 { _ = try imported(bytes.damaged(using: &generator)) }
  }
}
