// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Markup

/// The metadata at the start of a Markdown document, as far as generators of web pages use it: YAML
/// between lines of `---`, or TOML between lines of `+++`.
///
/// Values are scalars, lists of them, and lists of people with a name. Other structures are ignored.
struct FrontMatter {
  /// The language between the marks.
  enum Syntax {
    case yaml
    case toml

    fileprivate var separator: Character { self == .yaml ? ":" : "=" }
  }

  private static let blockMarks = [">", "|", ">-", "|-", ">+", "|+"]

  private(set) var values: [String: [String]] = [:]

  /// - Parameter lines: The lines between the marks.
  init(_ lines: ArraySlice<Substring>, _ syntax: Syntax = .yaml) {
    var key: String?
    var rest = lines
    while let line = rest.popFirst() {
      let text = line.trimmingCharacters(in: .whitespaces)
      if text.isEmpty || text.hasPrefix("#") { continue }
      // What follows belongs to a table.
      if syntax == .toml, text.hasPrefix("[") { return }
      if syntax == .yaml, text.hasPrefix("- ") {
        if let key { appendElement(String(text.dropFirst(2)), to: key) }
      } else if line.first?.isWhitespace == true {
        // A person in detail: `author:`, and below it `name: Ada`.
        if syntax == .yaml, let key, text.hasPrefix("name:") { append(String(text.dropFirst(5)), to: key) }
      } else if let separator = text.firstIndex(of: syntax.separator) {
        let name = text[..<separator].trimmingCharacters(in: .whitespaces).lowercased()
        key = name
        let value = text[text.index(after: separator)...].trimmingCharacters(in: .whitespaces)
        if syntax == .yaml, Self.blockMarks.contains(value) {
          append(Self.block(from: &rest, isFolded: value.hasPrefix(">")), to: name)
        } else {
          appendList(value, to: name)
        }
      }
    }
  }

  /// The values of the first of several keys that has some.
  func all(_ keys: String...) -> [String] { keys.lazy.compactMap { values[$0] }.first ?? [] }

  func first(_ keys: String...) -> String? { keys.lazy.compactMap { values[$0]?.first }.first }

  /// The text of the indented lines that follow. Single newlines of folded text become spaces.
  private static func block(from rest: inout ArraySlice<Substring>, isFolded: Bool) -> String {
    let lines = rest.prefix { $0.isEmpty || $0.first?.isWhitespace == true }
    rest = rest[lines.endIndex...]
    let texts = lines.map { $0.trimmingCharacters(in: .whitespaces) }
    return texts.joined(separator: isFolded ? " " : "\n").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private mutating func appendList(_ value: String, to key: String) {
    guard value.hasPrefix("["), value.hasSuffix("]") else { return append(value, to: key) }
    for element in Self.elements(value.dropFirst().dropLast()) { append(element, to: key) }
  }

  /// The parts between commas that are not in quotes.
  private static func elements(_ list: Substring) -> [String] {
    var elements = [""]
    var quote: Character?
    for character in list {
      if quote == nil, character == "," {
        elements.append("")
        continue
      }
      if character == "\"" || character == "'", quote == nil || quote == character { quote = quote == nil ? character : nil }
      elements[elements.count - 1].append(character)
    }
    return elements
  }

  /// Appends an element of a list: a scalar, or the name of a person.
  private mutating func appendElement(_ element: String, to key: String) {
    let isQuoted = element.hasPrefix("\"") || element.hasPrefix("'")
    guard !isQuoted, let separator = element.firstRange(of: ": ") else { return append(element, to: key) }
    if element[..<separator.lowerBound] == "name" { append(String(element[separator.upperBound...]), to: key) }
  }

  private mutating func append(_ value: String, to key: String) {
    var text = value.trimmingCharacters(in: .whitespaces)[...]
    let isQuoted = text.count > 1 && text.first == text.last && (text.first == "\"" || text.first == "'")
    if isQuoted {
      text = text.dropFirst().dropLast()
    } else if let comment = text.firstRange(of: " #") {
      text = text[..<comment.lowerBound]
    }
    if !text.isEmpty, text != "null", text != "~" { values[key, default: []].append(String(text)) }
  }
}
