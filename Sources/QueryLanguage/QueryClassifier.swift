// SPDX-License-Identifier: Apache-2.0

internal import Attributes

/// Decides whether a query is a predicate or free text.
package enum QueryClassifier {
  /// Whether `text` is meant as a predicate, well-formed or not. Outside quotes it has one of
  /// these:
  ///
  /// - a comparison operator after a name or `*`, or at the beginning, where an unset variable of the
  ///   shell was
  /// - `InRange(`, in any case of letters
  /// - `$time.`
  /// - a known `kMDItem…` name and then `MATCHES`, or a comparison as another query language writes it (`LIKE`),
  ///   which nobody types who looks for words
  ///
  /// A name followed by a colon is a keyword of free text: `size:>10MB` is not a predicate.
  ///
  /// - Complexity: O(length of `text`).
  package static func isMeantAsPredicate(_ text: String) -> Bool {
    if consistsOfConstants(text) || beginsWithOperator(text) { return true }
    var scanner = PredicateParser(text)
    /// Kinds of quotes with an unclosed one. No further quote of that kind is searched for its end,
    /// which would take quadratic time.
    var unclosed: Set<UInt8> = []
    while let byte = scanner.peek() {
      if byte.isQuote {
        if unclosed.contains(byte) || !scanner.skipQuoted(byte) {
          unclosed.insert(byte)
          scanner.advance()
        }
      } else if scanner.isNext("$time.") {
        return true
      } else if byte.startsName {
        let name = scanner.takeName()
        if scanner.isOperator(at: scanner.position), !name.hasSuffix(":") { return true }
        if isForeignComparison(of: name, before: scanner) { return true }
        if name == "InRange" {
          scanner.skipSpace()
          if scanner.peek() == UInt8(ascii: "(") { return true }
        } else if name.lowercased() == "inrange", scanner.peek() == UInt8(ascii: "(") {
          // The parser says how it is written.
          return true
        }
        scanner.skipApostrophe()
      } else if byte == UInt8(ascii: "*") {
        scanner.advance(scanner.peek(1) == UInt8(ascii: "*") ? 2 : 1)
        if scanner.isOperator(at: scanner.position) { return true }
      } else if byte.continuesBareWord {
        scanner.skipBareWord()
      } else {
        scanner.advance()
      }
    }
    return false
  }

  /// Whether the first token, parentheses aside, is a comparison operator, and a value follows. After `=`,
  /// `<` and `>`, a space or a quote must follow: `<3` is a word.
  private static func beginsWithOperator(_ text: String) -> Bool {
    let rest = text.utf8.drop { $0.isSpace || $0 == UInt8(ascii: "(") }
    let sign = rest.prefix { "=!<>".utf8.contains($0) }
    guard let next = rest.dropFirst(sign.count).first else { return false }
    return switch String(sign) {
    case "==", "!=", "<=", ">=": next.isSpace || next.isQuote || next.continuesName
    case "=", "<", ">": next.isSpace || next.isQuote
    default: false
    }
  }

  /// Whether a text combines only `true` and `false`, as in `(true)` or `!false`. One of these words
  /// alone is a word.
  private static func consistsOfConstants(_ text: String) -> Bool {
    var hasOperator = false
    var hasConstant = false
    var rest = text.utf8[...]
    while let byte = rest.first {
      if let word = ["true", "false"].first(where: { rest.starts(with: $0.utf8) }) {
        hasConstant = true
        rest = rest.dropFirst(word.utf8.count)
        if rest.first?.continuesName == true { return false }
      } else {
        guard "()!&| ".utf8.contains(byte) else { return false }
        hasOperator = hasOperator || byte != UInt8(ascii: " ")
        rest = rest.dropFirst()
      }
    }
    return hasOperator && hasConstant
  }

  /// Whether `name` is a `kMDItem…` attribute and the next word is a comparison of another
  /// language.
  private static func isForeignComparison(of name: String, before scanner: PredicateParser) -> Bool {
    guard name.hasPrefix("kMDItem"), AttributeKey(named: name) != nil else { return false }
    var scanner = scanner
    scanner.skipSpace()
    guard scanner.peek()?.startsName == true else { return false }
    return switch ReservedWord(scanner.takeName().utf8) {
    case .comparison, .matches: true
    case .and, .or, .not, nil: false
    }
  }
}

extension PredicateParser {
  /// Skips an apostrophe within a word, as in `don't`, which does not open a quote.
  fileprivate mutating func skipApostrophe() {
    if peek() == UInt8(ascii: "'"), peek(1)?.isASCIILetter == true { advance() }
  }

  /// Skips the rest of a word that does not begin like a name.
  fileprivate mutating func skipBareWord() {
    while let byte = peek(), byte.continuesBareWord, byte != UInt8(ascii: "*") {
      if isNext("$time.") { return }
      advance()
    }
    skipApostrophe()
  }
}
