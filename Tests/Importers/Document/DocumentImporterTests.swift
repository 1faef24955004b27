// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Attributes
import Glibc
import ImporterSupport
import Testing

@testable import DocumentImporter

@Suite struct DocumentImporterTests {
  @Test func `text of any kind is delivered`() throws {
    let source = "int main(void) { return 0; } /* größer */\n"
    #expect(try ImportedDocument(Array(source.utf8), type: "public.c-source").text == source)
    #expect(try ImportedDocument([], type: "public.plain-text").text == "")
  }

  /// Contents, type, and whether the text equals the content byte for byte, except for a byte order
  /// mark.
  static let contents: [(bytes: [UInt8], type: String, isText: Bool)] = [
    (Array("plain".utf8), "public.plain-text", true),
    (Array("größer, 漢字 🎵\r\n\t\u{1B}[0m".utf8), "public.c-source", true),
    (Array("# Titel\nöde".utf8), "net.daringfireball.markdown", true),
    (Array("\u{FEFF}with a mark".utf8), "public.plain-text", true),
    (Array("one \u{FEFF} in the middle".utf8), "public.plain-text", true),
    (Array(repeatElement("é und 中文\n".utf8, count: 100_000).joined()), "public.plain-text", true),
    (Array("<?xml version='1.0' encoding='UTF-8'?><p>ö</p>".utf8), "public.xml", true),
    (Array("<?xml version='1.0' encoding='ISO-8859-2'?><p>o</p>".utf8), "public.xml", false),
    (Array("<p>text</p>".utf8), "public.html", false),
    (Array("a stray \0 in a line of text".utf8), "public.plain-text", false),
    (Array("broken ä ö ü ".utf8) + [0xFF], "public.plain-text", false),
    (Array("cut ä ö ü ".utf8) + [0xC3], "public.plain-text", false),
    ([0x67, 0x72, 0xF6, 0xDF, 0x65, 0x72], "public.plain-text", false),
    ([0xFF, 0xFE, 0x41, 0x00, 0x42, 0x00], "public.plain-text", false),
    (
      Array(repeatElement(Array("script\n".utf8), count: 1 << 16).joined()) + [UInt8](repeating: 0, count: 1 << 18), "public.plain-text",
      false
    ),
    ([UInt8](repeating: 0, count: 4096), "public.plain-text", false),
  ]

  @Test(arguments: contents.indices)
  func `the importer reports whether the text equals the file's bytes`(index: Int) throws {
    let (bytes, type, isText) = Self.contents[index]
    let document = try ImportedDocument(bytes, type: type)
    #expect(document.isFileContent == isText)
    if isText {
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      #expect(Array(document.text.utf8) == (bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes))
    }
  }

  @Test func `XML is read in the encoding that it declares`() throws {
    let xml = "<?xml version=\"1.0\" encoding=\"ISO-8859-2\"?><p>Dwa żółwie i źdźbło</p>"
    #expect(try ImportedDocument(encoded(xml, as: "ISO-8859-2"), type: "public.xml").text == xml)
  }

  @Test(arguments: [
    ("# The *Title* #\n\ntext\n", "The *Title*"), ("text\n\nTitle\n=====\n# No\n", "Title"), ("```\n# comment\n```\n## Real\n", "Real"),
    ("---\ntitle: \"Front matter\"\n---\n# Other\n", "Front matter"), ("---\ndate: 1\n---\n# Other\n", "Other"),
    ("#hashtag\n", nil), ("no heading\n", nil), ("", nil),
  ])
  func `Markdown's title is its first heading`(markdown: String, title: String?) throws {
    let document = try ImportedDocument(Array(markdown.utf8), type: "net.daringfireball.markdown")
    #expect(document.attributes.title == title)
    #expect(document.text == markdown)
  }

  @Test func `the front matter of Markdown provides the metadata`() throws {
    let markdown = """
      ---
      title: 'A Title'
      author:
        - Ada
        - "Bob"
      tags: [one, "two"]
      categories: three
      date: 2014-07-01
      description: >
        long
      nested:
        title: no
      ---
      # Heading
      """
    let attributes = try ImportedDocument(Array(markdown.utf8), type: "net.daringfireball.markdown").attributes
    #expect(attributes.title == "A Title")
    #expect(attributes.authorNames == ["Ada", "Bob"])
    #expect(attributes.keywords == ["one", "two", "three"])
    #expect(attributes.contentCreationDate != nil)
    #expect(attributes.contentDescription == "long")
  }

  @Test(arguments: [
    (
      "---\ntitle: >\n  Folded\n  title\ndescription: |\n  one\n  two\nauthor:\n  - name: Ada\n    mail: a@b\n  - mail: c@d\ntags: [a, \"b, c\"] \n---\n",
      "Folded title", "one\ntwo", ["Ada"], ["a", "b", "c"]
    ),
    (
      "+++\ntitle = \"Title\" \ndescription = 'one'\nauthor = \"Ada\"\ntags = [\"a\", \"b\"]\n[other]\ntitle = \"no\"\n+++\n# Heading",
      "Title", "one",
      ["Ada"], ["a", "b"]
    ),
    ("---\ntitle: Title # comment\ndescription: \"a: b # c\"\n---\n", "Title", "a: b # c", nil, nil),
    ("+++\ntitle = \"never closed\"\n", nil, nil, nil, nil),
  ])
  func `front matter is YAML or TOML`(markdown: String, title: String?, description: String?, authors: [String]?, keywords: [String]?)
    throws
  {
    let attributes = try ImportedDocument(Array(markdown.utf8), type: "net.daringfireball.markdown").attributes
    #expect(attributes.title == title)
    #expect(attributes.contentDescription == description)
    #expect(attributes.authorNames == authors)
    #expect(attributes.keywords == keywords)
  }

  @Test(arguments: [
    "% A Title\n  continued\n% Ada; Bob\n% 2020-01-31\n\n# Heading\n",
    "Title: A Title\n   continued\nAuthors: Ada\nAuthor: Bob\nDate: 2020-01-31\n\n# Heading\n",
    "---\ntitle: A Title continued\nauthor:\n  name: Ada\nauthors: Bob\ndate: 2020-01-31\n---\n# Heading\n",
  ])
  func `the header of Pandoc and MultiMarkdown is attributes`(markdown: String) throws {
    let document = try ImportedDocument(Array(markdown.utf8), type: "net.daringfireball.markdown")
    #expect(document.isFileContent)
    #expect(document.attributes.title == "A Title continued")
    #expect(document.attributes.authorNames == ["Ada", "Bob"])
    #expect(document.attributes.contentCreationDate != nil)
  }

  @Test(arguments: [
    "Note: this\nTitle: no\n\n# Heading\n", "Title: no\nand text\n\n# Heading\n", "%\n\n# Heading\n", "Title: no\n# Heading\n",
  ])
  func `a text that begins like a header is none`(markdown: String) throws {
    let attributes = try ImportedDocument(Array(markdown.utf8), type: "net.daringfireball.markdown").attributes
    #expect(attributes.title == "Heading")
    #expect(attributes.record.custom.isEmpty)
  }

  @Test func `keys of front matter that stand for no attribute are custom keys`() throws {
    let text = "---\ntitle: T\naliases: [one, two]\ndoi: 10.1/2\nlicense: free\nstatus: draft\n---\n"
    let attributes = try ImportedDocument(Array(text.utf8), type: "net.daringfireball.markdown").attributes
    #expect(attributes.alternateNames == ["one", "two"])
    #expect(attributes.identifier == "10.1/2")
    #expect(attributes.rights == "free")
    #expect(attributes.record.custom.map(\.name) == ["status"])
  }

  @Test(arguments: ["WINDOWS-1251", "UTF-8", "UTF-16LE", "UTF-16BE"])
  func `text and metadata of HTML are read in any encoding`(encoding: String) throws {
    let mark = encoding.hasPrefix("UTF-16") ? "\u{FEFF}" : ""
    let html =
      "\(mark)<html><head><meta http-equiv=\"Content-Type\" content=\"text/html; charset=\(encoding)\"><title>Заголовок</title>"
      + "<meta name=author content=\"Анна\"></head><body><p>Это файл<script>hidden()</script></body></html>"
    let document = try ImportedDocument(encoded(html, as: encoding), type: "public.html")
    #expect(document.words == ["Это", "файл"])
    #expect(document.attributes.title == "Заголовок")
    #expect(document.attributes.authorNames == ["Анна"])
  }

  @Test func `unterminated markup is reported, and the text before it is kept`() throws {
    let html = "<title>T</title><p>before</p><!-- " + String(repeating: "endless ", count: 3 << 20)
    let document = try ImportedDocument(Array(html.utf8), type: "public.html")
    #expect(document.error == .damaged("a comment or tag has no end"))
    #expect(document.words == ["before"])
    #expect(document.attributes.title == "T")
  }

  @Test func `a long text takes no more memory than a short one`() async {
    // Runs in its own process, because the peak of the test process includes other tests.
    await #expect(processExitsWith: .success) {
      // Blocks end in the middle of a letter of two bytes.
      let line = Array("xé и 中文 and some plain words to make the line longer\n".utf8)
      let block = Array(repeatElement(line, count: (1 << 20) / line.count).joined())
      let descriptor = try ImportedDocument.temporaryFile()
      for _ in 0..<64 { #expect(block.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } == block.count) }
      let before = residentPeak()
      let document = try ImportedDocument(
        descriptor: descriptor, byteCount: 64 * block.count, type: "public.plain-text", keepsText: false)
      #expect(document.error == nil)
      #expect(document.byteCount == 64 * block.count)
      #expect(residentPeak() - before < 8 << 20)
    }
  }

  @Test func `holes are skipped`() throws {
    let descriptor = try ImportedDocument.temporaryFile()
    defer { close(descriptor) }
    let size: off_t = 1 << 40
    try #require(ftruncate(descriptor, size) == 0)
    let lines: [(String, off_t)] = [("first line\n", 0), ("middle line\n", size / 2), ("last line\n", size - 10)]
    for (line, offset) in lines { try #require(line.withCString { pwrite(descriptor, $0, line.utf8.count, offset) } == line.utf8.count) }
    let document = try ImportedDocument(descriptor: descriptor, byteCount: Int(size), type: "public.plain-text", keepsText: true)
    #expect(document.error == nil)
    #expect(document.words == ["first", "line", "middle", "line", "last", "line"])
    #expect(!document.isFileContent)
    try #require(ftruncate(descriptor, 0) == 0 && ftruncate(descriptor, size) == 0)
    #expect(try ImportedDocument(descriptor: descriptor, byteCount: Int(size), type: "public.plain-text", keepsText: true).words == [])
  }
}

/// Maximum resident memory of this process, in bytes.
private func residentPeak() -> Int {
  var usage = rusage()
  getrusage(__rusage_who_t(0), &usage)
  return usage.ru_maxrss << 10
}
