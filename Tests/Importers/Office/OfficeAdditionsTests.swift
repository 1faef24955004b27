// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import DocumentImporter
import Foundation
import ImporterSupport
import OfficeImporter
import Testing

/// What documents have beside their paragraphs: links, charts, headers of sheets, names of ranges.
@Suite struct OfficeAdditionsTests {
  private static let office = "application/vnd.openxmlformats-officedocument."

  /// A package with parts of these types: the words after the usual start of a content type.
  private func package(_ parts: [(name: String, type: String?, text: String)]) throws -> MediaImport {
    let types = parts.compactMap { part in part.type.map { "<Override PartName='/\(part.name)' ContentType='\(Self.office)\($0)'/>" } }
      .joined()
    let members = [("[Content_Types].xml", "<Types>\(types)</Types>")] + parts.map { ($0.name, $0.text) }
    return try MediaImport(OfficeImporter(), ZipFixture(members.map { ($0.0, Bytes.text($0.1)) }).bytes)
  }

  private func words(_ found: MediaImport) -> [String] { found.text.split(whereSeparator: \.isWhitespace).map(String.init) }

  private func relationships(_ target: String) -> String {
    "<Relationships><Relationship Id='r1' Type='http://x/relationships/hyperlink' TargetMode='External' Target='\(target)'/>"
      + "<Relationship Id='r2' Type='http://x/relationships/image' Target='media/a.png'/></Relationships>"
  }

  // MARK: Links

  @Test func `addresses of links in a text follow it`() throws {
    let body = """
      <w:document xmlns:w='w'><w:p><w:hyperlink><w:t>here</w:t></w:hyperlink><w:t> and</w:t></w:p><w:p><w:fldChar w:fldCharType='begin'/>
      <w:instrText> HYPER</w:instrText><w:instrText>LINK "https://b.example/" \\o "tip"</w:instrText><w:fldChar w:fldCharType='separate'/>
      <w:t>there</w:t><w:fldChar w:fldCharType='end'/></w:p><w:fldSimple w:instr='HYPERLINK "mailto:c@example.org"'><w:t>me</w:t></w:fldSimple>
      <w:instrText>PAGE</w:instrText></w:document>
      """
    let found = try package([
      ("word/document.xml", "wordprocessingml.document.main+xml", body),
      ("word/_rels/document.xml.rels", nil, relationships("https://a.example/%C3%BC")),
    ])
    #expect(found.failure == nil)
    #expect(
      words(found) == [
        "here", "and", "there", "me", "https://b.example/", "mailto:c@example.org", "https://a.example/%C3%BC", "https://a.example/ü",
      ])
  }

  @Test func `sheets have links, headers, and names of ranges and tables`() throws {
    let sheet = """
      <worksheet><sheetData><row><c t='str'><f>HYPERLINK("https://b.example/","x")</f><v>x</v></c></row></sheetData>
      <headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"&amp;12Left&amp;C&amp;KFF0000Page &amp;P&amp;RR&amp;&amp;D</oddHeader>
      <oddFooter>Foot</oddFooter></headerFooter></worksheet>
      """
    let workbook = """
      <workbook><sheets><sheet name='Budget'/></sheets><definedNames><definedName name='Total'>Budget!$A$1</definedName>
      <definedName name='_xlnm.Print_Area'>Budget!$A$1</definedName><definedName name='Secret' hidden='1'>1</definedName></definedNames></workbook>
      """
    let found = try package([
      ("xl/workbook.xml", "spreadsheetml.sheet.main+xml", workbook), ("xl/worksheets/sheet1.xml", "spreadsheetml.worksheet+xml", sheet),
      ("xl/worksheets/_rels/sheet1.xml.rels", nil, relationships("https://a.example/")),
      ("xl/tables/table1.xml", "spreadsheetml.table+xml", "<table name='T' displayName='Costs'/>"),
    ])
    #expect(found.failure == nil)
    #expect(words(found) == ["Budget", "Total", "x", "Left", "Page", "R&D", "Foot", "https://b.example/", "https://a.example/", "Costs"])
  }

  @Test func `addresses in RTF follow its text`() throws {
    let rtf =
      #"{\rtf1 see {\field{\*\fldinst{ HYPERLINK "https://a.example/" \\o "tip"}}{\fldrslt here}} and {\field{\*\fldinst PAGE}{\fldrslt 7}}}"#
    let found = try ImportedDocument(Array(rtf.utf8), type: "public.rtf")
    #expect(found.words == ["see", "here", "and", "7", "https://a.example/"])
  }

  @Test func `addresses in HTML follow its text, unless they are places beside it`() throws {
    let html = """
      <p>see <a href="https://a.example/deep?x=1&amp;y=2">here</a><a href='#part'>.</a> <a href="next.html">next</a> <a href="https://a.example/deep?x=1&amp;y=2">again</a>
      <a href="javascript:run()">run</a><a href=" mailto:b@example.org ">mail</a><map><area href="//c.example/" alt="area"></map></p>
      """
    let found = try ImportedDocument(Array(html.utf8), type: "public.html")
    #expect(
      found.words == [
        "see", "here.", "next", "again", "runmail", "area", "https://a.example/deep?x=1&y=2", "mailto:b@example.org", "//c.example/",
      ])
  }

  @Test func `addresses in PDF follow the page, each once`() throws {
    guard PopplerInterface.available.contains(.private) else { return }
    let link = { (action: String) in "<< /Subtype /Link /Rect [0 0 9 9] \(action) >>" }
    let address = "/A << /S /URI /URI (https://a.example/) >>"
    let annotations = [link(address), link(address), link("/A << /S /GoToR /F (other.pdf) >>"), link("/Dest [10 0 R /Fit]"), link("/A 7")]
    let found = try ImportedDocument(
      PDFFixture(pageEntries: "/Annots [\(annotations.joined(separator: " "))]").bytes, type: "com.adobe.pdf", poppler: .private)
    #expect(found.words == ["Hello", "World", "https://a.example/", "other.pdf"])
  }

  // MARK: Charts and pages

  @Test func `charts have titles, series and categories, but no values`() throws {
    let chart = """
      <c:chartSpace xmlns:c='c' xmlns:a='a'><c:title><c:tx><c:rich><a:p><a:r><a:t>Title</a:t></a:r></a:p></c:rich></c:tx></c:title>
      <c:ser><c:tx><c:strRef><c:f>A!B1</c:f><c:strCache><c:ptCount val='1'/><c:pt idx='0'><c:v>Series</c:v></c:pt></c:strCache></c:strRef></c:tx>
      <c:cat><c:strRef><c:f>A!A1</c:f><c:strCache><c:pt idx='0'><c:v>East</c:v></c:pt><c:pt idx='1'><c:v>West</c:v></c:pt></c:strCache></c:strRef></c:cat>
      <c:val><c:numRef><c:f>A!B2</c:f><c:numCache><c:pt idx='0'><c:v>42</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>
      <c:ser><c:tx><c:v>Literal</c:v></c:tx></c:ser></c:chartSpace>
      """
    let newer = """
      <cx:chartSpace xmlns:cx='c'><cx:data><cx:strDim type='cat'><cx:f>A!A1</cx:f><cx:lvl><cx:pt idx='0'>North</cx:pt></cx:lvl></cx:strDim><cx:numDim><cx:lvl>
      <cx:pt idx='0'>42</cx:pt></cx:lvl></cx:numDim></cx:data><cx:series><cx:tx><cx:txData><cx:f>A</cx:f><cx:v>Newer</cx:v></cx:txData></cx:tx></cx:series></cx:chartSpace>
      """
    let found = try package([
      ("ppt/charts/chart1.xml", "drawingml.chart+xml", chart), ("ppt/charts/chartEx1.xml", "office.chartex+xml", newer),
    ])
    #expect(Set(words(found)) == ["Title", "Series", "East", "West", "Literal", "North", "Newer"])
  }

  @Test func `slides are counted if no property counts them`() throws {
    let slide = "<p:sld xmlns:p='p' xmlns:a='a'><a:p><a:t>slide</a:t></a:p></p:sld>"
    let slides = (1...3).map { ("ppt/slides/slide\($0).xml", "presentationml.slide+xml" as String?, slide) }
    #expect(try package(slides).attributes.pageCount == 3)
    let properties = ("docProps/app.xml", "extended-properties+xml" as String?, "<Properties><Slides>7</Slides></Properties>")
    #expect(try package(slides + [properties]).attributes.pageCount == 7)
  }

  @Test func `OpenDocument has links, charts, names of sheets, and a number of slides`() throws {
    let content = """
      <office:document-content xmlns:office='o' xmlns:text='t' xmlns:table='b' xmlns:draw='d' xmlns:xlink='x'><office:body><office:spreadsheet>
      <table:table table:name='Budget'><text:p>cell <text:a xlink:href='https://a.example/'>here</text:a></text:p></table:table>
      <table:named-expressions><table:named-range table:name='Total'/></table:named-expressions></office:spreadsheet></office:body></office:document-content>
      """
    let chart = "<office:document-content xmlns:office='o' xmlns:text='t'><text:p>Chart</text:p></office:document-content>"
    let found = try MediaImport(
      OfficeImporter(), ZipFixture(["content.xml": content, "Object 1/content.xml": chart]).bytes,
      type: "org.oasis-open.opendocument.spreadsheet")
    #expect(words(found) == ["Budget", "cell", "here", "Total", "https://a.example/", "Chart"])
    let slides = """
      <office:document-content xmlns:office='o' xmlns:draw='d' xmlns:text='t'><office:presentation><draw:page draw:name='one'><text:p>a</text:p></draw:page>
      <draw:page draw:name='two'/></office:presentation></office:document-content>
      """
    let presentation = try MediaImport(
      OfficeImporter(), ZipFixture(["content.xml": slides]).bytes, type: "org.oasis-open.opendocument.presentation")
    #expect(presentation.attributes.pageCount == 2)
  }
}
