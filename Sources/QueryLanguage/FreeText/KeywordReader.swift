// SPDX-License-Identifier: Apache-2.0

import Attributes

/// Translates one `keyword:value` to a predicate.
struct KeywordReader {
  let term: KeywordTerm
  let context: EvaluationContext
  /// A problem with the value that is not an error.
  private(set) var oddity: QueryHint.Subject?

  init(_ term: KeywordTerm, in context: EvaluationContext) {
    self.term = term
    self.context = context
  }

  private var keyword: SearchKeyword { term.keyword }
  private var value: String { term.value }

  /// - Throws: If the value is not valid for the keyword.
  mutating func predicate() throws(SyntaxFault) -> Predicate {
    guard value != "*" || term.isQuoted || [.fileExtension, .presence].contains(keyword.form) else {
      return anyAttribute { .comparison(Comparison($0, .equal, .presence)) }
    }
    guard !value.trimmingSpace.isEmpty else { throw fault("A value is missing after “\(term.spelling)”.", "a value") }
    try checkOperator()
    return switch keyword.form {
    case .text: text()
    case .fileExtension: fileExtension()
    case .number, .size, .duration: try number()
    case .boolean: try boolean()
    case .orientation: try orientation()
    case .date: try date()
    case .kind: kind()
    case .presence: try presence()
    }
  }

  private func checkOperator() throws(SyntaxFault) {
    switch (keyword.form, term.operator) {
    case (_, .equal), (_, .notEqual), (_, nil), (.number, _), (.size, _), (.duration, _), (.date, _): return
    case (.text, let sign?), (.fileExtension, let sign?), (.boolean, let sign?), (.orientation, let sign?), (.kind, let sign?),
      (.presence, let sign?):
      throw fault("“\(sign.rawValue)” compares numbers and dates, but “\(name):” holds neither.", "\(name):\(value)")
    }
  }

  /// The keyword as typed.
  private var name: String { term.spelling.prefix { $0 != ":" }.description }

  private func anyAttribute(_ predicate: (AttributeTerm) -> Predicate) -> Predicate {
    var matches = keyword.attributes.map { predicate(AttributeTerm($0)) }
    if let condition = keyword.condition, let last = matches.popLast() {
      matches.append(.and([.comparison(Comparison(AttributeTerm(condition), .equal, .presence)), last]))
    }
    return negatedIfAsked(.any(matches))
  }

  private func negatedIfAsked(_ predicate: Predicate) -> Predicate { term.operator == .notEqual ? .not(predicate) : predicate }

  /// The error for an invalid value. It also explains how to search for the text itself.
  ///
  /// - Parameters:
  ///   - expected: Examples of valid values.
  ///   - correction: The value that was probably intended.
  private func fault(_ message: String, _ expected: String, _ correction: String? = nil) -> SyntaxFault {
    SyntaxFault(
      message: message, offset: term.valueRange.lowerBound,
      expected: "\(expected); to search for this text, put “\(term.spelling.shortened)” in quotes",
      repair: correction.map { .replace(term.valueRange, with: $0) })
  }

  /// `has:attachment`, and `has:attachments`, is `attachment:*`.
  private func presence() throws(SyntaxFault) -> Predicate {
    let names = [value] + (value.last == "s" ? [String(value.dropLast())] : [])
    let named = names.lazy.compactMap { SearchKeyword(named: $0) }.first { !$0.attributes.isEmpty }
    guard let named else {
      let nearest = Spelling.nearest(to: value, among: SearchKeyword.names)
      throw fault("“\(value.shortened)” is not a keyword.", "a keyword, such as attachment, author, tag or title", nearest)
    }
    return negatedIfAsked(.any(named.attributes.map { .comparison(Comparison(AttributeTerm($0), .equal, .presence)) }))
  }

  // MARK: Text

  /// Matches words that begin with the value, whole words if it is quoted or follows `=`, or the
  /// pattern if it contains stars.
  private mutating func text() -> Predicate {
    let parts = term.isQuoted ? [value] : value.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
    let endsFreely = !term.isQuoted && term.operator == nil && parts.count == 1
    let string = WildcardString(parts: endsFreely ? parts + [""] : parts)
    if keyword.attributes == [.languages], let tag = LanguageTag(named: value) { return language(tag, or: string) }
    guard endsFreely, keyword.attributes.contains(.textContent), string.isSignsOnly else {
      let predicate = anyAttribute { .comparison(Comparison($0, .equal, .string(string), .spoken)) }
      if keyword.attributes.contains(.fsName), value.contains("/") {
        oddity = .other("A name has no slash. The option -name takes parts of a path.")
      } else if keyword.attributes.first == .userTags, let list {
        oddity = .other("“\(value.shortened)” is one tag. Did you mean \(list)?", unless: predicate)
      }
      return predicate
    }
    // With a star behind it, punctuation would be in every text.
    oddity = .other("“\(value.shortened)” has no letter or digit: a word of signs only is in no text.")
    return anyAttribute { .comparison(Comparison($0, .equal, .string(WildcardString(literal: value)), .spoken)) }
  }

  /// Matches the language that is named, as importers store it, or else the words as any text.
  private func language(_ tag: LanguageTag, or text: WildcardString) -> Predicate {
    let strings = [text, WildcardString(literal: tag.text)]
    return anyAttribute { attribute in .any(strings.map { .comparison(Comparison(attribute, .equal, .string($0), .spoken)) }) }
  }

  private mutating func fileExtension() -> Predicate {
    if let list { oddity = .other("No extension contains a comma. Did you mean \(list)?") }
    let prefix = [".", "*."].first { value.hasPrefix($0) && !(term.isQuoted && $0 == "*.") } ?? ""
    let name = String(value.dropFirst(prefix.count))
    let parts = term.isQuoted ? [name] : name.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
    let string = WildcardString(parts: ["", ".\(parts[0])"] + parts.dropFirst())
    return anyAttribute { .comparison(Comparison($0, .equal, .string(string), [.ignoringCase])) }
  }

  // MARK: Kinds

  /// The value is the name of a kind; otherwise it is a type identifier, a MIME type, an extension,
  /// or part of a document's kind.
  private mutating func kind() -> Predicate {
    if let kind = DocumentKind(named: value) { return negatedIfAsked(kind.predicate) }
    let kind = otherKind()
    let nearest = list ?? Spelling.nearest(to: value, among: DocumentKind.names)
    let advice = nearest.map { "Did you mean \($0)?" } ?? "Kinds are \(DocumentKind.names.joined(separator: ", "))."
    oddity = .other(
      "Unknown kind “\(value.shortened)”: it is not a kind, nor the extension, MIME type or type identifier of any file. \(advice)",
      unless: kind)
    return negatedIfAsked(kind)
  }

  /// The terms that a value with commas probably stands for: `ext:a OR ext:b`.
  private var list: String? {
    let values = value.split(separator: ",").map { String(String($0).trimmingSpace) }
    guard !term.isQuoted, values.count > 1, values.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 16 }) else { return nil }
    return values.prefix(4).map { "\(name):\($0)" }.joined(separator: " OR ")
  }

  private func otherKind() -> Predicate {
    func equal(_ key: AttributeKey, _ parts: [String], _ modifiers: Modifiers = .ignoringCase) -> Predicate {
      .comparison(Comparison(AttributeTerm(key), .equal, .string(WildcardString(parts: parts)), modifiers))
    }
    let described = equal(.kind, term.isQuoted || term.operator != nil ? [value] : [value, ""], .spoken)
    if value.contains(" ") || value.contains("*") { return described }
    if value.contains("/") { return equal(.mimeType, [value]) }
    let name = value.first == "." ? String(value.dropFirst()) : value
    guard !name.contains(".") else { return .any([equal(.contentTypeTree, [name]), equal(.fsName, ["", ".\(name)"])]) }
    return .any([
      equal(.fsName, ["", ".\(name)"]), equal(.contentTypeTree, ["", ".\(name)"]), equal(.mimeType, ["", "/\(name)"]), described,
    ])
  }

  // MARK: Numbers

  private func number() throws(SyntaxFault) -> Predicate {
    if let quantity = Quantity(value, form: keyword.form), quantity.value >= 0 || keyword.form == .number {
      let isExact = quantity.tolerance == 0 || isOrdering
      guard isExact else { return range(quantity.value - quantity.tolerance...quantity.value + quantity.tolerance) }
      let number = NumberLiteral(quantity.value)
      // `anyAttribute` negates the whole disjunction, so that no attribute may be equal.
      let comparison = term.operator == .notEqual ? .equal : term.operator ?? .equal
      return anyAttribute { .comparison(Comparison($0, comparison, .number(number))) }
    }
    let ends = Quantity.ends(value, form: keyword.form)
    if let ends, ends.first > ends.last {
      throw fault("“\(value.shortened)” ends before it begins.", keyword.form.examples(name))
    }
    if let ends, !isOrdering { return range(ends.first...ends.last) }
    let what = ends == nil ? keyword.form.noun : "one \(keyword.form.noun.split(separator: " ").last ?? "")"
    throw fault("“\(value.shortened)” is not \(what).", keyword.form.examples(name))
  }

  private func range(_ numbers: ClosedRange<Double>) -> Predicate {
    let (lower, upper) = (NumberLiteral(numbers.lowerBound), NumberLiteral(numbers.upperBound))
    return anyAttribute { .inRange(RangeComparison($0, .number(lower), .number(upper))) }
  }

  private func boolean() throws(SyntaxFault) -> Predicate {
    let flag: Int
    switch value.lowercased() {
    case "1", "yes", "true", "on": flag = 1
    case "0", "no", "false", "off": flag = 0
    default: throw fault("“\(value.shortened)” is neither yes nor no.", "\(name):yes or \(name):no")
    }
    return anyAttribute { .comparison(Comparison($0, .equal, .number(NumberLiteral(flag)))) }
  }

  private func orientation() throws(SyntaxFault) -> Predicate {
    let number: Int
    switch value.lowercased() {
    case "landscape", "0": number = 0
    case "portrait", "1": number = 1
    default: throw fault("“\(value.shortened)” is not an orientation.", "\(name):landscape or \(name):portrait")
    }
    return anyAttribute { .comparison(Comparison($0, .equal, .number(NumberLiteral(number)))) }
  }

  // MARK: Dates

  private func date() throws(SyntaxFault) -> Predicate {
    if let period = LiteralPeriod(value, in: context) {
      guard !isOrdering || Age(value) == nil else {
        throw fault(
          "“\(value.shortened)” is a period that ends now, so nothing can be earlier or later than it.",
          "\(name):\(value) for this period, -\(name):\(value) for any other time")
      }
      return date(period, period)
    }
    let ends = RangeText.ends(value) { text in
      Age(text) == nil ? LiteralPeriod(text, in: context).map { (text: text, period: $0) } : nil
    }
    if let ends, !isOrdering {
      let (first, last) = (ends.first.period, ends.last.period)
      guard instant(first.start) < instant(last.end) else {
        throw fault("“\(value.shortened)” ends before it begins.", "the earlier date first", "\(ends.last.text)..\(ends.first.text)")
      }
      return date(first, last)
    }
    throw fault(
      ends == nil ? "“\(value.shortened)” is not a date." : "“\(value.shortened)” is not one date.",
      "today, this week, last month, 7d, last 3 months, 2025-03-01, 2025-03, 2025, March 2025, 1.3.2025, \(context.calendar.dateOrder.example)",
      DateWord.nearest(to: value))
  }

  private func instant(_ time: TimeExpression) -> Double { time.moment(in: context).instant }

  private var isOrdering: Bool {
    switch term.operator {
    case .less, .lessOrEqual, .greater, .greaterOrEqual: true
    case .equal, .notEqual, nil: false
    }
  }

  private func date(_ first: LiteralPeriod, _ last: LiteralPeriod) -> Predicate {
    anyAttribute { attribute in
      func comparison(_ operator: Comparison.Operator, _ time: TimeExpression) -> Predicate {
        .comparison(Comparison(attribute, `operator`, .time(time)))
      }
      return switch term.operator {
      case .less: comparison(.less, first.start)
      case .lessOrEqual: comparison(.less, last.end)
      case .greater: comparison(.greaterOrEqual, last.end)
      case .greaterOrEqual: comparison(.greaterOrEqual, first.start)
      case .equal, .notEqual, nil: .and([comparison(.greaterOrEqual, first.start), comparison(.less, last.end)])
      }
    }
  }
}

extension SearchKeyword.Form {
  /// A noun for the value, for messages.
  fileprivate var noun: String {
    switch self {
    case .size: "a size"
    case .duration: "a duration"
    default: "a number"
    }
  }

  /// Examples of valid values.
  fileprivate func examples(_ name: String) -> String {
    switch self {
    case .size: "\(name):10MB, \(name):>1.5GB or \(name):1-2MB, in B, KB, MB, GB, TB or KiB, MiB, GiB, TiB"
    case .duration: "\(name):90, \(name):>5min or \(name):<3:30"
    default: "\(name):100, \(name):>=100 or \(name):100-200"
    }
  }
}

extension DateOrder {
  /// An example: the first of March in short form.
  fileprivate var example: String {
    switch self {
    case .monthDayYear: "3/1/25"
    case .dayMonthYear: "1/3/25"
    case .yearMonthDay: "25/3/1"
    }
  }
}
