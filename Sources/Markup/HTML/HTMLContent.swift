// SPDX-License-Identifier: Apache-2.0

/// Collects the output of an HTML parser: the visible text and the metadata in the head.
///
/// It is a class because the parser stores its address.
package final class HTMLContent {
  package private(set) var metadata = HTMLMetadata()
  /// Text in UTF-8 that has not been taken yet.
  private var text: [UInt8] = []
  /// The addresses of links.
  var links = LinkAddresses()
  /// The text of the title so far; `nil` outside the first title.
  private var title: [UInt8]?
  private var ruby = RubyReadings()

  /// Returns the text since the last call.
  package func takeText() -> [UInt8] {
    defer { text = [] }
    return text
  }

  func start(_ element: String, attributes: [String: String]) {
    switch element {
    case "html":
      if let language = attributes["lang"] ?? attributes["xml:lang"] { metadata.take(language, for: "content-language") }
    case "meta":
      if let name = attributes["name"] ?? attributes["property"] ?? attributes["http-equiv"], let content = attributes["content"] {
        metadata.take(content, for: name)
      }
    case "title" where metadata.title == nil:
      title = []
    case "ruby": ruby.start(.base)
    case "rb": ruby.start(.base)
    case "rt", "rtc": ruby.start(.reading)
    case "rp": ruby.start(.hidden)
    case "a":
      if let address = attributes["href"] { links.take(address) }
    case "img", "area":
      if let address = attributes["href"] { links.take(address) }
      separate(at: element)
      // A browser shows it if there is no picture.
      guard title == nil, let description = attributes["alt"] else { return }
      text.append(contentsOf: description.utf8)
      separate(at: element)
    default:
      separate(at: element)
    }
  }

  func end(_ element: String) {
    if element == "title", let bytes = title {
      metadata.take(String(decoding: bytes, as: UTF8.self), for: "dc.title")
      title = nil
    }
    switch element {
    case "ruby": ruby.endWord()
    case "rb", "rt", "rtc", "rp": ruby.start(.base)
    default: separate(at: element)
    }
  }

  /// Delivers what is held back until the end of a paragraph.
  func finish() { appendReadings() }

  func add(_ characters: borrowing Span<UInt8>) {
    guard title != nil || ruby.isBase else { return ruby.add(characters) }
    for index in characters.indices {
      if title == nil { text.append(characters[index]) } else { title?.append(characters[index]) }
    }
  }

  /// Paragraphs and cells separate words, but inline elements such as `<b>` do not.
  private func separate(at element: String) {
    guard !Self.inlineElements.contains(element) else { return }
    appendReadings()
    if text.last != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
  }

  private func appendReadings() {
    let readings = ruby.take()
    if !readings.isEmpty { text += [UInt8(ascii: "\n")] + readings }
  }

  private static let inlineElements: Set<String> = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins", "kbd", "mark", "q",
    "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
  ]
}
