internal import Attributes

/// Tells a predicate from words to search for.
package enum QueryClassifier {
  /// Whether `text` is meant as a predicate, well-formed or not: outside quotes it has a comparison operator after a name or `*`, or
  /// `InRange(`, or `$time.`; or a known `kMDItem…` name and then a comparison as another query language writes it (`LIKE`), which nobody
  /// types who looks for words.
  ///
  /// A name that ends in a colon is a keyword of free text: `size:>10MB` is not a predicate.
  ///
  /// - Complexity: O(length of `text`).
  package static func isMeantAsPredicate(_ text: String) -> Bool {
    var scanner = PredicateParser(text)
    /// Quotes of which one was found that nothing closes: further ones are not looked for, which would take quadratic time.
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

  /// Whether `name` is a `kMDItem…` attribute that the next word compares.
  private static func isForeignComparison(of name: String, before scanner: PredicateParser) -> Bool {
    guard name.hasPrefix("kMDItem"), AttributeKey(named: name) != nil else { return false }
    var scanner = scanner
    scanner.skipSpace()
    guard scanner.peek()?.startsName == true, case .comparison = ReservedWord(scanner.takeName().utf8) else { return false }
    return true
  }
}

extension PredicateParser {
  /// Passes over a quoted text; does nothing, and returns `false`, when no quote closes it.
  mutating func skipQuoted(_ quote: UInt8) -> Bool {
    var end = position + 1
    while end < bytes.count, bytes[end] != quote { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
    guard end < bytes.count else { return false }
    advance(end + 1 - position)
    return true
  }

  /// In `don't` the apostrophe opens nothing.
  fileprivate mutating func skipApostrophe() {
    if peek() == UInt8(ascii: "'"), peek(1)?.isASCIILetter == true { advance() }
  }

  /// The rest of a word that does not begin like a name.
  fileprivate mutating func skipBareWord() {
    while let byte = peek(), byte.continuesBareWord, byte != UInt8(ascii: "*") {
      if isNext("$time.") { return }
      advance()
    }
    skipApostrophe()
  }
}
