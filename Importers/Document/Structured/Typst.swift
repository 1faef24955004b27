// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ImporterSupport
internal import Markup

/// Typst: the arguments of `#set document(…)`, and those that a template gets.
enum Typst {
  static func metadata(in text: String) -> TextMetadata {
    var metadata = TextMetadata()
    // A document can have both, and its own properties take precedence.
    for mark in [/#set\s+document\s*\(/, /#show:\s*[\w.-]+?\.with\s*\(/, /#show:\s*[\w.-]+\s*\(/] {
      guard let found = text.firstMatch(of: mark) else { continue }
      var scanner = TypstScanner(text[found.range.upperBound...])
      for (name, values) in scanner.arguments() {
        switch name {
        case "title": metadata.title = metadata.title ?? values.first
        case "author", "authors": for value in values { metadata.authors.appendNew(value) }
        case "date": metadata.creationDate = metadata.creationDate ?? values.first.flatMap { Date(documentDate: $0) }
        case "keywords", "index-terms":
          for word in values.flatMap({ $0.listElements(separatedBy: ",;") }) { metadata.keywords.appendNew(word) }
        case "abstract", "description", "subtitle", "organization", "affiliation", "lang", "language", "version":
          for value in values { metadata.others.append((name, value)) }
        default: break
        }
      }
    }
    return metadata
  }
}

/// Reads the arguments of a call.
private struct TypstScanner {
  private var rest: Substring

  private static let maximumDepth = 16

  init(_ text: Substring) { rest = text }

  /// The texts of each named argument, up to the closing parenthesis.
  mutating func arguments() -> [(name: String, values: [String])] {
    var found: [(name: String, values: [String])] = []
    while found.count < 64 {
      skipSpace()
      guard let next = rest.first, next != ")" else { return found }
      if next == "," {
        rest.removeFirst()
        continue
      }
      guard let match = rest.prefixMatch(of: /([a-zA-Z][\w-]*)\s*:(?!\/)/)?.output else {
        _ = value(depth: 0)
        continue
      }
      rest = rest[match.0.endIndex...]
      found.append((String(match.1), value(depth: 0)))
    }
    return found
  }

  private mutating func skipSpace() {
    while let next = rest.first {
      if next.isWhitespace {
        rest.removeFirst()
      } else if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
      } else {
        return
      }
    }
  }

  /// The texts of a value: a string, content in brackets, or the elements of an array. Of a person in detail, the name counts.
  private mutating func value(depth: Int) -> [String] {
    var values: [String] = []
    while true {
      skipSpace()
      guard let next = rest.first, next != ",", next != ")" else { return values }
      switch next {
      case "\"": values.append(string())
      case "[": values.append(content())
      case "(":
        rest.removeFirst()
        values += depth < Self.maximumDepth ? elements(depth: depth + 1) : []
      default:
        if let match = rest.prefixMatch(of: /datetime\s*\(([^)]*)\)/)?.output {
          rest = rest[match.0.endIndex...]
          let number = { (name: String) in
            match.1.split(separator: ",").first { $0.contains(name) }?.split(separator: ":").last.flatMap {
              Int($0.trimmingCharacters(in: .whitespaces))
            }
          }
          if let year = number("year"), let month = number("month"), let day = number("day"), (1000...9999).contains(year) {
            values.append("\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)")
          }
        } else {
          // A name, a number, an operator.
          rest.removeFirst()
        }
      }
    }
  }

  private mutating func elements(depth: Int) -> [String] {
    var values: [String] = []
    while let next = rest.first, next != ")" {
      if next == "," || next.isWhitespace {
        rest.removeFirst()
        continue
      }
      let name = rest.prefixMatch(of: /([a-zA-Z][\w-]*|"[^"]*")\s*:(?!\/)/)?.output
      if let name { rest = rest[name.0.endIndex...] }
      let found = value(depth: depth)
      if name == nil || name?.1 == "name" { values += found }
    }
    if !rest.isEmpty { rest.removeFirst() }
    return values
  }

  private mutating func string() -> String {
    var text = ""
    rest.removeFirst()
    while let next = rest.popFirst(), next != "\"" { text.append(next == "\\" ? rest.popFirst() ?? " " : next) }
    return text
  }

  private mutating func content() -> String {
    var text = ""
    var depth = 0
    while let next = rest.popFirst() {
      if next == "[" { depth += 1 }
      if next == "]" { depth -= 1 }
      if depth == 0 { break }
      if next != "[" || depth > 1 { text.append(next) }
    }
    return text.replacing(/[*_\\]/, with: "").oneLine
  }
}
