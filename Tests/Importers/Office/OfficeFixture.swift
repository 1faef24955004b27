// SPDX-License-Identifier: Apache-2.0

/// Small documents of each format.
enum OfficeFixture {
  static let all: [(name: String, bytes: [UInt8])] = [
    ("docx", word.bytes), ("xlsx", workbook.bytes), ("pptx", slides.bytes), ("odt", openDocument.bytes), ("fodt", Bytes.text(flat)),
    ("epub", epub.bytes), ("mobi", mobipocket), ("fb2", Bytes.text(fictionBook)),
  ]

  private static func types(_ parts: KeyValuePairs<String, String>) -> String {
    "<Types><Default Extension='xml' ContentType='application/xml'/>"
      + parts.map { "<Override PartName='/\($0.key)' ContentType='\($0.value)'/>" }.joined() + "</Types>"
  }

  private static let main = "application/vnd.openxmlformats-officedocument."

  static let coreProperties = """
    <cp:coreProperties xmlns:cp='c' xmlns:dc='d' xmlns:dcterms='t'><dc:title>A  Title</dc:title><dc:subject>S</dc:subject>
    <cp:category>Plans</cp:category><dc:creator>Ada; Bob</dc:creator><cp:keywords>one, two; three</cp:keywords><dc:description>About</dc:description>
    <cp:lastModifiedBy>Eve</cp:lastModifiedBy><dc:language>en-GB</dc:language><cp:version>1.2</cp:version>
    <dcterms:created>2014-07-01T13:38:50Z</dcterms:created><dcterms:modified>2015-02-03T04:05:06Z</dcterms:modified></cp:coreProperties>
    """

  static let word = ZipFixture([
    "[Content_Types].xml": types([
      "docProps/core.xml": "application/vnd.openxmlformats-package.core-properties+xml",
      "docProps/app.xml": main + "extended-properties+xml", "docProps/custom.xml": main + "custom-properties+xml",
      "word/body.xml": main + "wordprocessingml.document.main+xml", "word/h.xml": main + "wordprocessingml.header+xml",
      "word/notes.xml": main + "wordprocessingml.footnotes+xml",
    ]),
    "docProps/core.xml": coreProperties,
    "docProps/app.xml":
      "<Properties><Application>Writer</Application><Pages>3</Pages><Company>ACME</Company><Manager>Zoe</Manager></Properties>",
    "docProps/custom.xml":
      "<Properties xmlns:vt='v'><property name='Order number'><vt:lpwstr>A 17</vt:lpwstr></property></Properties>",
    "word/body.xml": """
    <w:document xmlns:w='w' xmlns:mc='m' xmlns:wp='p' xmlns:pic='i'><w:body><w:p><w:r><w:t>Hel</w:t></w:r><w:r><w:t>lo &amp; bye</w:t></w:r></w:p>
    <w:p><w:r><w:t>tab</w:t><w:tab/><w:t>bed</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>
    <w:instrText>PAGE</w:instrText></w:p><w:p><w:r><w:t>see</w:t></w:r><w:drawing><wp:docPr name='Picture' descr='A red fox'/>
    <pic:cNvPr descr='A red fox'/></w:drawing></w:p><mc:AlternateContent><mc:Choice><w:t>box</w:t></mc:Choice><mc:Fallback><w:t>box</w:t>
    <wp:docPr descr='no'/></mc:Fallback></mc:AlternateContent>
    </w:body></w:document>
    """,
    "word/h.xml": "<w:hdr xmlns:w='w'><w:p><w:t>Header</w:t></w:p></w:hdr>",
    "word/notes.xml": "<w:footnotes xmlns:w='w'><w:p><w:t>Footnote</w:t></w:p></w:footnotes>",
  ])

  static let workbook = ZipFixture([
    "[Content_Types].xml": types([
      "xl/workbook.xml": main + "spreadsheetml.sheet.main+xml", "xl/sharedStrings.xml": main + "spreadsheetml.sharedStrings+xml",
      "xl/worksheets/sheet1.xml": main + "spreadsheetml.worksheet+xml", "xl/comments1.xml": main + "spreadsheetml.comments+xml",
    ]),
    "xl/workbook.xml": "<workbook><sheets><sheet name='Budget' sheetId='1'/></sheets></workbook>",
    "xl/sharedStrings.xml": "<sst><si><t>Rent</t><rPh><t>spoken</t></rPh></si><si><r><t>Fo</t></r><r><t>od</t></r></si></sst>",
    "xl/worksheets/sheet1.xml": """
    <worksheet><sheetData><row><c t='s'><v>77</v></c><c><v>1250.5</v></c><c t='inlineStr'><is><t>inline</t></is></c><c t='b'><v>1</v></c>
    <c t='str'><f>A1&amp;B1</f><v>joined</v></c><c t='e'><v>#N/A</v></c></row></sheetData></worksheet>
    """,
    "xl/comments1.xml": "<comments><commentList><comment><text><r><t>Check this</t></r></text></comment></commentList></comments>",
  ])

  /// - Parameter date1904: Whether days count from 1904 on.
  static func numbers(date1904: Bool) -> ZipFixture {
    ZipFixture([
      "[Content_Types].xml": types([
        "xl/workbook.xml": main + "spreadsheetml.sheet.main+xml", "xl/styles.xml": main + "spreadsheetml.styles+xml",
        "xl/worksheets/sheet1.xml": main + "spreadsheetml.worksheet+xml",
      ]),
      "xl/workbook.xml": "<workbook><workbookPr date1904='\(date1904 ? 1 : 0)'/><sheets><sheet name='Log'/></sheets></workbook>",
      "xl/styles.xml": """
      <styleSheet><numFmts><numFmt numFmtId='164' formatCode='dd\\.mm\\.yyyy'/></numFmts><cellStyleXfs><xf numFmtId='9'/></cellStyleXfs>
      <cellXfs><xf numFmtId='0'/><xf numFmtId='164'/><xf numFmtId='9'/><xf numFmtId='22'/><xf numFmtId='2'/></cellXfs></styleSheet>
      """,
      "xl/worksheets/sheet1.xml": """
      <worksheet><sheetData><row><c s='1'><v>44260</v></c><c s='2'><v>0.12</v></c><c s='3'><v>44260.604166666664</v></c>
      <c s='4'><f>A1/3</f><v>3.3333333333333335</v></c><c><v>0.30000000000000004</v></c><c s='99'><v>123456789012345</v></c>
      <c s='1' t='s'><v>0</v></c><c s='1'><v>-5</v></c></row></sheetData></worksheet>
      """,
    ])
  }

  static let slides = ZipFixture([
    "[Content_Types].xml": types([
      "ppt/slides/slide10.xml": main + "presentationml.slide+xml", "ppt/slides/slide2.xml": main + "presentationml.slide+xml",
      "ppt/notesSlides/notesSlide2.xml": main + "presentationml.notesSlide+xml",
    ]),
    "ppt/slides/slide10.xml": "<p:sld xmlns:p='p' xmlns:a='a'><a:p><a:r><a:t>Tenth</a:t></a:r></a:p></p:sld>",
    "ppt/slides/slide2.xml": "<p:sld xmlns:p='p' xmlns:a='a'><p:cNvPr descr='Chart'/><a:p><a:r><a:t>Second</a:t></a:r></a:p></p:sld>",
    "ppt/notesSlides/notesSlide2.xml": "<p:notes xmlns:p='p' xmlns:a='a'><a:p><a:t>Say this</a:t></a:p></p:notes>",
  ])

  private static let metadata = """
    <office:meta><meta:creation-date>2014-07-01T13:38:50Z</meta:creation-date><dc:date>2015-02-03T04:05:06Z</dc:date>
    <meta:generator>Office/1</meta:generator><dc:title>A Title</dc:title><dc:subject>S</dc:subject><meta:keyword>one</meta:keyword>
    <meta:keyword>two</meta:keyword><meta:initial-creator>Ada</meta:initial-creator><dc:creator>Eve</dc:creator>
    <meta:user-defined meta:name='Order'>A 17</meta:user-defined><meta:document-statistic meta:page-count='4'/></office:meta>
    """

  private static let body = """
    <office:body><text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:h>Head<text:span>line</text:span></text:h>
    <text:p>one<text:s/>two<text:line-break/>three<office:annotation><dc:creator>Eve</dc:creator><text:p>note</text:p></office:annotation>
    <draw:frame><svg:title>Fox</svg:title><svg:desc>Red &amp; small</svg:desc></draw:frame></text:p></office:body>
    """

  private static let names =
    "xmlns:office='o' xmlns:text='t' xmlns:dc='d' xmlns:meta='m' xmlns:style='s' xmlns:draw='r' xmlns:svg='v'"

  static let openDocument = ZipFixture([
    "mimetype": "application/vnd.oasis.opendocument.text",
    "META-INF/manifest.xml": "<manifest/>",
    "meta.xml": "<office:document-meta \(names)>\(metadata)</office:document-meta>",
    "content.xml": "<office:document-content \(names)>\(body)</office:document-content>",
    "styles.xml": "<office:document-styles \(names)><style:footer><text:p>Footer</text:p></style:footer></office:document-styles>",
  ])

  static let encrypted: ZipFixture = {
    var archive = openDocument
    archive.isEncrypted = true
    return archive
  }()

  static let flat = "<?xml version='1.0'?><office:document \(names)>\(metadata)\(body)</office:document>"

  static let epub = ZipFixture([
    "mimetype": "application/epub+zip",
    "META-INF/container.xml": "<container><rootfiles><rootfile full-path='OEBPS/book.opf'/></rootfiles></container>",
    "OEBPS/book.opf": """
    <package><metadata xmlns:dc='d'><dc:title>A Title</dc:title><dc:creator>Ada</dc:creator><dc:creator>Bob</dc:creator>
    <dc:creator id='again'>Ada</dc:creator><dc:title>Or Not</dc:title><meta name='calibre:series' content='Bears'/>
    <dc:subject>bears</dc:subject><dc:subject>honey</dc:subject><dc:description>&lt;p&gt;About &lt;b&gt;bears&lt;/b&gt;&lt;/p&gt;</dc:description>
    <dc:language>en</dc:language><dc:date>2014</dc:date><dc:publisher>P</dc:publisher><dc:rights>Free</dc:rights>
    <meta property='dcterms:modified'>2015-02-03T04:05:06Z</meta></metadata><manifest>
    <item id='b' href='text/two%20b.xhtml' media-type='application/xhtml+xml'/><item id='c' href='style.css' media-type='text/css'/>
    <item id='a' href='../one.xhtml' media-type='application/xhtml+xml'/></manifest>
    <spine><itemref idref='a'/><itemref idref='c'/><itemref idref='b'/></spine></package>
    """,
    "OEBPS/text/two b.xhtml": "<html><body><p>Chapter&nbsp;two</p></body></html>",
    "one.xhtml": "<html><head><title>T</title><style>hidden</style></head><body><p>Chapter one</p></body></html>",
    "OEBPS/style.css": "hidden",
  ])

  static let fictionBook = """
    <?xml version="1.0" encoding="UTF-8"?><FictionBook><description><title-info><genre>prose</genre>
    <author><first-name>Ada</first-name><last-name>Lovelace</last-name></author><book-title>A Title</book-title>
    <annotation><p>About</p><p>bears</p></annotation><date value="2014-07-01">July</date><lang>en</lang><sequence name="Bears"/></title-info>
    <document-info><author><nickname>eve</nickname></author><program-used>Pen</program-used></document-info>
    <publish-info><publisher>P</publisher><isbn>978</isbn></publish-info></description>
    <body><title><p>Chapter</p></title><p>Once <emphasis>upon</emphasis> a time</p></body><binary id="p">aGlkZGVu</binary></FictionBook>
    """

  /// A book in one compressed record, which ends with the rest of a character.
  static let mobipocket: [UInt8] = {
    let value = { (kind: UInt32, text: String) in Bytes.big(kind, UInt32(text.utf8.count + 8)) + Bytes.text(text) }
    let values = [value(100, "Ada"), value(101, "P"), value(103, "<p>About <b>bears</b></p>"), value(105, "honey"), value(503, "A Title")]
    let extended = Bytes.text("EXTH") + Bytes.big(UInt32(0), UInt32(values.count)) + values.flatMap { $0 }
    let zeros = { (count: Int) in [UInt8](repeating: 0, count: count) }
    let header = Bytes.all(
      Bytes.big(UInt16(2), 0, 0, 0, 1, 4096, 0, 0), Bytes.text("MOBI"), Bytes.big(UInt32(232), 2, 65_001), zeros(210),
      Bytes.big(UInt16(1)), zeros(4), extended)
    // A literal text, a repeat of its last three bytes, a space with a letter, and the number of
    // bytes to ignore.
    let text = Bytes.text("<p>abc") + [0x80, 3 << 3, 0xC0 | 0x64] + [0]
    let start = 78 + 2 * 8
    return Bytes.all(
      zeros(60), Bytes.text("BOOKMOBI"), zeros(8), Bytes.big(UInt16(2)), Bytes.big(UInt32(start), 0, UInt32(start + header.count), 0),
      header, text)
  }()
}
