// SPDX-License-Identifier: Apache-2.0

import ArchiveImporter
import Attributes
import AttributeSets
import DocumentImporter
import Foundation
import ImporterSupport
import TestSupport
import Testing
import UniformTypeIdentifiers

@testable import OfficeImporter

private func imported(_ bytes: [UInt8], _ type: String = "public.data") throws -> MediaImport {
  let files = EmbeddedFiles(importers: [DocumentImporter.self, OfficeImporter.self, ArchiveImporter.self], textByteCount: 1 << 20)
  return try MediaImport(OfficeImporter(), bytes, type: type, embeddedFiles: files)
}

private func words(_ found: MediaImport) -> [Substring] { found.text.split(whereSeparator: \.isWhitespace) }

/// Files that are read by their content, whatever their type.
@Suite struct ContentTests {
  @Test(arguments: [
    "<?xml version='1.0'?><a b='one'>two &#233;</a>", "\n <!-- c --><a b='one'>two &#233;</a>", "\u{FEFF}<a b='one'>two &#233;</a>",
    "<!DOCTYPE a [<!ENTITY b \"c\">]><a b='one'>two &#233;</a>",
  ])
  func `any XML document is text`(xml: String) throws {
    let found = try imported(Bytes.text(xml))
    #expect(found.failure == nil)
    #expect(found.text.contains("one") && found.text.contains("two é"))
    let packed = try imported(ContentFixture.packed(Bytes.text(xml)))
    #expect(packed.failure == nil)
    #expect(words(packed) == ["one", "two", "é"])
  }

  @Test func `XML in UTF-16 is text`() throws {
    let xml: [UInt8] = [0xFF, 0xFE] + "<a b='one'>two</a>".utf16.flatMap { unit in Bytes.little(unit) }
    #expect(try imported(xml).text.contains("two"))
    #expect(words(try imported(ContentFixture.packed(xml))) == ["one", "two"])
  }

  @Test func `XML that is not well-formed is no damage in a file that need not be XML`() throws {
    for bytes in [Bytes.text("<map version='1'><node TEXT='a'>"), ContentFixture.packed(Bytes.text("<a>b<c>"))] {
      let found = try imported(bytes)
      #expect(found.failure == nil)
      #expect(!found.text.isEmpty)
    }
  }

  @Test func `the parts of any ZIP archive are read, but not their names`() throws {
    let archive = ZipFixture([
      "mimetype": "application/x-unknown", "data/content.xml": "<a>inside</a>", "page.html": "<p>shown",
      "META-INF/manifest.xml": "<b>no</b>",
    ])
    let found = try imported(archive.bytes)
    #expect(found.failure == nil)
    #expect(found.text.contains("inside") && found.text.contains("shown"))
    #expect(!found.text.contains("unknown") && !found.text.contains("no") && !found.text.contains("content.xml"))
  }

  @Test func `any package has properties, and the text of its parts if none of them is known`() throws {
    let package = ZipFixture([
      "[Content_Types].xml": """
      <Types><Default Extension='xml' ContentType='application/x-parts+xml'/><Override PartName='/core.xml'
      ContentType='application/vnd.openxmlformats-package.core-properties+xml'/></Types>
      """,
      "core.xml": OfficeFixture.coreProperties, "parts/a.xml": "<a>inside</a>",
    ])
    let found = try imported(package.bytes)
    #expect(found.failure == nil)
    #expect(found.attributes.title == "A Title")
    #expect(found.text.contains("inside"))
  }

  @Test func `any compound file has properties`() throws {
    let found = try imported(CompoundFixture.word().bytes)
    #expect(found.attributes.title == "A Title")
    #expect(found.attributes.authorNames == ["Ada"])
    #expect(words(found).contains("Größe"))
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func `a property list has its keys and texts in both formats`(format: PropertyListSerialization.PropertyListFormat) throws {
    let values: [String: Any] = [
      "Title": "Größe", "List": ["one", 7, true, Data([1])], "Inner": ["Key": String(repeating: "x", count: 20)],
    ]
    for type in ["public.data", "com.apple.property-list"] {
      let text = try imported(ContentFixture.propertyList(values, format), type).text
      for word in ["Title", "Größe", "one", "7", "Key", String(repeating: "x", count: 20)] { #expect(text.contains(word), "\(word)") }
    }
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func `a bookmark has its address`(format: PropertyListSerialization.PropertyListFormat) throws {
    let bytes = try ContentFixture.propertyList(["URL": "https://one.example.org/x"], format)
    let found = try imported(bytes, "com.apple.web-internet-location")
    #expect(found.failure == nil)
    #expect(found.text.contains("https://one.example.org/x"))
    #expect(found.attributes.url == URL(string: "https://one.example.org/x"))
  }

  @Test func `a bookmark of Windows has its address`() throws {
    let text = "[InternetShortcut]\r\nURL=https://example.org/a\r\n"
    let found = try MediaImport(DocumentImporter(), Bytes.text(text), type: "com.microsoft.internet-shortcut")
    #expect(found.attributes.url == URL(string: "https://example.org/a"))
    #expect(found.text == text)
  }

  @Test func `a web archive has the text of its page and its frames`() throws {
    let page = { (html: String, encoding: String) -> [String: Any] in
      [
        "WebResourceData": Data(html.unicodeScalars.map { UInt8($0.value) }), "WebResourceMIMEType": "text/html",
        "WebResourceTextEncodingName": encoding, "WebResourceURL": "https://example.org/",
      ]
    }
    let archive: [String: Any] = [
      "WebMainResource": page("<title>T\u{E9}</title><style>no</style><p>shown <b>bold</b>", "iso-8859-1"),
      "WebSubresources": [page("left", "utf-8")], "WebSubframeArchives": [["WebMainResource": page("<p>framed", "utf-8")]],
    ]
    let found = try imported(ContentFixture.propertyList(archive, .binary), "com.apple.webarchive")
    #expect(found.failure == nil)
    #expect(found.attributes.title == "Té")
    #expect(found.attributes.url == URL(string: "https://example.org/"))
    #expect(words(found) == ["https://example.org/", "shown", "bold", "https://example.org/", "framed"])
  }

  @Test func `text of a type that is not text is read, but no keys, numbers or binary data`() throws {
    #expect(try imported(Bytes.text("[Theme]\nName=meadow\n")).text == "[Theme]\nName=meadow\n")
    let binary = (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for (bytes, type) in [
      (Bytes.text("-----BEGIN KEY-----\nabc"), "public.data"), (binary, "public.data"), ([], "public.data"),
      (Bytes.text("v 1 2 3\nv 2 3 4\n"), "public.standard-tesselated-geometry-format"), (ContentFixture.packed(binary), "public.data"),
      (Bytes.text("PK\u{3}\u{4} no archive"), "public.data"),
    ] {
      let found = try imported(bytes, type)
      #expect(found.failure as? ImportError == .noReader)
      #expect(found.text.isEmpty)
    }
  }

  @Test(.timeLimit(.minutes(1))) func `damaged lists do no harm`() throws {
    var generator = SeededGenerator(seed: 1)
    let lists: [Any] = [["URL": "https://one.example.org/"], ["a": [["b": ["c": Data([1, 2])]], 7, "text"]]]
    for list in lists {
      let bytes = try ContentFixture.propertyList(list, .binary)
      for count in 0..<bytes.count { _ = try imported(Array(bytes.prefix(count))) }
      for _ in 0..<300 { _ = try imported(bytes.damaged(using: &generator)) }
    }
    // Each array contains the next one twice.
    var objects: [[UInt8]] = (0..<60).map { [0xA2, UInt8($0 + 1), UInt8($0 + 1)] }
    objects.append([0x51, 0x61])
    let table = objects.reduce(into: [8]) { $0.append($0[$0.count - 1] + $1.count) }
    let trailer = Bytes.all([0, 0, 0, 0, 0, 0, 2, 1], Bytes.big(UInt64(61), 0, UInt64(table[61])))
    let bomb = Bytes.all(Bytes.text("bplist00"), objects.flatMap { $0 }, table.prefix(61).flatMap { Bytes.big(UInt16($0)) }, trailer)
    _ = try imported(bomb)
  }
}

/// Documents in XML and in ZIP archives.
@Suite struct VocabularyTests {
  @Test func `a mind map has its topics, notes and title`() throws {
    let map = """
      <map version="1.0.1"><node TEXT="Garden &amp; House" LINK="https://example.org"><node TEXT="caf&#xe9;"/><node><richcontent TYPE="NODE">
      <html><head><style>no</style></head><body><p>rich <b>t</b>ext</p></body></html></richcontent></node></node></map>
      """
    let found = try imported(Bytes.text(map), "public.xml")
    #expect(found.attributes.title == "Garden & House")
    #expect(words(found) == ["Garden", "&", "House", "https://example.org", "café", "rich", "text"])
  }

  @Test func `a diagram of Dia has its texts, compressed or not`() throws {
    let diagram = """
      <?xml version="1.0"?><dia:diagram xmlns:dia="http://www.lysator.liu.se/~alla/dia/"><dia:diagramdata><dia:string>#A4#</dia:string>
      </dia:diagramdata><dia:layer><dia:object type="UML"><dia:attribute name="s"><dia:string>#Pump#</dia:string></dia:attribute></dia:object>
      </dia:layer></dia:diagram>
      """
    for bytes in [Bytes.text(diagram), ContentFixture.packed(Bytes.text(diagram))] { #expect(words(try imported(bytes)) == ["#Pump#"]) }
  }

  @Test func `a document of AbiWord has metadata and text`() throws {
    let document = """
      <abiword xmlns:awml="http://www.abisource.com"><metadata><m key="dc.title">A Title</m><m key="dc.creator">Ada</m>
      <m key="abiword.keywords">one, two</m></metadata><styles><s name="Normal"/></styles><section><p>wo<c>rd</c></p><p>next</p></section>
      <data><d>bm8=</d></data></abiword>
      """
    let found = try imported(ContentFixture.packed(Bytes.text(document)))
    #expect(found.attributes.title == "A Title")
    #expect(found.attributes.authorNames == ["Ada"])
    #expect(found.attributes.keywords == ["one", "two"])
    #expect(words(found) == ["word", "next"])
  }

  @Test func `a sheet of Gnumeric has metadata, names and cells`() throws {
    let sheet = """
      <gnm:Workbook xmlns:gnm="http://www.gnumeric.org/v10.dtd" xmlns:office="o" xmlns:dc="d" xmlns:meta="m"><gnm:Attributes><gnm:Attribute>
      <gnm:name>no</gnm:name></gnm:Attribute></gnm:Attributes><office:document-meta><office:meta><dc:title>A Title</dc:title>
      <meta:initial-creator>Ada</meta:initial-creator><meta:creation-date>2014-07-01T13:38:50Z</meta:creation-date>
      <meta:user-defined meta:name="Mood">calm</meta:user-defined></office:meta>
      </office:document-meta><gnm:Sheets><gnm:Sheet><gnm:Name>Budget</gnm:Name><gnm:Objects><gnm:CellComment Text="Check"/></gnm:Objects>
      <gnm:Cells><gnm:Cell Row="0" Col="0" ValueType="60">Rent</gnm:Cell><gnm:Cell ValueType="40">12.5</gnm:Cell></gnm:Cells></gnm:Sheet>
      </gnm:Sheets></gnm:Workbook>
      """
    let found = try imported(ContentFixture.packed(Bytes.text(sheet)))
    #expect(found.attributes.title == "A Title")
    #expect(found.attributes.authorNames == ["Ada"])
    #expect(found.attributes.contentCreationDate == Date(timeIntervalSince1970: 1_404_221_930))
    #expect(found.attributes.record[custom: "Mood"] == .string("calm"))
    #expect(words(found) == ["Budget", "Check", "Rent", "12.5"])
  }

  @Test(arguments: ["com.microsoft.excel.xls", "public.xml"])
  func `a workbook of Excel in XML has metadata, names and cells`(type: String) throws {
    let workbook = """
      <?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"
      xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><DocumentProperties><Title>A Title</Title><Author>Ada</Author>
      <LastAuthor>Eve</LastAuthor><Created>2014-07-01T13:38:50Z</Created><Company>ACME</Company></DocumentProperties>
      <CustomDocumentProperties><Mood dt:dt="string" xmlns:dt="uuid">calm</Mood></CustomDocumentProperties>
      <Worksheet ss:Name="Budget"><Table><Row><Cell><Data ss:Type="String">Rent</Data></Cell><Cell><ss:Data ss:Type="String">Fo<B>o</B>d</ss:Data>
      </Cell></Row></Table></Worksheet></Workbook>
      """
    let found = try imported(Bytes.text(workbook), type)
    #expect(found.failure == nil)
    #expect(found.attributes.title == "A Title")
    #expect(found.attributes.authorNames == ["Ada"])
    #expect(found.attributes.editors == ["Eve"])
    #expect(found.attributes.organizations == ["ACME"])
    #expect(found.attributes.record[custom: "Mood"] == .string("calm"))
    #expect(words(found) == ["Budget", "Rent", "Food"])
  }

  @Test func `a document of Word 2003 in XML has metadata and text`() throws {
    let document = """
      <?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"
      xmlns:o="o"><o:DocumentProperties><o:Title>A Title</o:Title><o:Author>Ada</o:Author></o:DocumentProperties><w:body><w:p><w:r>
      <w:rPr><w:b/></w:rPr><w:t>wo</w:t></w:r><w:r><w:t>rd</w:t></w:r></w:p><w:p><w:r><w:t>next</w:t></w:r></w:p></w:body></w:wordDocument>
      """
    let found = try imported(Bytes.text(document), "public.xml")
    #expect(found.attributes.title == "A Title")
    #expect(words(found) == ["word", "next"])
  }

  @Test func `a flat package of Office has metadata and text`() throws {
    let document = """
      <?xml version="1.0"?><pkg:package xmlns:pkg="http://schemas.microsoft.com/office/2006/xmlPackage"><pkg:part pkg:name="/word/document.xml"
      pkg:contentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"><pkg:xmlData>
      <w:document xmlns:w="w"><w:p><w:r><w:t>wo</w:t></w:r><w:r><w:t>rd</w:t></w:r></w:p></w:document></pkg:xmlData></pkg:part>
      <pkg:part pkg:name="/docProps/core.xml" pkg:contentType="application/vnd.openxmlformats-package.core-properties+xml"><pkg:xmlData>
      \(OfficeFixture.coreProperties)</pkg:xmlData></pkg:part><pkg:part pkg:name="/a.png" pkg:contentType="image/png"><pkg:binaryData>bm8=
      </pkg:binaryData></pkg:part></pkg:package>
      """
    let found = try imported(Bytes.text(document), "public.xml")
    #expect(found.failure == nil)
    #expect(found.attributes.title == "A Title")
    #expect(found.attributes.authorNames == ["Ada", "Bob"])
    #expect(found.text == "word\n")
  }

  @Test func `a drawing of Visio in XML has metadata and text`() throws {
    let drawing = """
      <VisioDocument xmlns="http://schemas.microsoft.com/visio/2003/core"><DocumentProperties><Title>A Title</Title><Creator>Ada</Creator>
      <TimeCreated>2014-07-01T13:38:50</TimeCreated></DocumentProperties><Masters><Text>no</Text></Masters><Pages><Page NameU="P" Name="Plan">
      <Shapes><Shape><Text><cp IX="0"/>Pu<cp IX="1"/>mp</Text></Shape></Shapes></Page></Pages></VisioDocument>
      """
    let found = try imported(Bytes.text(drawing), "public.xml")
    #expect(found.attributes.title == "A Title")
    #expect(found.attributes.authorNames == ["Ada"])
    #expect(words(found) == ["Plan", "Pump"])
  }

  @Test func `books of GnuCash have names, descriptions and memos, but no keys`() throws {
    let books = """
      <gnc-v2 xmlns:gnc="g" xmlns:act="a" xmlns:trn="t" xmlns:split="s" xmlns:slot="l"><gnc:book><gnc:account><act:name>Assets</act:name>
      <act:id type="guid">0f</act:id></gnc:account><gnc:transaction><trn:description>Bakery</trn:description><slot:value type="string">breakfast
      </slot:value><split:memo>Bread</split:memo><split:value>100/100</split:value></gnc:transaction></gnc:book></gnc-v2>
      """
    #expect(words(try imported(ContentFixture.packed(Bytes.text(books)))) == ["Assets", "Bakery", "breakfast", "Bread"])
  }

  @Test(arguments: [false, true])
  func `a diagram of draw io has labels without markup, compressed or not`(isCompressed: Bool) throws {
    let graph = """
      <mxGraphModel><root><mxCell id="0"/><mxCell id="1" value="&lt;b&gt;Pump&lt;/b&gt; &amp;amp; Größe"/><object label="Valve" owner="Ada"
      id="2"><mxCell/></object></root></mxGraphModel>
      """
    let found = try imported(Bytes.text(ContentFixture.diagram(graph, isCompressed: isCompressed)), "public.xml")
    #expect(found.failure == nil)
    #expect(words(found) == ["Plan", "Pump", "&", "Größe", "Valve", "Ada"])
    #expect(found.attributes.pageCount == 1)
  }

  @Test func `a drawing of Visio has properties, names of pages, texts and data of shapes`() throws {
    let drawing = ZipFixture([
      "[Content_Types].xml": """
      <Types><Override PartName='/docProps/core.xml' ContentType='application/vnd.openxmlformats-package.core-properties+xml'/>
      <Override PartName='/visio/pages/pages.xml' ContentType='application/vnd.ms-visio.pages+xml'/>
      <Override PartName='/visio/pages/page1.xml' ContentType='application/vnd.ms-visio.page+xml'/></Types>
      """,
      "docProps/core.xml": OfficeFixture.coreProperties, "visio/pages/pages.xml": "<Pages><Page ID='0' NameU='P' Name='Plan'/></Pages>",
      "visio/pages/page1.xml": """
      <PageContents><Shapes><Shape><Cell N='PinX' V='4'/><Section N='Property'><Row N='Row_1'><Cell N='Value' V='42 bar'/>
      <Cell N='Label' V='Pressure'/></Row></Section><Text><cp IX='0'/>Pu<cp IX='1'/>mp\n</Text></Shape></Shapes></PageContents>
      """,
    ])
    let found = try imported(drawing.bytes)
    #expect(found.failure == nil)
    #expect(found.attributes.title == "A Title")
    #expect(Set(words(found)) == ["Plan", "42", "bar", "Pressure", "Pump"])
  }

  @Test func `a 3MF model has metadata and the names of its objects, and is not damaged`() throws {
    let model = ZipFixture([
      "[Content_Types].xml":
        "<Types><Default Extension='model' ContentType='application/vnd.ms-package.3dmanufacturing-3dmodel+xml'/></Types>",
      "3D/3dmodel.model": """
      <model unit='millimeter'><metadata name='Title'>Gear</metadata><metadata name='Designer'>Ada</metadata>
      <metadata name='CreationDate'>2014-07-01</metadata><resources><object id='1' name='Axle' type='model'><mesh><vertices><vertex x='1'/>
      </vertices></mesh></object></resources></model>
      """,
    ])
    let found = try imported(model.bytes, "org.3mf.3mf")
    #expect(found.failure == nil)
    #expect(found.attributes.title == "Gear")
    #expect(found.attributes.authorNames == ["Ada"])
    #expect(found.attributes.contentCreationDate != nil)
    #expect(Set(words(found)).isSuperset(of: ["Gear", "Axle"]))
  }

  @Test(arguments: ["index.xml", "index.xml.gz"])
  func `a document of Pages 2009 has metadata, pages and text`(part: String) throws {
    let xml = Bytes.text(
      """
      <sl:document xmlns:sl="l" xmlns:sf="f" xmlns:sfa="a"><sl:publication-info><sl:SLCreationDateProperty><sl:date sf:val="2014-07-01"/>
      </sl:SLCreationDateProperty><sl:language><sl:string sfa:string="en"/></sl:language></sl:publication-info><sf:metadata><sf:title>
      <sf:string sfa:string="A Title"/></sf:title><sf:authors><sf:string sfa:string="Ada"/></sf:authors><sf:keywords><sf:string sfa:string="one"/>
      </sf:keywords></sf:metadata><sl:stylesheet><sf:p>no</sf:p></sl:stylesheet><sf:text-body><sf:page-start/><sf:p>wo<sf:span>rd</sf:span>
      <sf:br/></sf:p><sf:page-start/><sf:p><sf:ghost-text>no</sf:ghost-text>next</sf:p></sf:text-body><sf:tabular-model sf:name="Table"><sf:t>
      <sf:ct sfa:s="cell"/></sf:t><sf:n sf:v="12"/></sf:tabular-model></sl:document>
      """)
    let archive = ZipFixture([(part, part.hasSuffix("gz") ? ContentFixture.packed(xml) : xml)])
    let found = try imported(archive.bytes)
    #expect(found.failure == nil)
    #expect(found.attributes.title == "A Title")
    #expect(found.attributes.authorNames == ["Ada"])
    #expect(found.attributes.keywords == ["one"])
    #expect(found.attributes.languages == ["en"])
    #expect(found.attributes.contentCreationDate != nil)
    #expect(found.attributes.pageCount == 2)
    #expect(words(found) == ["word", "next", "Table", "cell", "12"])
  }

  @Test func `a document of iWork since 2013 has its text`() throws {
    let text = { (text: String) in ContentFixture.field(3, Bytes.text(text)) }
    let slide = ContentFixture.objects([(5, []), (2001, text("Große Überschrift")), (2001, text("body\u{FFFC}\n"))])
    let cells = ContentFixture.objects([
      (
        6005,
        Bytes.all(ContentFixture.field(1, number: 1), ContentFixture.field(3, Bytes.all(ContentFixture.field(1, number: 7), text("cell"))))
      )
    ])
    let author = ContentFixture.objects([(212, ContentFixture.field(1, Bytes.text("Ada")))])
    let archive = ZipFixture([
      ("Index/Slide.iwa", slide), ("Index/Slide-1.iwa", slide), ("Index/Tables/DataList.iwa", cells),
      ("Index/AnnotationAuthorStorage.iwa", author), ("preview.jpg", [0xFF, 0xD8]),
    ])
    let found = try imported(archive.bytes, "com.apple.iwork.keynote.sffkey")
    #expect(found.failure == nil)
    #expect(found.attributes.authorNames == ["Ada"])
    #expect(found.attributes.pageCount == 2)
    #expect(words(found) == ["Große", "Überschrift", "body", "Große", "Überschrift", "body", "cell"])
  }

  @Test func `a pass has its title, organization and fields`() throws {
    let pass = """
      {"formatVersion": 1, "description": "Concert", "organizationName": "Hall", "serialNumber": "17", "relevantDate": "2014-07-01T13:38:50Z",
      "eventTicket": {"primaryFields": [{"key": "e", "label": "Event", "value": "Quartet"}], "backFields": [{"key": "s", "value": 12}]}}
      """
    let found = try imported(ZipFixture(["pass.json": pass, "manifest.json": "{\"icon.png\": \"0f\"}"]).bytes, "com.apple.pkpass-data")
    #expect(found.failure == nil)
    #expect(found.attributes.title == "Concert")
    #expect(found.attributes.organizations == ["Hall"])
    #expect(words(found) == ["Hall", "Concert", "17", "Event", "Quartet", "12"])
  }

  @Test func `a document of Hangul in a ZIP archive has metadata and text`() throws {
    let archive = ZipFixture([
      "mimetype": "application/hwp+zip", "version.xml": "<v/>", "META-INF/container.xml": "<container/>",
      "Contents/content.hpf": """
      <opf:package xmlns:opf='o'><opf:metadata><opf:title>A Title</opf:title><opf:language>ko</opf:language>
      <opf:meta name='creator' content='text'>Ada</opf:meta><opf:meta name='CreatedDate' content='text'>2014-07-01T13:38:50Z</opf:meta>
      </opf:metadata></opf:package>
      """,
      "Contents/section0.xml":
        "<hs:sec xmlns:hs='s' xmlns:hp='p'><hp:p><hp:run><hp:t>한글 </hp:t></hp:run><hp:run><hp:t>문서</hp:t></hp:run></hp:p></hs:sec>",
    ])
    let found = try imported(archive.bytes)
    #expect(found.failure == nil)
    #expect(found.attributes.title == "A Title")
    #expect(found.attributes.authorNames == ["Ada"])
    #expect(found.attributes.contentCreationDate == Date(timeIntervalSince1970: 1_404_221_930))
    #expect(words(found) == ["한글", "문서"])
  }

  @Test func `documents of OpenOffice 1 are claimed`() throws {
    for suffix in ["sxw", "sxc", "sxi", "sxd", "stw"] {
      let type = try #require(TypeDatabase.shared.type(forFileName: Array("a.\(suffix)".utf8).span)?.type.identifier)
      #expect(OfficeImporter.contentTypes.contains(type))
      #expect(words(try imported(OfficeFixture.openDocument.bytes, type)).contains("Headline"))
    }
  }
}
