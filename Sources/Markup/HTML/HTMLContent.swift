// SPDX-License-Identifier: Apache-2.0

/// Collects the output of an HTML parser: the visible text and the metadata in the head.
///
/// It is a class because the parser stores its address.
package final class HTMLContent {
  package private(set) var metadata = HTMLMetadata()
  /// Text in UTF-8 that has not been taken yet.
  private var text: [UInt8] = []
  /// The text of the title so far; `nil` outside the first title.
  private var title: [UInt8]?

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
    case "img", "area":
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
    separate(at: element)
  }

  func add(_ characters: borrowing Span<UInt8>) {
    for index in characters.indices {
      if title == nil { text.append(characters[index]) } else { title?.append(characters[index]) }
    }
  }

  /// Paragraphs and cells separate words, but inline elements such as `<b>` do not.
  private func separate(at element: String) {
    if !Self.inlineElements.contains(element) && text.last != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
  }

  private static let inlineElements: Set<String> = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins", "kbd", "mark", "q",
    "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
  ]
}
