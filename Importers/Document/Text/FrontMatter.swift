internal import Foundation
internal import Markup

/// The metadata at the start of a Markdown document: YAML between lines of `---`, as far as
/// generators of web pages use it.
///
/// Values are scalars and lists of them. Other structures of YAML are ignored.
struct FrontMatter {
  private var values: [String: [String]] = [:]

  /// - Parameter lines: The lines between the marks.
  init(_ lines: ArraySlice<Substring>) {
    var key: String?
    for line in lines {
      let text = line.trimmingCharacters(in: .whitespaces)
      if text.isEmpty || text.hasPrefix("#") { continue }
      if text.hasPrefix("- ") {
        if let key { append(String(text.dropFirst(2)), to: key) }
      } else if line.first?.isWhitespace == true {
        continue
      } else if let colon = text.firstIndex(of: ":") {
        key = text[..<colon].lowercased()
        let value = text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        if let key { appendList(value, to: key) }
      }
    }
  }

  /// The values of the first of several keys that has some.
  func all(_ keys: String...) -> [String] { keys.lazy.compactMap { values[$0] }.first ?? [] }

  func first(_ keys: String...) -> String? { keys.lazy.compactMap { values[$0]?.first }.first }

  private mutating func appendList(_ value: String, to key: String) {
    guard value.hasPrefix("["), value.hasSuffix("]") else { return append(value, to: key) }
    for element in value.dropFirst().dropLast().split(separator: ",") { append(String(element), to: key) }
  }

  private mutating func append(_ value: String, to key: String) {
    var text = value.trimmingCharacters(in: .whitespaces)[...]
    let isQuoted = text.count > 1 && text.first == text.last && (text.first == "\"" || text.first == "'")
    if isQuoted { text = text.dropFirst().dropLast() }
    // A mark of text in several lines, which are ignored.
    if !text.isEmpty, ![">", "|", ">-", "|-", "null", "~"].contains(text) { values[key, default: []].append(String(text)) }
  }
}
