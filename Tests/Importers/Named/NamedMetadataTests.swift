// SPDX-License-Identifier: Apache-2.0

import ArchiveImporter
import AttributeSets
import Attributes
import DocumentImporter
import Foundation
import ImageImporter
import ImporterSupport
import Markup
import MusicImporter
import Testing
import UniformTypeIdentifiers

/// Metadata under names that people and programs choose.
@Suite struct NamedMetadataTests {
  private func custom(_ name: String, _ attributes: CSSearchableItemAttributeSet) -> [String] {
    (attributes.record[custom: name]?.elements ?? []).compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  @Test func `usual names are attributes, however they are written`() {
    let attributes = CSSearchableItemAttributeSet()
    let values = [
      ("DC.Title", "A  Title"), ("dcterms:creator", "Ada"), ("author", "Bob"), ("author", "Ada"), ("dc:subject", "one; two"),
      ("Tags", "two, three"), ("Creation Time", "2020-01-31"), ("LanguageISO", "fr"), ("dc-rights", "free"), ("og:description", "About"),
    ]
    for (name, value) in values { #expect(attributes.take(value, named: name)) }
    #expect(attributes.title == "A Title")
    #expect(attributes.authorNames == ["Ada", "Bob"])
    #expect(attributes.keywords == ["one", "two", "three"])
    #expect(attributes.languages == ["fr"])
    #expect(attributes.rights == "free")
    #expect(attributes.contentDescription == "About")
    #expect(attributes.contentCreationDate != nil)
    #expect(attributes.record.custom.isEmpty)
  }

  @Test func `other names are custom keys that searches of all attributes include`() throws {
    let attributes = CSSearchableItemAttributeSet()
    for (name, value) in [("prompt", "a  cat"), ("sd-metadata", "x"), ("подпись", "y"), ("kMDItemTitle", "z"), ("prompt", "dog")] {
      #expect(attributes.take(value, named: name))
    }
    #expect(attributes.record.custom.map(\.name) == ["Property", "_kMDItemTitle", "prompt", "sd_metadata"])
    #expect(attributes.record.custom.allSatisfy { $0.searchability == .byDefault })
    #expect(custom("prompt", attributes) == ["a cat", "dog"])
  }

  @Test func `a second value of an attribute with one value is a custom key`() {
    let attributes = CSSearchableItemAttributeSet()
    for title in ["One", "Two", "One"] { #expect(attributes.take(title, named: "title")) }
    #expect(attributes.take("in 1999", named: "date"))
    #expect(attributes.title == "One")
    #expect(custom("title", attributes) == ["Two"])
    #expect(custom("date", attributes) == ["in 1999"])
  }

  @Test func `values that are too long or too many are not stored`() {
    let attributes = CSSearchableItemAttributeSet()
    #expect(!attributes.take(String(repeating: "long ", count: 1000), named: "prompt"))
    #expect(!attributes.take(String(repeating: "long ", count: 20_000), named: "description"))
    for number in 0..<300 { #expect(attributes.take("x", named: "name\(number)") == (number < 256)) }
    #expect(attributes.record.custom.count == 256)
  }

  // MARK: Pictures

  @Test func `all texts of a PNG picture are found, by their keywords or as text`() throws {
    let long = String(repeating: "word ", count: 2000) + "end"
    let chunk = { (type: String, body: [UInt8]) in Bytes.big(UInt32(body.count)) + Bytes.text(type) + body + [0, 0, 0, 0] }
    let bytes = Bytes.all(
      [0x89], Bytes.text("PNG\r\n\u{1A}\n"), chunk("IHDR", Bytes.all(Bytes.big(UInt32(1), UInt32(1)), [8, 0, 0, 0, 0])),
      chunk("tEXt", Bytes.text("parameters\0a cat\nSteps: 20")), chunk("iTXt", Bytes.text("Warning\0\0\0\0\0näh")),
      chunk("tEXt", Bytes.text("workflow\0\(long)")), chunk("tEXt", Bytes.text("Title\0One")), chunk("tEXt", Bytes.text("Title\0Two")),
      chunk("IEND", []))
    let found = try MediaImport(ImageImporter(), bytes, type: "public.png")
    #expect(custom("parameters", found.attributes) == ["a cat Steps: 20"])
    #expect(custom("Warning", found.attributes) == ["näh"])
    #expect(found.attributes.title == "One")
    #expect(custom("Title", found.attributes) == ["Two"])
    #expect(found.text.hasSuffix("end\n"))
  }

  @Test func `comments of PostScript may be in its trailer`() throws {
    let program = """
      %!PS-Adobe-3.0
      %%Title: (atend)
      %%Copyright: Somebody
      %%Pages: (atend)
      %%Keywords: one, two
      %%EndComments
      %%Page: 1 1
      showpage
      %%Trailer
      %%Pages: 7
      %%Title: (Report)
      %%Copyright: Nobody
      %%EOF
      """
    let found = try MediaImport(ImageImporter(), Bytes.text(program), type: "com.adobe.postscript", wantsText: false)
    #expect(found.attributes.title == "Report")
    #expect(found.attributes.copyright == "Somebody")
    #expect(found.attributes.pageCount == 7)
    #expect(found.attributes.keywords == ["one", "two"])
  }

  // MARK: Sound

  @Test func `texts that users define in ID3 are found by their descriptions`() throws {
    let user = { (name: String, text: String) in ("TXXX", [3] + Bytes.text("\(name)\0\(text)")) }
    let tag = MusicFixture.id3(
      [("TIT2", "Song"), ("TPE1", "Ada")], other: [user("MOOD", "quiet"), user("Label", "Records"), user("replaygain_track_gain", "-7 dB")])
    let attributes = try MediaImport(MusicImporter(), tag + MusicFixture.frames).attributes
    #expect(custom("MOOD", attributes) == ["quiet"])
    #expect(attributes.publishers == ["Records"])
    #expect(attributes.record.custom.count == 1)
  }

  @Test func `comments of Vorbis under any name are found`() throws {
    let comments = MusicFixture.comments(["TITLE=Song", "MYFIELD=mine", "SUBTITLE=Sub", "GROUPING=Set", "LYRICS=la la"])
    let block = { (type: UInt8, body: [UInt8]) in [type] + Bytes.big(UInt32(body.count)).dropFirst() + body }
    let information = Bytes.all(
      [16, 0, 16, 0], [UInt8](repeating: 0, count: 6), [0x0A, 0xC4, 0x42, 0xF0, 0, 0, 0, 0], [UInt8](repeating: 0, count: 16))
    let bytes = Bytes.all(Bytes.text("fLaC"), block(0, information), block(0x84, comments))
    let found = try MediaImport(MusicImporter(), bytes)
    #expect(custom("MYFIELD", found.attributes) == ["mine"])
    #expect(found.attributes.subject == "Sub")
    #expect(found.text == "la la\n")
  }

  // MARK: XML

  private func xml(_ text: String, type: String = "public.xml") throws -> ImportedDocument {
    try ImportedDocument(Array(text.utf8), type: type)
  }

  @Test func `Dublin Core in any XML is attributes`() throws {
    let text = """
      <?xml version="1.0"?>
      <r:record xmlns:r="urn:x" xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:t="http://purl.org/dc/terms/"
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <title>no</title><d:title>Title</d:title><d:creator><rdf:Seq><rdf:li>Ada</rdf:li><rdf:li>Bob</rdf:li></rdf:Seq></d:creator>
      <d:subject>one; two</d:subject><d:rights>free</d:rights><d:publisher>Press</d:publisher><d:language>fr</d:language>
      <t:abstract>About</t:abstract><t:spatial>Paris</t:spatial><rdf:Description t:issued="2020-01-31" d:format="text/xml"/>
      </r:record>
      """
    let found = try xml(text)
    let attributes = found.attributes
    #expect(found.isFileContent)
    #expect(attributes.title == "Title")
    #expect(attributes.authorNames == ["Ada", "Bob"])
    #expect(attributes.keywords == ["one", "two"])
    #expect(attributes.rights == "free")
    #expect(attributes.publishers == ["Press"])
    #expect(attributes.languages == ["fr"])
    #expect(attributes.contentDescription == "About")
    #expect(attributes.contentCreationDate != nil)
    #expect(custom("dc_spatial", attributes) == ["Paris"])
  }

  @Test(arguments: ["<a><title>T</title></a>", "<a xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:title>", "", "<ComicInfo>"])
  func `XML without metadata has none, and need not be complete`(text: String) throws {
    #expect(try xml(text).attributes.record.isEmpty)
  }

  private static let comic = """
    <?xml version="1.0"?><ComicInfo><Series>Tales</Series><Number>3</Number><Writer>Ada, Bob</Writer><Year>2020</Year><Month>5</Month>
    <Day>4</Day><Summary>About</Summary><Genre>Fantasy</Genre><LanguageISO>fr</LanguageISO><Characters>Zork, Bork</Characters></ComicInfo>
    """

  @Test func `a comic book has the metadata of the file beside its pages`() throws {
    let type = try #require(UTType(mimeType: "application/vnd.comicbook+zip")?.identifier)
    let files = EmbeddedFiles(importers: [ArchiveImporter.self, DocumentImporter.self], textByteCount: 1 << 20)
    for name in ["ComicInfo.xml", "Tales/comicinfo.xml"] {
      let bytes = ZipFixture([("001.jpg", Bytes.text("picture")), (name, Bytes.text(Self.comic))]).bytes
      let found = try MediaImport(ArchiveImporter(), bytes, type: type, embeddedFiles: files)
      #expect(found.failure == nil)
      #expect(found.attributes.title == "Tales 3")
      #expect(found.attributes.authorNames == ["Ada", "Bob"])
      #expect(found.attributes.contentDescription == "About")
      #expect(found.attributes.languages == ["fr"])
      #expect(found.attributes.contentCreationDate != nil)
      #expect(custom("Characters", found.attributes) == ["Zork", "Bork"])
      #expect(found.text.contains("About"))
    }
    // Of other archives, the metadata of a member are not those of the whole.
    let bytes = ZipFixture([("ComicInfo.xml", Bytes.text(Self.comic))]).bytes
    #expect(try MediaImport(ArchiveImporter(), bytes, type: "public.zip-archive", embeddedFiles: files).attributes.title == nil)
  }

  @Test func `scores of MusicXML and MuseScore have composers and titles`() throws {
    let music = """
      <?xml version="1.0"?><score-partwise version="3.1"><work><work-title>Sonata</work-title></work><identification>
      <creator type="composer">Ada</creator><creator type="lyricist">Bob</creator><creator type="arranger">Cid</creator>
      <rights>free</rights><encoding><software>Pen</software></encoding><miscellaneous><miscellaneous-field name="opus">Op. 5
      </miscellaneous-field></miscellaneous></identification><part-list><score-part><part-name>Piano</part-name></score-part></part-list>
      </score-partwise>
      """
    let score = """
      <?xml version="1.0"?><museScore version="3"><Score><metaTag name="composer">Ada</metaTag><metaTag name="workTitle">Sonata</metaTag>
      <metaTag name="lyricist">Bob</metaTag><Part><trackName>Piano</trackName></Part></Score></museScore>
      """
    for text in [music, score] {
      let attributes = try xml(text).attributes
      #expect(attributes.title == "Sonata")
      #expect(attributes.composer == "Ada")
      #expect(attributes.lyricist == "Bob")
      #expect(custom("Instruments", attributes) == ["Piano"])
    }
    #expect(custom("opus", try xml(music).attributes) == ["Op. 5"])
    let files = EmbeddedFiles(importers: [ArchiveImporter.self, DocumentImporter.self], textByteCount: 1 << 20)
    let type = try #require(UTType(mimeType: "application/vnd.recordare.musicxml")?.identifier)
    let bytes = ZipFixture(["META-INF/container.xml": "<container/>", "score.xml": music]).bytes
    let found = try MediaImport(ArchiveImporter(), bytes, type: type, embeddedFiles: files)
    #expect(found.attributes.title == "Sonata")
    #expect(found.attributes.contributors == ["Cid"])
  }

  // MARK: PDF

  @Test(arguments: PopplerInterface.available)
  func `PDF has the properties of its packet of XMP, and those under other names`(poppler: PopplerInterface) throws {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
       xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"
       xmlns:pdfx="http://ns.adobe.com/pdfx/1.3/" pdfx:Company="Works">
      <dc:description><rdf:Alt><rdf:li xml:lang="x-default">About</rdf:li></rdf:Alt></dc:description>
      <dc:rights><rdf:Alt><rdf:li xml:lang="x-default">free</rdf:li></rdf:Alt></dc:rights>
      <dc:language><rdf:Bag><rdf:li>fr</rdf:li></rdf:Bag></dc:language><dc:publisher><rdf:Bag><rdf:li>Press</rdf:li></rdf:Bag></dc:publisher>
      <dc:title><rdf:Alt><rdf:li xml:lang="x-default">A Title</rdf:li></rdf:Alt></dc:title><dc:format>application/pdf</dc:format>
      </rdf:Description></rdf:RDF></x:xmpmeta>
      """
    var fixture = PDFFixture(
      catalog: "/Metadata 100 0 R", extraObjects: [PDFFixture.stream(packet, "/Type /Metadata /Subtype /XML")])
    fixture.information += " /Department (Sales) /PTEX.Fullbanner (This is pdfTeX)"
    let attributes = try ImportedDocument(fixture.bytes, type: "com.adobe.pdf", poppler: poppler).attributes
    #expect(attributes.title == "A Title")
    #expect(attributes.contentDescription == "About")
    #expect(attributes.rights == "free")
    #expect(attributes.languages == ["fr"])
    #expect(attributes.publishers == ["Press"])
    #expect(attributes.organizations == ["Works"])
    #expect(custom("Department", attributes) == ["Sales"])
    #expect(attributes.record.custom.count == 1)
  }
}
