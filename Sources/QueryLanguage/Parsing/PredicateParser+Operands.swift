// SPDX-License-Identifier: Apache-2.0

import TextAnalysis

/// Comparisons, ranges and the words `true` and `false`.
extension PredicateParser {
  mutating func operand() throws(SyntaxFault) -> Predicate {
    let start = position
    guard let first = peek() else {
      throw SyntaxFault(message: "The query is incomplete.", offset: position, expected: Expectation.operand)
    }
    if first == UInt8(ascii: "*") {
      advance()
      if peek() == UInt8(ascii: "*") { advance() }
      return try comparison(with: AttributeTerm(text(start..<position)), from: start)
    }
    guard first.startsName else { throw unexpectedOperand() }
    let name = takeName()
    if name == "InRange", nextAfterSpace() == UInt8(ascii: "(") { return .inRange(try range()) }
    if let constant = Self.constant(name), !isOperator(at: position) { return .constant(constant) }
    return try comparison(with: AttributeTerm(name), from: start)
  }

  mutating func takeName() -> String {
    let start = position
    while let byte = peek(), byte.continuesName { advance() }
    return text(start..<position)
  }

  private static func constant(_ word: String) -> Bool? {
    switch word.lowercased() {
    case "true": true
    case "false": false
    default: nil
    }
  }

  private mutating func nextAfterSpace() -> UInt8? {
    let offset = endOfRun(from: position) { $0.isSpace }
    return offset < bytes.count ? bytes[offset] : nil
  }

  /// Whether a comparison operator follows at `offset`, ignoring white space.
  mutating func isOperator(at offset: Int) -> Bool {
    let offset = endOfRun(from: offset) { $0.isSpace }
    guard offset < bytes.count else { return false }
    switch bytes[offset] {
    case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"): return true
    case UInt8(ascii: "!"): return offset + 1 < bytes.count && bytes[offset + 1] == UInt8(ascii: "=")
    default: return false
    }
  }

  // MARK: Comparisons

  private mutating func comparison(with attribute: AttributeTerm, from start: Int) throws(SyntaxFault) -> Predicate {
    let nameEnd = position
    skipSpace()
    if takeMatches() { return .matches(try expression(of: attribute, from: start)) }
    guard let `operator` = takeOperator() else { throw missingOperator(after: attribute, start..<nameEnd) }
    let operatorEnd = position
    skipSpace()
    var modifiers = takeBracketedModifiers()
    skipSpace()
    let valueStart = position
    let value = try value(after: operatorEnd)
    if let lost = lostTime(from: valueStart, ValueDomain(attribute)) { throw lost }
    let comparison = Comparison(attribute, `operator`, value)
    examine(attribute, at: start)
    examine(comparison, at: valueStart)
    modifiers.formUnion(try trailingModifiers(after: value, valueStart..<position))
    return .comparison(Comparison(attribute, `operator`, value, modifiers, slop: takeSlop(after: value)))
  }

  private mutating func takeOperator() -> Comparison.Operator? {
    if take("==") { return .equal }
    if take("!=") { return .notEqual }
    if take("<=") { return .lessOrEqual }
    if take(">=") { return .greaterOrEqual }
    if take("=") { return .equal }
    if take("<") { return .less }
    if take(">") { return .greater }
    return nil
  }

  /// Takes modifiers in brackets: `[cd]`. Anything else in brackets begins a bare word.
  mutating func takeBracketedModifiers() -> Modifiers {
    guard peek() == UInt8(ascii: "[") else { return [] }
    let letters = bytes[position + 1..<endOfRun(from: position + 1) { $0.isASCIILetter }]
    guard letters.endIndex < bytes.count, bytes[letters.endIndex] == UInt8(ascii: "]") else { return [] }
    advance(letters.count + 2)
    return Self.modifiers(letters)
  }

  /// Takes modifiers directly after the value, or after white space.
  ///
  /// Unknown letters are ignored directly after a closing quote or parenthesis, or after white
  /// space that follows one. After a bare word, letters are another word: `annual report` is two
  /// words, not one word with modifiers.
  private mutating func trailingModifiers(after value: Value, _ range: Range<Int>) throws(SyntaxFault) -> Modifiers {
    let isDelimited = bytes[range.upperBound - 1].isQuote || bytes[range.upperBound - 1] == UInt8(ascii: ")")
    skipSpace()
    let start = position
    let word = bytes[start..<endOfRun(from: start) { $0.isASCIILetter }]
    guard !word.isEmpty else { return [] }
    let next = word.endIndex < bytes.count ? bytes[word.endIndex] : nil
    let endsThere = next.map { $0.isSpace || !$0.continuesBareWord || $0 == UInt8(ascii: "~") } ?? true
    let isUnderstood = word.allSatisfy { Modifiers.named($0) != nil }
    guard endsThere, isUnderstood || isDelimited, ReservedWord(word) == nil, !isOperator(at: word.endIndex) else {
      throw unexpectedWord(after: value, range)
    }
    advance(word.count)
    return Self.modifiers(word)
  }

  /// Takes a distance directly after quoted text or its modifiers: `"annual report"cd~10`.
  private mutating func takeSlop(after value: Value) -> Int? {
    guard case .string = value, peek() == UInt8(ascii: "~"), let distance = Comparison.slop(bytes[(position + 1)...]) else { return nil }
    advance(1 + distance.length)
    return distance.slop
  }

  private static func modifiers(_ letters: ArraySlice<UInt8>) -> Modifiers {
    letters.reduce(into: []) { $0.formUnion(Modifiers.named($1) ?? []) }
  }

  // MARK: Regular expressions

  /// Takes the word MATCHES, in any case, if no operator follows: then it is a value.
  private mutating func takeMatches() -> Bool {
    let word = bytes[position..<endOfRun(from: position) { $0.isASCIILetter }]
    guard ReservedWord(word) == .matches, !isOperator(at: word.endIndex) else { return false }
    advance(word.count)
    return true
  }

  private mutating func expression(of attribute: AttributeTerm, from start: Int) throws(SyntaxFault) -> ExpressionComparison {
    skipSpace()
    var modifiers = takeBracketedModifiers()
    skipSpace()
    let open = position
    guard let quote = peek(), quote.isQuote else {
      throw curlyQuotes()
        ?? SyntaxFault(message: "A regular expression stands in quotes.", offset: position, expected: Expectation.expression)
    }
    guard skipQuoted(quote) else { throw unclosedQuote(from: open) }
    let pattern = ExpressionComparison.pattern(bytes[(open + 1)..<(position - 1)])
    modifiers.formUnion(try trailingModifiers(after: .string(WildcardString(literal: pattern)), open..<position))
    if attribute.isTextContent || attribute == .anyIncludingText {
      throw SyntaxFault(
        message: "Texts are compared by words, and not by regular expressions.", offset: start,
        expected: "a name such as kMDItemFSName, or *")
    }
    if !modifiers.isSubset(of: [.ignoringCase, .saved]) {
      throw SyntaxFault(message: "MATCHES has no modifier but c.", offset: position - 1, expected: "c, to ignore case, or nothing")
    }
    examine(attribute, at: start)
    do throws(RegularExpression.SyntaxError) {
      return ExpressionComparison(attribute, try RegularExpression(pattern, ignoringCase: modifiers.contains(.ignoringCase)))
    } catch {
      throw SyntaxFault(message: error.message, offset: min(open + 1 + error.offset, bytes.count), expected: Expectation.expression)
    }
  }

  // MARK: Ranges

  private mutating func range() throws(SyntaxFault) -> RangeComparison {
    skipSpace()
    let open = position
    advance()
    skipSpace()
    let start = position
    let attribute: AttributeTerm
    if let byte = peek(), byte.startsName {
      attribute = AttributeTerm(takeName())
    } else if peek() == UInt8(ascii: "*") {
      advance(peek(1) == UInt8(ascii: "*") ? 2 : 1)
      attribute = AttributeTerm(text(start..<position))
    } else {
      throw SyntaxFault(message: "InRange needs the name of an attribute first.", offset: position, expected: Expectation.range)
    }
    try expectInRange(",", openedAt: open)
    skipSpace()
    let lowerStart = position
    let lower = try bound(ValueDomain(attribute))
    try expectInRange(",", openedAt: open)
    let upper = try bound(ValueDomain(attribute))
    try expectInRange(")", openedAt: open)
    let range = RangeComparison(attribute, lower, upper)
    examine(attribute, at: start)
    examine(range, at: lowerStart)
    return range
  }

  private mutating func expectInRange(_ token: StaticString, openedAt open: Int) throws(SyntaxFault) {
    skipSpace()
    guard !take(token) else { return }
    let isClosing = token.description == ")"
    throw SyntaxFault(
      message: "A “\(token)” is missing here.", offset: position, expected: Expectation.range,
      repair: isClosing && (isAtEnd || isNext("&&") || isNext("||") || isNext(")")) ? .insert(")", at: position) : nil)
  }

  private mutating func bound(_ domain: ValueDomain) throws(SyntaxFault) -> RangeComparison.Bound {
    skipSpace()
    let start = position
    let value = try value(after: nil)
    if let lost = lostTime(from: start, domain) { throw lost }
    switch value {
    case .number(let number): return .number(number)
    case .time(let time): return .time(time)
    case .string(let string): if let text = string.literal, let bound = RangeComparison.Bound(quoted: text, for: domain) { return bound }
    case .null, .presence: break
    }
    throw SyntaxFault(message: "This is neither a number nor a time.", offset: start, expected: Expectation.bound)
  }
}

extension RangeComparison.Bound {
  /// Parses a quoted bound, because scripts also quote numbers and `$time.…`. Sizes, durations and
  /// dates are words.
  init?(quoted text: String, for domain: ValueDomain) {
    if let number = NumberLiteral(text) {
      self = .number(number)
    } else if let time = TimeExpression(text) {
      self = .time(time)
    } else if let quantity = domain.quantity(text) {
      self = .number(NumberLiteral(quantity.value))
    } else if let date = domain.date(text) {
      self = .date(date)
    } else {
      return nil
    }
  }
}
