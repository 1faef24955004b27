// SPDX-License-Identifier: Apache-2.0

import Attributes

/// Completions of a query that is being typed, for shells.
///
/// Only the end of the text matters; the text before it may be malformed.
package struct QueryCompletion: Sendable {
  package struct Candidate: Hashable, Sendable {
    /// The text that replaces ``fragment``; it begins with it.
    package let text: String
    /// A one-line description; may be empty.
    package let summary: String

    package init(_ text: String, _ summary: String) {
      self.text = text
      self.summary = summary
    }
  }

  /// The end of the text, which candidates replace; empty at the start of a word.
  package private(set) var fragment = ""
  package private(set) var candidates: [Candidate] = []

  /// The kinds of input that can follow the text scanned so far.
  private enum Expected {
    /// The name of an attribute, a keyword, or a word.
    case term
    /// An operator, if this word is the name of an attribute.
    case comparison(of: String)
    /// The value of this attribute, and the quote that is open, if any.
    case value(of: String, quote: UInt8?)
    case connective

    /// The expected input after a complete word.
    func after(_ word: String) -> Self {
      guard case .value = self else { return .comparison(of: word) }
      // `==[c]`
      return word.hasPrefix("[") ? self : .connective
    }
  }

  /// - Parameter types: Type identifiers, offered for attributes that contain one.
  package init(of text: String, types: @autoclosure () -> [Candidate]) {
    var scanner = PredicateParser(text)
    var expected = Expected.term
    var isPredicate = false
    while let byte = scanner.peek() {
      fragment = ""
      switch byte {
      case _ where byte.isSpace: scanner.advance()
      case _ where scanner.isComparison:
        while scanner.isComparison { scanner.advance() }
        if case .comparison(let name) = expected { expected = .value(of: name, quote: nil) }
        isPredicate = true
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let start = scanner.position + 1
        if scanner.skipQuoted(byte) {
          while let letter = scanner.peek(), letter.isASCIILetter { scanner.advance() }
          expected = .connective
        } else if case .value(let name, _) = expected {
          scanner.advance(scanner.bytes.count - scanner.position)
          fragment = scanner.text(start..<scanner.bytes.count)
          expected = .value(of: name, quote: byte)
        } else {
          // An unfinished phrase, or an apostrophe.
          scanner.advance()
        }
      case _ where byte.continuesBareWord:
        let start = scanner.position
        while let next = scanner.peek(), next.continuesBareWord { scanner.advance() }
        let word = scanner.text(start..<scanner.position)
        if scanner.isAtEnd { fragment = word } else { expected = expected.after(word) }
      case UInt8(ascii: ")"):
        scanner.advance()
        expected = .connective
      default:
        // A character that begins or joins comparisons.
        scanner.advance()
        expected = .term
      }
    }
    offer(expected, of: text, isPredicate: isPredicate, types)
  }

  private mutating func offer(_ expected: Expected, of text: String, isPredicate: Bool, _ types: () -> [Candidate]) {
    switch expected {
    case .value(let name, let quote):
      let end = quote.map { String(UnicodeScalar($0)) } ?? ""
      offer(Self.values(of: name, types).map { Candidate($0.text + end, $0.summary) })
    case .connective:
      if !isPredicate {
        offerNames(isPredicate: false, types)
      } else if fragment.isEmpty {
        offer([Candidate("&&", "and"), Candidate("||", "or")])
      }
    case .comparison(let word):
      // `created:this week`
      if let (keyword, value) = Self.keyword(in: word), keyword.takesSeveralWords, text.hasSuffix("\(word) \(fragment)") {
        fragment = "\(value) \(fragment)"
        offer(keyword.values)
      } else if fragment.isEmpty, let key = AttributeKey(named: word) {
        offer(Self.operators(of: key))
      } else {
        offerNames(isPredicate: isPredicate, types)
      }
    case .term: offerNames(isPredicate: isPredicate, types)
    }
  }

  private mutating func offer(_ all: [Candidate]) { candidates = all.filter { $0.text.hasPrefix(fragment) && $0.text != fragment } }

  private mutating func offerNames(isPredicate: Bool, _ types: () -> [Candidate]) {
    if !isPredicate, let (keyword, value) = Self.keyword(in: fragment) {
      fragment = value
      return offer(keyword.namesTypes ? types() : keyword.values)
    }
    var names = AttributeKey.all.compactMap { key in key.definition.metadataName.map { Candidate($0, key.definition.summary) } }
    if isPredicate {
      names += AttributeKey.all.compactMap { key in key.definition.coreSpotlightName.map { Candidate($0, key.definition.summary) } }
    } else {
      names += SearchKeyword.all.map { Candidate($0.name + ":", $0.keyword.attributes.map(\.description).joined(separator: ", ")) }
    }
    let matching = names.filter { $0.text.hasPrefix(fragment) }
    // If only one name is left, offer what can follow it instead of the rest of the name.
    if matching.count == 1, let key = AttributeKey(named: matching[0].text) {
      candidates = Self.operators(of: key).map { Candidate("\(matching[0].text) \($0.text)", $0.summary) }
    } else {
      candidates = matching.filter { $0.text != fragment }.sorted { $0.text < $1.text }
    }
  }

  /// The keyword before the first colon of a word, and the text after the colon.
  private static func keyword(in word: String) -> (SearchKeyword, value: String)? {
    guard let colon = word.firstIndex(of: ":"), let keyword = SearchKeyword(named: Array(word[..<colon].utf8)[...]) else { return nil }
    return (keyword, String(word[word.index(after: colon)...]))
  }

  private static func operators(of key: AttributeKey) -> [Candidate] {
    let equality = [Candidate("==", "is"), Candidate("!=", "is not")]
    return switch key.definition.type {
    case .integer, .number, .date:
      equality + [Candidate("<", "less than"), Candidate("<=", "at most"), Candidate(">", "greater than"), Candidate(">=", "at least")]
    default: equality
    }
  }

  private static func values(of name: String, _ types: () -> [Candidate]) -> [Candidate] {
    guard let key = AttributeKey(named: name) else { return [] }
    if key == .contentType || key == .contentTypeTree { return types() }
    guard key.definition.type == .date else { return [] }
    return TimeExpression.functionNames.map { Candidate("$time.\($0)" + ($0 == "iso" ? "(" : ""), "") }
  }
}

extension PredicateParser {
  /// Whether a comparison operator is next.
  fileprivate var isComparison: Bool {
    switch peek() {
    case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"): true
    case UInt8(ascii: "!"): peek(1) == UInt8(ascii: "=")
    default: false
    }
  }
}

extension SearchKeyword {
  /// Whether its value is a content type.
  fileprivate var namesTypes: Bool { form == .text && attributes.contains(.contentType) }

  /// The words that are valid values; empty if any text or number is valid.
  fileprivate var values: [QueryCompletion.Candidate] {
    func candidates(_ words: [String]) -> [QueryCompletion.Candidate] { words.map { .init($0, "") } }
    return switch form {
    case .kind: DocumentKind.names.map { .init($0, DocumentKind(named: $0)?.types.joined(separator: ", ") ?? "") }
    case .date: candidates(DateWord.words)
    case .boolean: candidates(["yes", "no"])
    case .orientation: candidates(["landscape", "portrait"])
    case .presence: candidates(["attachment", "author", "comment", "source", "tag", "title"])
    default: []
    }
  }
}
