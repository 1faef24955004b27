// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import FontImporter
import Foundation
import ImporterSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct FontImporterTests {
  private func imported(_ bytes: [UInt8], type: String = "public.truetype-ttf-font") throws -> MediaImport {
    try MediaImport(FontImporter(), bytes, type: type)
  }

  @Test(arguments: [false, true])
  func `a font has the names in its table, preferably in English`(isWebFont: Bool) throws {
    let found = try imported(isWebFont ? FontFixture.webFont() : FontFixture.trueType())
    #expect(found.failure == nil)
    let attributes = found.attributes
    #expect(attributes.title == "Harvest Sans Light")
    #expect(attributes.version == "1.25;hotconv")
    #expect(attributes.copyright == "© 2026 Ada")
    #expect(attributes.authorNames == ["Ada Example"])
    #expect(attributes.organizations == ["Example Foundry"])
    #expect(attributes.contentDescription == "A typeface for labels.")
    #expect(attributes.rights == "Open Font License")
    #expect(attributes.fontNames == ["Harvest Sans Light", "Harvest Sans", "Light", "HarvestSans-Light", "収穫サンス"])
    #expect(found.text.isEmpty)
  }

  @Test func `a collection has the names of all fonts, and the title of the first`() throws {
    let fonts = ["Mincho", "Gothic"].map { [FontFixture.Name(id: 1, text: $0), FontFixture.Name(id: 2, text: "Bold")] }
    let found = try imported(FontFixture.collection(fonts), type: "public.truetype-collection-font")
    #expect(found.failure == nil)
    #expect(found.attributes.title == "Mincho Bold")
    #expect(found.attributes.fontNames == ["Mincho", "Mincho Bold", "Bold", "Gothic", "Gothic Bold"])
  }

  @Test func `a bitmap font has the names among its properties`() throws {
    let found = try imported(FontFixture.bitmap, type: "public.font")
    #expect(found.failure == nil)
    #expect(found.attributes.title == "Harvest Bold")
    #expect(found.attributes.copyright == "Public domain")
    #expect(found.attributes.organizations == ["Example"])
  }

  @Test func `the older names of macOS are used if there are no others`() throws {
    let names = [FontFixture.Name(platform: 1, language: 0, id: 1, text: "Geneva"), .init(language: 0x407, id: 1, text: "Genf")]
    #expect(try imported(FontFixture.trueType(names)).attributes.fontNames?.prefix(1) == ["Geneva"])
  }

  @Test func `a file that is no font is damaged if its type says that it is one`() throws {
    let words = Bytes.text("StartFontMetrics 2.0\nFontName Harvest\n")
    #expect(try imported(words).failure is ImportError)
    #expect(try imported(words, type: "public.font").failure == nil)
  }

  @Test func `a collection that claims more fonts than it has is read to its end`() throws {
    var bytes = FontFixture.collection([FontFixture.names])
    bytes.replaceSubrange(8..<12, with: Bytes.big(UInt32(2)))
    let found = try imported(bytes)
    #expect(found.failure != nil)
    bytes.replaceSubrange(8..<12, with: Bytes.big(UInt32.max))
    #expect(try imported(bytes).failure != nil)
  }

  /// FreeType does not free 80 bytes of a damaged web font, which the address sanitizer would report.
  private static let all =
    [FontFixture.trueType(), FontFixture.bitmap, FontFixture.collection([FontFixture.names, FontFixture.names])]
    + (ProcessInfo.processInfo.environment["SEARCHLIGHT_SANITIZER"] == nil ? [FontFixture.webFont()] : [])

  @Test(arguments: all.indices, [1, 2] as [UInt64])
  func `damage does not crash the importer`(index: Int, seed: UInt64) throws {
    let bytes = Self.all[index]
    for length in stride(from: 0, to: bytes.count, by: 23) { _ = try imported(Array(bytes[..<length])) }
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 { _ = try imported(bytes.damaged(using: &generator)) }
  }
}
