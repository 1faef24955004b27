// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import ImporterSupport
import TestSupport
import Testing

@testable import DocumentImporter

@Suite(.timeLimit(.minutes(10))) struct HelpTests {
  private func imported(_ bytes: [UInt8]) throws -> ImportedDocument {
    try ImportedDocument(bytes, type: try #require(DocumentFormat.compiledHelp))
  }

  private static let garden = HelpFixture.help([
    ("/", []), ("/#SYSTEM", HelpFixture.properties(title: Bytes.text("The garden manual"))),
    ("/one.html", Bytes.text("<html><head><title>Tomatoes</title></head><body>They want <b>sun</b>.</body></html>")),
    ("/style.css", Bytes.text("body { color: green }")), ("/two.HTM", Bytes.text("<p>Beans</p>")),
  ])

  @Test func `the text is that of the HTML files, with their titles`() throws {
    let document = try imported(Self.garden)
    #expect(document.error == nil)
    #expect(document.words == ["They", "want", "sun.", "Tomatoes", "Beans"])
    #expect(document.attributes.title == "The garden manual")
  }

  @Test(
    arguments: [
      (0x419, [0xD1, 0xE0, 0xE4], "Сад"), (0x407, [0x47, 0xE4, 0x72, 0x74, 0x65, 0x6E], "Gärten"),
      (0x411, [0x92, 0xEB], "庭"), (0x409, [0xC3, 0xA4], "ä"),
    ] as [(UInt32, [UInt8], String)])
  func `the language tells the encoding of the title`(language: UInt32, bytes: [UInt8], title: String) throws {
    let help = HelpFixture.help([("/#SYSTEM", HelpFixture.properties(title: bytes))], language: language)
    #expect(try imported(help).attributes.title == title)
  }

  @Test func `help of Free Pascal's compiler is read`() throws {
    let help = HelpFixture.help([("/a.html", Bytes.text("one"))], isOfFreePascal: true)
    #expect(try imported(help).words == ["one"])
  }

  @Test func `files that overlap are read once`() throws {
    var bytes = HelpFixture.help([("/a.html", Bytes.text("<p>one</p>")), ("/b.html", Bytes.text("<p>two</p>"))])
    // The entry of the second file, whose content now begins inside the first one.
    let name = try #require(bytes.firstRange(of: Bytes.text("/b.html")))
    bytes[name.upperBound + 1] = 3
    #expect(try imported(bytes).words == ["one"])
  }

  @Test func `a file that is no help is damaged`() throws {
    let failure = try imported(Bytes.text(String(repeating: "no help ", count: 100))).error
    #expect(failure == .damaged("it does not begin like compiled help"))
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `damage does not crash the importer`(seed: UInt64) throws {
    for length in stride(from: Int(seed), to: Self.garden.count, by: 97) { _ = try imported(Array(Self.garden[..<length])) }
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      // All but the unused part of the directory.
      let head = Array(Self.garden[..<300]).damaged(using: &random)
      _ = try imported(head + Self.garden[300...])
    }
  }
}
