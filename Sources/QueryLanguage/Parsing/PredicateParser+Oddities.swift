// SPDX-License-Identifier: Apache-2.0

import Attributes

/// Hints about valid comparisons that match nothing, or everything, regardless of the documents.
extension PredicateParser {
  /// Adds hints about a name. A repeated name gets only one hint.
  mutating func examine(_ attribute: AttributeTerm, at offset: Int) {
    guard case .named(let name, _) = attribute else { return }
    let subject: QueryHint.Subject
    switch name {
    case .custom(let name): subject = .unknownAttribute(name)
    case .known(let key):
      guard key.definition.isOftenAbsent else { return }
      subject = .unrecorded(key)
    }
    if !oddities.contains(where: { $0.subject == subject }) { note(subject, at: offset) }
  }

  /// - Parameter offset: The offset of the value.
  mutating func examine(_ comparison: Comparison, at offset: Int) {
    if case .string(let string) = comparison.value, let text = string.literal, ["nil", "null", "none"].contains(text.lowercased()) {
      var equality = comparison
      equality.operator = .equal
      return note(.other("“\(text)” is a text. NULL, in upper case, stands for no value.", unless: .comparison(equality)), at: offset)
    }
    if let oddity = Self.oddity(of: comparison) { note(.other(oddity), at: offset) }
  }

  mutating func examine(_ range: RangeComparison, at offset: Int) {
    let domain = ValueDomain(range.attribute)
    let consequence = "so no document matches this."
    if range.attribute.isAny {
      let reason = "“\(range.attribute)” stands for the texts of any attributes, which have no order, \(consequence)"
      return note(.other(reason + " Compare a single attribute."), at: offset)
    }
    switch (domain, range.lower, range.upper) {
    case (.text, _, _), (.opaque, _, _):
      note(.other("InRange compares numbers and dates, but \(range.attribute) is \(domain.description), \(consequence)"), at: offset)
    case (.number, .time, _), (.number, _, .time), (.boolean, .time, _), (.boolean, _, .time):
      note(.other("\(range.attribute) is \(domain.description), but a time is not, \(consequence) \(domain.advice)"), at: offset)
    case (_, .number(let lower), .number(let upper)) where lower.value > upper.value:
      note(.other("\(lower) is greater than \(upper), \(consequence) InRange takes the lower one first."), at: offset)
    case (_, .number, _), (_, _, .number): break
    case (_, let lower, let upper):
      let context = EvaluationContext.current()
      guard Self.isAfter(lower, upper, in: context) else { break }
      note(.other("\(lower) is later than \(upper), \(consequence) InRange takes the earlier one first."), at: offset)
    }
  }

  /// Whether a bound begins after the other one has ended. A date is a whole period.
  private static func isAfter(
    _ bound: RangeComparison.Bound, _ other: RangeComparison.Bound, in context: EvaluationContext
  ) -> Bool {
    let start =
      switch bound {
      case .number(let number): number.value
      case .time(let time): time.moment(in: context).instant
      case .date(let date): date.period.range(in: context).lowerBound
      }
    return switch other {
    case .number(let number): start > number.value
    case .time(let time): start > time.moment(in: context).instant
    case .date(let date): start >= date.period.range(in: context).upperBound
    }
  }

  /// An oddity of a name or a path, which cannot be any text.
  private static func oddity(of string: WildcardString, as attribute: AttributeTerm, _ consequence: String) -> String? {
    guard case .named(.known(let key), _) = attribute else { return nil }
    switch key {
    case .fsName where string.literal == "": return "No name is empty, \(consequence)"
    case .fsName where string.parts.contains { $0.contains("/") }:
      return "A name has no slash, \(consequence) kMDItemPath is the path, and -name takes parts of one."
    case .path where !string.parts[0].isEmpty && !"/[?\\".contains(string.parts[0].first ?? "/"):
      return "A path begins with a slash, \(consequence) Write “*/\(string.parts.joined(separator: "*").shortened)”."
    default: return nil
    }
  }

  private static func oddity(of comparison: Comparison) -> String? {
    let (attribute, domain) = (comparison.attribute, ValueDomain(comparison.attribute))
    let consequence = comparison.operator == .notEqual ? "so every document matches this." : "so no document matches this."
    let isEquality = comparison.operator == .equal || comparison.operator == .notEqual
    if attribute.isAny, !isEquality || comparison.value == .null {
      let reason = isEquality ? "and every document has some" : "which have no order"
      return "“\(attribute)” stands for the texts of any attributes, \(reason), \(consequence) Compare a single attribute."
    }
    switch comparison.value {
    case .null, .presence:
      guard !isEquality else { return nil }
      return "“\(comparison.operator.rawValue)” compares with a number or a date, \(consequence) “== *” tests for presence."
    case .string, .number, .time: break
    }
    if isEquality, case .string(let string) = comparison.value {
      if let oddity = oddity(of: string, as: attribute, consequence) { return oddity }
      if string.literal == "", attribute.isTextContent || attribute == .anyIncludingText {
        let everything = comparison.operator == .notEqual ? "no document with text" : "every document with text"
        return "An empty value is in every text, so \(everything) matches this."
      }
    }
    if isEquality, attribute.isTextContent, case .string(let string) = comparison.value, let text = string.literal, string.isSignsOnly {
      return "“\(text.shortened)” has no letter or digit, and a word of signs only is in no text, \(consequence)"
    }
    if isEquality, attribute.isTextContent, case .string(let string) = comparison.value, string.literal == nil, string.isSignsOnly {
      let everything = comparison.operator == .notEqual ? "no document with text" : "every document with text"
      return "\(comparison.value.shown) has no letter or digit, and signs are not searched in texts, so \(everything) matches this."
    }
    if case .number(let number) = comparison.value, !number.value.isFinite {
      return "\(number) is beyond all numbers that a document can have, which lie between -1.8e308 and 1.8e308."
    }
    if domain == .opaque { return "\(attribute) is \(domain.description), \(consequence) \(domain.advice)" }
    if !isEquality, domain == .text {
      return "“\(comparison.operator.rawValue)” compares numbers and dates, but \(attribute) is text, \(consequence) \(domain.advice)"
    }
    if domain == .date, case .number(let number) = comparison.value, number.spelling.utf8.count == 4, (1900..<2200).contains(number.value) {
      return "\(number) is read as seconds since 2001. A day of that year is written \(number)-01-31, a month \(number)-01."
    }
    guard !domain.accepts(comparison.value, isEquality: isEquality) else { return nil }
    let value = comparison.value.shown
    let question: String
    if domain == .date, case .string(let string) = comparison.value, let word = string.literal.flatMap(DateWord.expression) {
      question = "Did you mean \(word)?"
    } else {
      question = domain.advice
    }
    guard domain != .any else {
      let question = keywordTerm(of: comparison).map { "Did you mean \($0)?" } ?? "“==” and “!=” compare text."
      return "\(value) is neither a number nor a date, \(consequence) \(question)"
    }
    return "\(attribute) is \(domain.description), but \(value) is not, \(consequence) \(question)"
  }

  /// The term of free text that a comparison with the name of a keyword probably stands for: `size:>10MB` for `size>10MB`.
  private static func keywordTerm(of comparison: Comparison) -> String? {
    guard case .named(.custom(let name), _) = comparison.attribute, case .string(let string) = comparison.value, let text = string.literal,
      let keyword = SearchKeyword(named: name), Quantity(text, form: keyword.form) != nil || keyword.isEndOfRange(text)
    else { return nil }
    return "\(name):\(comparison.operator.rawValue)\(text)"
  }

  /// Diagnoses `.today(-7)`, the remainder of `$time.today(-7)` after the shell has replaced
  /// `$time` inside double quotes.
  ///
  /// - Parameters:
  ///   - start: The start of the unquoted value that ends here.
  ///   - domain: If values are text, such a word is an ordinary value unless a parenthesis follows
  ///     it.
  func lostTime(from start: Int, _ domain: ValueDomain) -> SyntaxFault? {
    guard bytes[start] == UInt8(ascii: "."), TimeExpression.functionNames.contains(text(start + 1..<position)) else { return nil }
    guard domain == .date || peek() == UInt8(ascii: "(") else { return nil }
    return SyntaxFault(
      message: "“$time” is missing here. Inside double quotes the shell replaces it; put the query in single quotes.",
      offset: start, expected: "$time\(text(start..<position))", repair: .insert("$time", at: start))
  }
}

extension AttributeTerm {
  fileprivate var isAny: Bool { self == .any || self == .anyIncludingText }
}

extension Value {
  /// The beginning of the text in quotation marks, for messages.
  fileprivate var shown: String {
    guard case .string(let string) = self else { return description }
    return "“\(string.parts.joined(separator: "*").shortened)”"
  }
}

extension ValueDomain: CustomStringConvertible {
  var description: String {
    switch self {
    case .text: "text"
    case .number(let unit): unit.map { "a number of \($0.rawValue)" } ?? "a number"
    case .boolean: "yes or no"
    case .date: "a date"
    case .opaque: "data"
    case .any: "anything"
    }
  }

  /// A sentence on how to write values.
  fileprivate var advice: String {
    switch self {
    case .text: "Text is compared with “==” and “!=”; “*” in the value stands for any text."
    case .number(.bytes): "Write bytes, or a size such as 100MB or 2GiB."
    case .number(.seconds): "Write seconds, or a duration such as 90s, 5min or 3:30."
    case .number: "Write a number such as 100 or 1.5e6."
    case .boolean: "Write YES or NO, 1 or 0."
    case .date: "Write a date such as 2024-01-31 or 2024-01-31T12:00, or a time such as $time.today(-7)."
    case .opaque, .any: "Only its presence can be tested: “== *”."
    }
  }

  /// Whether some value of the attribute can satisfy a comparison with `value`.
  fileprivate func accepts(_ value: Value, isEquality: Bool) -> Bool {
    switch (self, value) {
    case (_, .null), (_, .presence), (.opaque, _): false
    case (.text, .string), (.text, .number): isEquality
    case (.any, .string(let string)): isEquality || string.literal.flatMap { RangeComparison.Bound(quoted: $0, for: self) } != nil
    case (.any, .number), (.any, .time), (.date, .time), (.date, .number), (.number, .number): true
    case (.text, .time), (.number, .time), (.boolean, .time): false
    case (.boolean, .number(let number)): !isEquality || number.value == 0 || number.value == 1
    case (.boolean, .string(let string)):
      string.literal.map { text in
        NumberLiteral(text).map { !isEquality || $0.value == 0 || $0.value == 1 } ?? (isEquality && Comparison.boolean(text) != nil)
      } ?? false
    case (.number, .string(let string)):
      switch string.literal.flatMap({ RangeComparison.Bound(quoted: $0, for: self) }) {
      case .number: true
      case .time, .date, nil: false
      }
    case (.date, .string(let string)): string.literal.flatMap { RangeComparison.Bound(quoted: $0, for: self) } != nil
    }
  }
}
