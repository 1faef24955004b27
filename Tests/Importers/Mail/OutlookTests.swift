// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Attributes
import DocumentImporter
import Foundation
import ImporterSupport
import MailImporter
import Testing
import UniformTypeIdentifiers

/// Messages as programs of Microsoft and Apple store them.
@Suite(.timeLimit(.minutes(10))) struct OutlookTests {
  private static let date = Date(timeIntervalSince1970: 1_404_221_930)
  /// The date in tenths of microseconds since 1601.
  private static let time: UInt64 = (1_404_221_930 + 11_644_473_600) * 10_000_000

  private func imported(_ bytes: [UInt8], type: String) throws -> MediaImport {
    let files = EmbeddedFiles(importers: [DocumentImporter.self, MailImporter.self], textByteCount: 1 << 20)
    return try MediaImport(MailImporter(), bytes, type: type, embeddedFiles: files)
  }

  private func words(_ found: MediaImport) -> [String] { found.text.split(whereSeparator: \.isWhitespace).map(String.init) }

  private func names(_ found: MediaImport) -> [String]? { found.attributes[.attachmentNames] }

  private func wide(_ text: String) -> [UInt8] { text.utf16.flatMap { Bytes.little($0) } }

  // MARK: Messages of Outlook

  private func message(
    _ streams: [(String, [UInt8])], storage: String = "__recip_version1.0_#00000000", _ embedded: [(String, [UInt8])] = []
  ) throws
    -> MediaImport
  {
    let properties = [UInt8](repeating: 0, count: 32) + Bytes.little(UInt32(0x0039_0040), 6) + Bytes.little(Self.time)
    let fixture = CompoundFixture(
      streams: streams.map { ($0.0.hasPrefix("__") ? $0.0 : "__substg1.0_" + $0.0, $0.1) } + [("__properties_version1.0", properties)],
      embedded: embedded.map { ("__substg1.0_" + $0.0, $0.1) }, nameOfStorage: storage)
    return try imported(fixture.bytes, type: try #require(UTType(mimeType: "application/vnd.ms-outlook")?.identifier))
  }

  @Test func `a message of Outlook has subject, people, date and text`() throws {
    let found = try message(
      [
        ("0037001F", wide("Grüße")), ("0C1A001F", wide("Ada Lövelace")), ("0C1F001F", wide("ada@example.org")),
        ("1000001F", wide("The text")),
        ("1035001F", wide("<abc@example.org>")),
      ], [("3001001F", wide("Bob")), ("39FE001F", wide("bob@example.org"))])
    #expect(found.failure == nil)
    #expect(found.attributes.subject == "Grüße")
    #expect(found.attributes.authorNames == ["Ada Lövelace"])
    #expect(found.attributes.authorEmailAddresses == ["ada@example.org"])
    #expect(found.attributes.recipientNames == ["Bob"])
    #expect(found.attributes.recipientEmailAddresses == ["bob@example.org"])
    #expect(found.attributes.contentCreationDate == Self.date)
    #expect(found.attributes.identifier == "abc@example.org")
    #expect(words(found).suffix(2) == ["The", "text"])
  }

  @Test(arguments: [
    ("1013001F", Array("<p>only <b>HTML</b></p>".utf16.flatMap { Bytes.little($0) })), ("1000001E", Bytes.text("only HTML")),
    ("10130102", Bytes.text("<p>only HTML</p>")),
    (
      "10090102",
      Bytes.all(Bytes.little(UInt32(40), 22), Bytes.text("MELA"), Bytes.little(UInt32(0)), Bytes.text("{\\rtf1 only {\\b HTML}}"))
    ),
  ])
  func `the text of a message may be in any of its bodies`(tag: String, body: [UInt8]) throws {
    #expect(words(try message([("0037001F", wide("Subject")), (tag, body)])) == ["Subject", "only", "HTML"])
  }

  @Test func `a text with the name of a message is read as text`() throws {
    let found = try imported(Bytes.text("float32 x\n"), type: try #require(UTType(mimeType: "application/vnd.ms-outlook")?.identifier))
    #expect(found.failure == nil)
    #expect(found.text == "float32 x\n")
  }

  @Test func `attachments of a message are read`() throws {
    let found = try message(
      [("0037001F", wide("Subject"))], storage: "__attach_version1.0_#00000000",
      [("3707001F", wide("notes.txt")), ("37010102", Bytes.text("attached words"))])
    // The fixture pads streams with zeros.
    #expect(words(found).prefix(4) == ["Subject", "notes.txt", "attached", "words"])
    #expect(names(found) == ["notes.txt"])
    #expect(names(try message([("0037001F", wide("Subject"))])) == nil)
  }

  @Test func `compressed RTF refers to its usual words`() throws {
    // The example of the specification.
    let bytes: [UInt8] = [
      0x2D, 0, 0, 0, 0x2B, 0, 0, 0, 0x4C, 0x5A, 0x46, 0x75, 0xF1, 0xC5, 0xC7, 0xA7, 0x03, 0x00, 0x0A, 0x00, 0x72, 0x63, 0x70, 0x67, 0x31,
      0x32,
      0x35, 0x42, 0x32, 0x0A, 0xF3, 0x20, 0x68, 0x65, 0x6C, 0x09, 0x00, 0x20, 0x62, 0x77, 0x05, 0xB0, 0x6C, 0x64, 0x7D, 0x0A, 0x80, 0x0F,
      0xA0,
    ]
    #expect(words(try message([("0037001F", wide("S")), ("10090102", bytes)])) == ["S", "hello", "world"])
    for count in bytes.indices { _ = try message([("10090102", Array(bytes.prefix(count)))]) }
  }

  // MARK: winmail.dat

  private func attribute(_ level: UInt8, _ identifier: UInt32, _ data: [UInt8]) -> [UInt8] {
    [level] + Bytes.little(identifier, UInt32(data.count)) + data + [0, 0]
  }

  private func property(_ tag: UInt32, _ data: [UInt8]) -> [UInt8] {
    Bytes.little(tag, 1, UInt32(data.count)) + data + [UInt8](repeating: 0, count: (4 - data.count % 4) % 4)
  }

  private func tnef(_ attributes: [UInt8]...) -> [UInt8] { Bytes.little(UInt32(0x223E_9F78)) + [1, 0] + attributes.flatMap { $0 } }

  @Test func `winmail.dat has a message and attachments`() throws {
    let named = Bytes.all(
      Bytes.little(UInt32(0x8000_101F)), [UInt8](repeating: 7, count: 16), Bytes.little(UInt32(1), 18), wide("Keywords\0"), [0, 0],
      Bytes.little(UInt32(2), 8), wide("one\0"), Bytes.little(UInt32(8)), wide("two\0"))
    let properties = Bytes.all(
      Bytes.little(UInt32(4)), property(0x0C1A_001F, wide("Ada\0")), property(0x0C1F_001F, wide("ada@example.org\0")), named,
      Bytes.little(UInt32(0x0039_0040)), Bytes.little(Self.time))
    let bytes = tnef(
      attribute(1, 0x0006_9007, Bytes.little(UInt32(1251), 0)), attribute(1, 0x0001_8004, [0xD2, 0xE5, 0xEC, 0xE0, 0]),
      attribute(1, 0x0002_800C, Bytes.text("the text\0")), attribute(1, 0x0006_9003, properties),
      attribute(2, 0x0006_9002, [UInt8](repeating: 0, count: 14)), attribute(2, 0x0001_8010, Bytes.text("notes.txt\0")),
      attribute(2, 0x0006_800F, Bytes.text("attached words")), attribute(2, 0x0006_9002, [UInt8](repeating: 0, count: 14)),
      attribute(
        2, 0x0006_9005,
        Bytes.little(UInt32(2)) + property(0x3707_001F, wide("page.html\0")) + property(0x3701_0102, Bytes.text("<p>page</p>"))))
    let found = try imported(bytes, type: "com.microsoft.tnef")
    #expect(found.failure == nil)
    #expect(found.attributes.subject == "Тема")
    #expect(found.attributes.authorEmailAddresses == ["ada@example.org"])
    #expect(found.attributes.keywords == ["one", "two"])
    #expect(found.attributes.contentCreationDate == Self.date)
    #expect(words(found).suffix(7) == ["the", "text", "notes.txt", "attached", "words", "page.html", "page"])
    #expect(names(found) == ["notes.txt", "page.html"])
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<500 { _ = try imported(bytes.damaged(using: &generator), type: "com.microsoft.tnef") }
    for count in bytes.indices { _ = try imported(Array(bytes.prefix(count)), type: "com.microsoft.tnef") }
  }

  @Test func `attached files of attached messages have names, pictures that the text shows have none`() throws {
    let file = { (properties: [UInt8]...) in
      Bytes.all(
        attribute(2, 0x0006_9002, [UInt8](repeating: 0, count: 14)),
        attribute(2, 0x0006_9005, Bytes.little(UInt32(properties.count)) + properties.flatMap { $0 }))
    }
    let inner = tnef(attribute(1, 0x0001_8004, Bytes.text("Inner\0")), file(property(0x3707_001F, wide("inner.pdf\0"))))
    let bytes = tnef(
      file(property(0x3707_001F, wide("plan.pdf\0")), Bytes.little(UInt32(0x7FFE_000B), 0)),
      file(property(0x3707_001F, wide("image001.png\0")), Bytes.little(UInt32(0x7FFE_000B), 1)),
      file(property(0x3704_001F, wide("logo.gif\0")), Bytes.little(UInt32(0x3714_0003), 4)),
      file(property(0x3707_001F, wide("Inner.msg\0")), property(0x3701_000D, [UInt8](repeating: 0, count: 16) + inner)),
      file(property(0x3704_001F, wide("PLAN~1.TXT\0"))), file(property(0x370E_001F, wide("text/plain\0"))))
    #expect(names(try imported(bytes, type: "com.microsoft.tnef")) == ["plan.pdf", "inner.pdf", "PLAN~1.TXT"])
    let message = """
      MIME-Version: 1.0
      Content-Type: application/ms-tnef; name="winmail.dat"
      Content-Transfer-Encoding: base64

      \(Data(bytes).base64EncodedString())
      """
    let packed = try imported(Bytes.text(message), type: "com.apple.mail.email")
    #expect(names(packed) == ["winmail.dat", "plan.pdf", "inner.pdf", "PLAN~1.TXT"])
  }

  @Test func `winmail.dat is read as an attachment, and a message inside it`() throws {
    let inner = tnef(attribute(1, 0x0001_8004, Bytes.text("Inner\0")), attribute(1, 0x0002_800C, Bytes.text("deep\0")))
    let object = Bytes.little(UInt32(1)) + property(0x3701_000D, [UInt8](repeating: 0, count: 16) + inner)
    let bytes = tnef(
      attribute(1, 0x0002_800C, Bytes.text("body\0")), attribute(2, 0x0006_9002, [UInt8](repeating: 0, count: 14)),
      attribute(2, 0x0006_9005, object))
    let message = """
      From: a@example.org
      MIME-Version: 1.0
      Content-Type: application/ms-tnef; name="winmail.dat"
      Content-Transfer-Encoding: base64
      Content-Disposition: attachment; filename="winmail.dat"

      \(Data(bytes).base64EncodedString())
      """
    let found = try imported(Bytes.text(message), type: "com.apple.mail.email")
    #expect(words(found) == ["a@example.org", "winmail.dat", "body", "Inner", "deep"])
  }

  // MARK: Mail of Apple

  @Test func `a message of Apple's Mail has its length before it and properties after it`() throws {
    let message = "From: ada@example.org\nSubject: Hello\n\nthe text\n"
    for head in ["\(message.utf8.count)\n", "\(message.utf8.count)      \n"] {
      let found = try imported(Bytes.text(head + message + "<?xml version=\"1.0\"?><plist><dict/></plist>"), type: "com.apple.mail.emlx")
      #expect(found.attributes.subject == "Hello")
      #expect(words(found) == ["Hello", "ada@example.org", "the", "text"])
    }
    for head in ["", "\n", "999999999999999999999\n", "9999\n"] {
      _ = try imported(Bytes.text(head + message), type: "com.apple.mail.emlx")
    }
  }
}
