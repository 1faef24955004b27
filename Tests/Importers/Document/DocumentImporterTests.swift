import AttributeSets
import Glibc
import ImporterSupport
import Testing

@testable import DocumentImporter

@Suite struct DocumentImporterTests {
  @Test func `text of any kind is handed on`() throws {
    let source = "int main(void) { return 0; } /* größer */\n"
    #expect(try ImportedDocument(Array(source.utf8), type: "public.c-source").text == source)
    #expect(try ImportedDocument([], type: "public.plain-text").text == "")
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

  @Test(arguments: ["WINDOWS-1251", "UTF-8", "UTF-16LE", "UTF-16BE"])
  func `HTML gives its text and its head, in any encoding`(encoding: String) throws {
    let mark = encoding.hasPrefix("UTF-16") ? "\u{FEFF}" : ""
    let html =
      "\(mark)<html><head><meta http-equiv=\"Content-Type\" content=\"text/html; charset=\(encoding)\"><title>Заголовок</title>"
      + "<meta name=author content=\"Анна\"></head><body><p>Это файл<script>hidden()</script></body></html>"
    let document = try ImportedDocument(encoded(html, as: encoding), type: "public.html")
    #expect(document.words == ["Это", "файл"])
    #expect(document.attributes.title == "Заголовок")
    #expect(document.attributes.authorNames == ["Анна"])
  }

  @Test func `markup that does not end is reported, and what came before it kept`() throws {
    let html = "<title>T</title><p>before</p><!-- " + String(repeating: "endless ", count: 1 << 20)
    let document = try ImportedDocument(Array(html.utf8), type: "public.html")
    #expect(document.error == .damaged("a comment or tag has no end"))
    #expect(document.words == ["before"])
    #expect(document.attributes.title == "T")
  }

  @Test func `a long text takes no more memory than a short one`() async {
    // A process of its own, as the peak of this one is also that of the tests beside this one.
    await #expect(processExitsWith: .success) {
      // A letter of two bytes lies across borders of blocks.
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
}

/// The most memory that this process has had resident, in bytes.
private func residentPeak() -> Int {
  var usage = rusage()
  getrusage(__rusage_who_t(0), &usage)
  return usage.ru_maxrss << 10
}
