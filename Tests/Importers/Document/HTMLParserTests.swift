// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Foundation
import Testing

@testable import Markup

/// The text and metadata of an HTML document that is parsed in pieces of `pieceSize`.
private func parse(_ html: String, pieceSize: Int = 1 << 16) throws -> (text: String, metadata: HTMLMetadata) {
  var parser = try HTMLParser()
  var text: [UInt8] = []
  let bytes = Array(html.utf8)
  for start in stride(from: 0, to: bytes.count, by: pieceSize) {
    parser.parse(bytes.span.extracting(start..<min(start + pieceSize, bytes.count)))
    text += parser.content.takeText()
  }
  parser.finish()
  text += parser.content.takeText()
  return (try #require(String(validating: text, as: UTF8.self), "the text is UTF-8"), parser.content.metadata)
}

private func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }

@Suite struct HTMLParserTests {
  private static let document = """
    <!DOCTYPE html><html lang="en-GB"><head><meta charset="utf-8"><title>Fish &amp; Chips</title>
    <meta name="Author" content="Ada Lovelace"><meta name="author" content="Charles Babbage">
    <meta property="article:author" content="https://example.org/ada">
    <meta name="description" content="About frying"><meta property="og:description" content="Other words">
    <meta name="keywords" content="fish, chips,, vinegar"><meta name="generator" content="Hand 1.0">
    <meta property="article:published_time" content="2014-07-01T15:38:50+02:00"><meta name="dcterms.modified" content="2015-02-03">
    <meta name="DC.publisher" content="The Press"><meta name="copyright" content="2014 Ada">
    <style>p { color: hidden }</style><script>var hidden = "<p>no</p>";</script></head>
    <body><h1>Head<b>line</b></h1><p>First&nbsp;paragraph</p><p>Second<br>line</p><table><tr><td>one<td>two</table>
    <!-- hidden --><p>Größe &#x4E2D;&eacute;</p></body></html>
    """

  @Test(arguments: [
    #"<a href="https://example.org/abcdefghijklmnopqrstuvwxyz">word</a> "#, #"<b title='1 > 2' id="x">word</b> <!-- "no 'text -->"#,
  ])
  func `the end of a long document is read, also if pieces end inside tags`(line: String) throws {
    let count = (9 << 20) / line.utf8.count
    let html = "<html><body>" + String(repeating: line, count: count) + " tail</body></html>"
    let found = words(try parse(html, pieceSize: 1 << 20).text)
    #expect(found.count == count + 1 && found.last == "tail")
  }

  @Test func `text after a long script is read`() throws {
    let script = String(repeating: "var data = [\"1 < 2\", 'it', 3];\n", count: (8 << 20) / 32)
    #expect(words(try parse("<p>head<script>\(script)</script><p>tail", pieceSize: 1 << 20).text) == ["head", "tail"])
  }

  @Test(arguments: [1, 2, 3, 7, 64, 1 << 16])
  func `text is what a browser shows, whatever the size of the pieces`(pieceSize: Int) throws {
    let text = try parse(Self.document, pieceSize: pieceSize).text
    #expect(words(text) == ["Headline", "First", "paragraph", "Second", "line", "one", "two", "Größe", "中é"])
  }

  @Test func `the descriptions of pictures are text`() throws {
    let html = "<p>a<img src=x alt='A red &quot;fox&quot;'>b<img alt=''><img src=y><map><area alt=left></map><title>T<img alt=no></title>"
    #expect(words(try parse(html).text) == ["a", "A", "red", "\"fox\"", "b", "left"])
  }

  @Test(arguments: [1, 5, 1 << 16])
  func `the head provides the metadata`(pieceSize: Int) throws {
    let metadata = try parse(Self.document, pieceSize: pieceSize).metadata
    #expect(metadata.title == "Fish & Chips")
    #expect(metadata.authors == ["Ada Lovelace", "Charles Babbage"])
    #expect(metadata.description == "About frying")
    #expect(metadata.keywords == ["fish", "chips", "vinegar"])
    #expect(metadata.generator == "Hand 1.0")
    #expect(metadata.languages == ["en-GB"])
    #expect(metadata.publishers == ["The Press"])
    #expect(metadata.copyright == "2014 Ada")
    #expect(metadata.creationDate == Date(timeIntervalSince1970: 1_404_221_930))
    #expect(metadata.modificationDate != nil)
  }

  @Test func `texts of the head are single lines with single spaces`() throws {
    let metadata = try parse(
      "<title>\n Part&nbsp;III.&#xA0;Server\n  Administration</title><meta name=author content='Ada&nbsp;\tLovelace'>"
        + "<meta name=keywords content='one&nbsp;two\nthree'>"
    ).metadata
    #expect(metadata.title == "Part III. Server Administration")
    #expect(metadata.authors == ["Ada Lovelace"])
    #expect(metadata.keywords == ["one two", "three"])
  }

  @Test func `a title inside an SVG image is not the document's`() throws {
    let metadata = try parse("<title>Page</title><body><svg><title>Circle</title></svg>").metadata
    #expect(metadata.title == "Page")
  }

  @Test func `deep nesting is read to the end`() throws {
    let html = String(repeating: "<div>", count: 20_000) + "deep" + String(repeating: "</div>", count: 20_000) + "after"
    #expect(try words(parse(html, pieceSize: 4096).text) == ["deep", "after"])
  }

  @Test func `an unterminated comment is dropped and takes no memory`() throws {
    var parser = try HTMLParser()
    let opening = Array("<p>before</p><!-- ".utf8)
    parser.parse(opening.span)
    let filler = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
    var pieces = 0
    while !parser.isStuck && pieces < 1000 {
      parser.parse(filler.span)
      pieces += 1
    }
    #expect(pieces < 300)
    #expect(String(decoding: parser.content.takeText(), as: UTF8.self).contains("before"))
  }

  @Test(arguments: [
    "<p><ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>の<ruby>東京<rt>とうきょう</rt></ruby>タワー</p><p>b</p>",
    "<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rp>(</rp><rt>じ</rt><rp>)</rp></ruby>の<ruby>東京<rt>とう\nきょう</ruby>タワー</p><p>b</p>",
    "<p><ruby><rb>漢</rb><rb>字</rb><rt>かん</rt><rt>じ</rt></ruby>の<ruby><rb>東京<rtc><rt>とうきょう</rtc></ruby><b>タワー</b></p><p>b</p>",
  ])
  func `readings stand beside the words of a paragraph`(html: String) throws {
    for pieceSize in [3, 1 << 16] {
      #expect(words(try parse(html, pieceSize: pieceSize).text) == ["漢字の東京タワー", "かんじ", "とうきょう", "b"])
    }
    #expect(words(try parse("<ruby>一<rt>いち").text) == ["一", "いち"])
  }

  @Test func `every prefix of a document gives UTF-8`() throws {
    let document = Array(Self.document.utf8)
    for length in 0...document.count { _ = try parse(String(decoding: document[..<length], as: UTF8.self)) }
  }

  @Test(arguments: 1...200) func `random markup gives UTF-8`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let parts = [
      "<", ">", "<p", "</", "<!--", "-->", "&", "&#", ";", "=", "\"", "'", "<script>", "</script>", "<title>", "\0", "é", "<![CDATA[",
      "]]>", "a", " ", "<meta ", "name=", "<?", "<!D",
    ]
    let html = (0..<100).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
    _ = try parse(html, pieceSize: Int.random(in: 1...50, using: &random))
  }

  @Test(arguments: [
    ("2014-07-01", true), ("2014-07-01T13:38:50Z", true), ("2014-07-01 13:38", true), ("2014-07-01T13:38:50.123+0200", true),
    ("2014-02-30", false), ("yesterday", false), ("2014-13-01", false), ("", false),
  ])
  func `dates are ISO 8601`(text: String, isDate: Bool) {
    #expect((Date(documentDate: text) != nil) == isDate)
  }
}
