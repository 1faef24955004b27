// SPDX-License-Identifier: Apache-2.0

import DocumentImporter
import ImporterSupport
import Testing

/// What readers and authors add to the pages of a document: comments, bookmarks and attached files.
@Suite struct PDFAdditionsTests {
  private func document(_ poppler: PopplerInterface, _ fixture: PDFFixture) throws -> ImportedDocument {
    let files = EmbeddedFiles(importers: [DocumentImporter.self], textByteCount: 1 << 20)
    return try ImportedDocument(fixture.bytes, type: "com.adobe.pdf", poppler: poppler, embeddedFiles: files)
  }

  @Test func `comments of readers are read after the page`() throws {
    guard PopplerInterface.available.contains(.private) else { return }
    let kinds = ["Text", "Highlight", "Underline", "StrikeOut", "Squiggly", "Ink", "Square", "Circle", "Line", "Polygon", "Caret"]
    let comments = kinds.map { "<< /Subtype /\($0) /Contents (on\($0)) /T (Reader) /Popup 101 0 R /AP << /N 100 0 R >> >>" }
    let others = [
      "<< /Subtype /Text /Contents <FEFF00FC> >>", "<< /Subtype /Link /Contents (link) >>", "<< /Subtype /Popup /Contents (popup) >>",
      "<< /Subtype /Text /StateModel (Review) /Contents (state) >>", "<< /Subtype /Text /F 2 /Contents (hidden) >>",
    ]
    let found = try document(
      .private,
      PDFFixture(
        pageEntries: "/Annots [\((comments + others).joined(separator: " "))]", extraObjects: [PDFFixture.stream("", "/BBox [0 0 9 9]")]))
    #expect(found.words.map(String.init) == ["Hello", "World"] + kinds.map { "on" + $0 } + ["ü"])
  }

  @Test(arguments: PopplerInterface.available)
  func `titles of bookmarks are read after the pages, each once`(poppler: PopplerInterface) throws {
    let found = try document(
      poppler,
      PDFFixture(
        catalog: "/Outlines 100 0 R",
        extraObjects: [
          "<< /Type /Outlines /First 101 0 R /Last 103 0 R >>",
          "<< /Title (One) /Parent 100 0 R /Next 103 0 R /First 102 0 R /Last 102 0 R /Dest [10 0 R /Fit] /Count 1 >>",
          "<< /Title <FEFF00DC> /Parent 101 0 R >>", "<< /Title (Two\\205) /Parent 100 0 R /Prev 101 0 R /Next 101 0 R >>",
        ]))
    #expect(found.error == nil)
    #expect(found.words == ["Hello", "World", "One", "Ü", "Two–"])
  }

  @Test(arguments: PopplerInterface.available)
  func `names and texts of attached files are read`(poppler: PopplerInterface) throws {
    let file = PDFFixture.stream("<p>inner <b>text</b></p>", "/Type /EmbeddedFile")
    let found = try document(
      poppler,
      PDFFixture(
        catalog: "/Names << /EmbeddedFiles << /Names [(a) 101 0 R (b) 102 0 R (c) 7] >> >>",
        extraObjects: [
          file, "<< /Type /Filespec /F (page.html) /EF << /F 100 0 R >> >>", "<< /Type /Filespec /F (r\\351sum\\351.xyz) /EF << >> >>",
        ]))
    #expect(found.error == nil)
    #expect(found.words == ["Hello", "World", "page.html", "inner", "text", "résumé.xyz"])
  }

  @Test func `a file is attached to a page`() throws {
    guard PopplerInterface.available.contains(.private) else { return }
    let found = try document(
      .private,
      PDFFixture(
        pageEntries: "/Annots [<< /Subtype /FileAttachment /Contents (see) /FS 101 0 R >>]",
        extraObjects: [
          PDFFixture.stream("data", "/Type /EmbeddedFile"), "<< /F (a.csv) /UF <FEFF00FC002E00740078> /EF << /F 100 0 R >> >>",
        ]
      ))
    #expect(found.words.prefix(3) == ["Hello", "World", "see"])
    #expect(found.words.count > 3)
  }
}
