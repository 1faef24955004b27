// SPDX-License-Identifier: Apache-2.0

import Attributes

/// Diagnoses of syntax errors, with corrections.
///
/// Each of these ends parsing, so speed does not matter.
extension PredicateParser {
  // MARK: Where an operand should begin

  mutating func unexpectedOperand() -> SyntaxFault {
    let first = bytes[position]
    if let mistake = curlyQuotes() { return mistake }
    if first.isQuote { return quotedOperand() }
    if first == UInt8(ascii: ")") {
      return fault("The parentheses are empty, or a comparison is missing before this one.", Expectation.operand)
    }
    if first == UInt8(ascii: "&") || first == UInt8(ascii: "|") {
      let end = bytes[position...].prefix { $0 == first }.endIndex
      return fault("A comparison is missing before “\(text(position..<end))”.", Expectation.operand, .delete(position..<end))
    }
    if isOperator(at: position) {
      return fault("The attribute is missing before the operator.", "a name such as kMDItemFSName, or *")
    }
    if isNext("$time") || first.isDigit {
      return fault("A comparison begins with the attribute, not with the value.", Expectation.operand)
    }
    guard first.continuesBareWord else { return fault("A comparison cannot begin here.", Expectation.operand) }
    return looseWords(from: position)
  }

  /// A quoted name before an operator, `"kMDItemFSName" == …`, or a phrase in place of a
  /// comparison.
  private mutating func quotedOperand() -> SyntaxFault {
    let quote = bytes[position]
    guard let close = bytes[(position + 1)...].firstIndex(of: quote) else { return unclosedQuote(from: position) }
    let content = bytes[(position + 1)..<close]
    let range = position..<close + 1
    let isName = content.first?.startsName == true && content.allSatisfy { $0.continuesName }
    if isName, isOperator(at: close + 1) {
      return fault(
        "Attribute names are not quoted.", Expectation.operand, .replace(range, with: String(decoding: content, as: UTF8.self)))
    }
    let phrase = Predicate.phrase(String(decoding: content, as: UTF8.self))
    return fault("Text alone is not a comparison; it needs an attribute.", Expectation.operand, .replace(range, with: "(\(phrase))"))
  }

  /// Words without an attribute among comparisons: `onboarding && kMDItemFSSize > 1`.
  private mutating func looseWords(from start: Int) -> SyntaxFault {
    let words = words(from: start)
    let operand = Predicate.all(words.map { Predicate.word(text($0)) })
    let end = words.last?.upperBound ?? start
    var fault = fault("A word alone is not a comparison; it needs an attribute.", Expectation.operand)
    fault.offset = start
    fault.repair = .replace(start..<end, with: "(\(operand))")
    return fault
  }

  /// Consecutive bare words, up to punctuation or a word such as AND.
  private mutating func words(from start: Int) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var offset = start
    while true {
      let word = bytes[offset...].prefix { $0.continuesBareWord }
      guard !word.isEmpty, words.isEmpty || ReservedWord(word) == nil, words.isEmpty || !isOperator(at: word.endIndex) else { return words }
      words.append(word.startIndex..<word.endIndex)
      offset = bytes[word.endIndex...].drop { $0.isSpace }.startIndex
    }
  }

  // MARK: After an attribute

  mutating func missingOperator(after attribute: AttributeTerm, _ range: Range<Int>) -> SyntaxFault {
    let name = text(range)
    if let mistake = reservedName(range) { return mistake }
    let word = bytes[position...].prefix { $0.isASCIILetter }
    if case .comparison(let before, let after) = ReservedWord(word) {
      return comparisonInWords(word, before: before, after: after)
    }
    if name.hasSuffix(":"), !isAtEnd {
      return fault(
        "“name:value” is free text; a predicate needs an operator.", Expectation.comparisonOperator,
        .replace(range.upperBound - 1..<range.upperBound, with: " == "))
    }
    guard isAttribute(attribute) else { return looseWords(from: range.lowerBound) }
    let isValueNext = peek().map { $0.isQuote || $0.continuesBareWord } ?? false
    if isValueNext {
      return fault("An operator is missing after “\(name)”.", Expectation.comparisonOperator, .insert("== ", at: position))
    }
    let isAlone = isAtEnd || isNext("&&") || isNext("||") || isNext(")")
    return fault(
      "An operator and a value are missing after “\(name)”.", Expectation.comparisonOperator,
      isAlone ? .insert(" == *", at: range.upperBound) : nil)
  }

  /// Whether the name is in the schema or resembles one of Apple's. Any other name may be a word to
  /// search for.
  private func isAttribute(_ term: AttributeTerm) -> Bool {
    guard case .named(.custom(let name), _) = term else { return true }
    return name.hasPrefix("kMDItem") || name.hasPrefix("_kMDItem") || name.hasPrefix("com_")
  }

  private func reservedName(_ range: Range<Int>) -> SyntaxFault? {
    var fault: SyntaxFault
    switch ReservedWord(bytes[range]) {
    case .not:
      fault = SyntaxFault(message: "“\(text(range))” is written “!”.", offset: 0, repair: .replace(range, with: "!"))
    case .and, .or:
      fault = SyntaxFault(message: "A comparison is missing before “\(text(range))”.", offset: 0, repair: .delete(range))
    case .matches, .comparison, nil:
      guard text(range).lowercased() == "inrange", peek() == UInt8(ascii: "(") else { return nil }
      fault = SyntaxFault(message: "“\(text(range))” is written “InRange”.", offset: 0, repair: .replace(range, with: "InRange"))
    }
    fault.offset = range.lowerBound
    fault.expected = Expectation.operand
    return fault
  }

  /// `CONTAINS[cd] "x"`: the whole right-hand side is rewritten.
  private func comparisonInWords(_ word: ArraySlice<UInt8>, before: String, after: String) -> SyntaxFault {
    let start = position
    var rest = self
    rest.advance(word.count)
    rest.skipSpace()
    let modifiers = rest.takeBracketedModifiers()
    rest.skipSpace()
    var repair: SyntaxFault.Repair?
    let valueStart = rest.position
    if let value = try? rest.value(after: nil) {
      let string: String
      switch value {
      case .string(let wildcards) where !wildcards.hasWildcard:
        string = WildcardString(parts: (before.isEmpty ? [] : [""]) + wildcards.parts + (after.isEmpty ? [] : [""])).description
      default: string = text(valueStart..<rest.position)
      }
      repair = .replace(start..<rest.position, with: "== \(string)\(modifiers)")
    }
    return fault(
      "“\(text(start..<word.endIndex))” belongs to another query language.",
      "\(Expectation.comparisonOperator); “*” in the value for any text",
      repair)
  }

  // MARK: Where a value should be

  func missingValue(after operatorEnd: Int?) -> SyntaxFault {
    guard let operatorEnd else { return fault("A value is missing here.", Expectation.bound) }
    let start = bytes[..<operatorEnd].lastIndex { !Self.isOperatorByte($0) }.map { $0 + 1 } ?? 0
    let end = bytes[operatorEnd...].prefix { Self.isOperatorByte($0) }.endIndex
    let spelling = text(start..<end)
    let meant: String? =
      switch spelling {
      case "<>", "=!", "!==": "!="
      case "=<": "<="
      case "=>": ">="
      case "===": "=="
      default: nil
      }
    if let meant {
      var fault = fault("“\(spelling)” is written “\(meant)”.", Expectation.comparisonOperator, .replace(start..<end, with: meant))
      fault.offset = start
      return fault
    }
    guard peek() != UInt8(ascii: "(") else {
      return fault(
        "A value is missing after “\(spelling)”. If it began with “$”, the shell has removed it; put the query in single quotes.",
        Expectation.value)
    }
    return fault("A value is missing after “\(text(start..<operatorEnd))”.", Expectation.value)
  }

  private static func isOperatorByte(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "=") || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
  }

  func unclosedQuote(from start: Int) -> SyntaxFault {
    let quote = text(start..<start + 1)
    var fault = SyntaxFault(message: "This quote is not closed.", offset: start, expected: "a closing \(quote)")
    if let curly = CurlyQuote.last(in: bytes, after: start) {
      fault.message = "This quote is not closed: curly quotes are ordinary characters."
      fault.repair = .replace(curly, with: quote)
      return fault
    }
    let open = bytes[..<start].reduce(0) { $0 + ($1 == UInt8(ascii: "(") ? 1 : $1 == UInt8(ascii: ")") ? -1 : 0) }
    var end = bytes.count
    for _ in 0..<max(open, 0) where end > start + 1 && bytes[end - 1] == UInt8(ascii: ")") { end -= 1 }
    fault.repair = .insert(quote, at: end)
    return fault
  }

  /// Treats a curly quote at the beginning of a value as the straight quote that an editor
  /// replaced.
  func curlyQuotes() -> SyntaxFault? {
    guard let open = CurlyQuote.first(in: bytes, at: position) else { return nil }
    let message = "Curly quotes are ordinary characters, not quotes."
    guard let close = CurlyQuote.next(in: bytes, after: open.upperBound) else {
      return fault(message, "straight quotes: \"", .replace(open, with: "\""))
    }
    let content = text(open.upperBound..<close.lowerBound)
    return fault(message, "straight quotes: \"", .replace(open.lowerBound..<close.upperBound, with: "\"\(content)\""))
  }

  func unknownTime(_ name: Range<Int>) -> SyntaxFault {
    let spelling = text(name)
    let nearest = Spelling.nearest(to: spelling, among: TimeExpression.functionNames)
    return SyntaxFault(
      message: spelling.isEmpty ? "A name such as “today” is missing after “$time.”." : "“$time.\(spelling)” is unknown.",
      offset: name.lowerBound, expected: Expectation.time, repair: nearest.map { .replace(name, with: $0) })
  }

  // MARK: After an operand

  /// A word follows a value, and is not a list of modifiers.
  mutating func unexpectedWord(after value: Value, _ range: Range<Int>) -> SyntaxFault {
    let word = bytes[position...].prefix { $0.continuesBareWord }
    let isBare = !bytes[range.upperBound - 1].isQuote && bytes[range.upperBound - 1] != UInt8(ascii: ")")
    if ReservedWord(bytes[position...].prefix { $0.isASCIILetter }) == nil, isBare, !isOperator(at: word.endIndex) {
      let end = words(from: position).last?.upperBound ?? position
      let quoted = WildcardString(literal: text(range.lowerBound..<end)).description
      return fault("A value of several words needs quotes.", Expectation.operatorOrEnd, .replace(range.lowerBound..<end, with: quoted))
    }
    return unexpectedAfterOperand()
  }

  mutating func unexpectedAfterOperand() -> SyntaxFault {
    let first = bytes[position]
    let letters = bytes[position...].prefix { $0.isASCIILetter }
    if let connective = ReservedWord(letters)?.connective {
      let before = bytes[position - 1].isSpace ? "" : " "
      let after = letters.endIndex < bytes.count && !bytes[letters.endIndex].isSpace ? " " : ""
      return fault(
        "“\(text(position..<letters.endIndex))” is written “\(connective)”.", Expectation.operatorOrEnd,
        .replace(position..<letters.endIndex, with: before + connective + after))
    }
    if first == UInt8(ascii: "&") || first == UInt8(ascii: "|") {
      let single = text(position..<position + 1)
      return fault("“\(single)” is written “\(single)\(single)”.", Expectation.operatorOrEnd, .insert(single, at: position))
    }
    if first.isQuote, bytes[(position + 1)...].firstIndex(of: first) == nil {
      // In `== don't`, the quote is an apostrophe. Removing it would change the value.
      let isApostrophe = peek(1)?.continuesBareWord ?? false
      return fault(
        "This quote is unexpected.", Expectation.operatorOrEnd, isApostrophe ? nil : .delete(position..<position + 1))
    }
    if isOperator(at: position), first != UInt8(ascii: "!") {
      return fault("A comparison has one operator and one value.", Expectation.operatorOrEnd)
    }
    if first.startsName || first == UInt8(ascii: "(") || first == UInt8(ascii: "!") || first == UInt8(ascii: "*") {
      return fault("“&&” or “||” is missing here.", Expectation.operatorOrEnd, .insert("&& ", at: position))
    }
    return fault("An operator or the end of the query is expected here.", Expectation.operatorOrEnd)
  }

  private func fault(_ message: String, _ expected: String, _ repair: SyntaxFault.Repair? = nil) -> SyntaxFault {
    SyntaxFault(message: message, offset: position, expected: expected, repair: repair)
  }
}
