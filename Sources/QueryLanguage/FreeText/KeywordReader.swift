import Attributes

/// Turns one `keyword:value` into a predicate.
struct KeywordReader {
  let keyword: SearchKeyword
  let `operator`: Comparison.Operator?
  let value: String
  let isQuoted: Bool
  let context: EvaluationContext

  /// - Returns: `nil` when the value makes no sense for the keyword; the whole is then a word to search for.
  func predicate() -> Predicate? {
    guard value != "*" || isQuoted else { return anyAttribute { .comparison(Comparison($0, .equal, .presence)) } }
    switch keyword.form {
    case .text: return text()
    case .fileExtension: return fileExtension()
    case .number, .size, .duration: return number()
    case .boolean: return boolean()
    case .orientation: return orientation()
    case .date: return date()
    case .kind: return kind()
    }
  }

  private func anyAttribute(_ predicate: (AttributeTerm) -> Predicate) -> Predicate {
    let any = Predicate.any(keyword.attributes.map { predicate(AttributeTerm($0)) })
    return `operator` == .notEqual ? .not(any) : any
  }

  // MARK: Text

  /// A word's beginning; in quotes, or after `=`, whole words; with stars, as written.
  private func text() -> Predicate? {
    switch `operator` {
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return nil
    case .equal, .notEqual, nil: break
    }
    let parts = isQuoted ? [value] : value.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
    let endsFreely = !isQuoted && `operator` == nil && parts.count == 1
    let string = WildcardString(parts: endsFreely ? parts + [""] : parts)
    return anyAttribute { .comparison(Comparison($0, .equal, .string(string), .spoken)) }
  }

  private func fileExtension() -> Predicate {
    let name = value.first == "." ? String(value.dropFirst()) : value
    let string = WildcardString(parts: ["", ".\(name)"])
    return anyAttribute { .comparison(Comparison($0, .equal, .string(string), [.ignoringCase])) }
  }

  private func kind() -> Predicate? {
    guard let kind = DocumentKind(named: value) else {
      let described = KeywordReader(
        keyword: SearchKeyword.kindText, operator: `operator`, value: value, isQuoted: isQuoted, context: context)
      return described.predicate()
    }
    return `operator` == .notEqual ? .not(kind.predicate) : kind.predicate
  }

  // MARK: Numbers

  private func number() -> Predicate? {
    if let quantity = Quantity(value, form: keyword.form) {
      let isExact = quantity.tolerance == 0 || `operator` != nil
      guard isExact else {
        return range(Self.literal(quantity.value - quantity.tolerance), Self.literal(quantity.value + quantity.tolerance))
      }
      let number = Self.literal(quantity.value)
      // `anyAttribute` negates as a whole, so that no attribute may be equal.
      let comparison = `operator` == .notEqual ? .equal : `operator` ?? .equal
      return anyAttribute { .comparison(Comparison($0, comparison, .number(number))) }
    }
    return pair { Quantity($0, form: keyword.form) }.flatMap { range(Self.literal($0.value), Self.literal($1.value)) }
  }

  private func range(_ lower: NumberLiteral, _ upper: NumberLiteral) -> Predicate {
    anyAttribute { .inRange(RangeComparison($0, .number(lower), .number(upper))) }
  }

  private static func literal(_ value: Double) -> NumberLiteral {
    if let integer = Int(exactly: value) { return NumberLiteral(integer) }
    return NumberLiteral("\(value)") ?? NumberLiteral(0)
  }

  private func boolean() -> Predicate? {
    let flag: Int
    switch value.lowercased() {
    case "1", "yes", "true", "on": flag = 1
    case "0", "no", "false", "off": flag = 0
    default: return nil
    }
    return anyAttribute { .comparison(Comparison($0, .equal, .number(NumberLiteral(flag)))) }
  }

  private func orientation() -> Predicate? {
    switch value.lowercased() {
    case "landscape": anyAttribute { .comparison(Comparison($0, .equal, .number(NumberLiteral(0)))) }
    case "portrait": anyAttribute { .comparison(Comparison($0, .equal, .number(NumberLiteral(1)))) }
    default: number()
    }
  }

  // MARK: Dates

  private func date() -> Predicate? {
    if let period = LiteralPeriod(value, in: context) { return date(period, period) }
    return pair { LiteralPeriod($0, in: context) }.flatMap { date($0, $1) }
  }

  private func date(_ first: LiteralPeriod, _ last: LiteralPeriod) -> Predicate {
    anyAttribute { term in
      func comparison(_ operator: Comparison.Operator, _ time: TimeExpression) -> Predicate {
        .comparison(Comparison(term, `operator`, .time(time)))
      }
      return switch `operator` {
      case .less: comparison(.less, first.start)
      case .lessOrEqual: comparison(.less, last.end)
      case .greater: comparison(.greaterOrEqual, last.end)
      case .greaterOrEqual: comparison(.greaterOrEqual, first.start)
      case .equal, .notEqual, nil: .and([comparison(.greaterOrEqual, first.start), comparison(.less, last.end)])
      }
    }
  }

  // MARK: Ranges

  /// `a-b`, `a..b` or `a–b`: the first cut of which both sides make sense.
  private func pair<Element>(_ read: (String) -> Element?) -> (Element, Element)? {
    // Longer values are no range of anything, and trying every cut takes quadratic time.
    guard value.utf8.count <= 80 else { return nil }
    for separator in ["..", "–", "-"] {
      let fields = value.split(separator: separator, omittingEmptySubsequences: false)
      for cut in fields.indices.dropFirst() {
        let (left, right) = (fields[..<cut].joined(separator: separator), fields[cut...].joined(separator: separator))
        if let first = read(left), let last = read(right) { return (first, last) }
      }
    }
    return nil
  }
}

extension SearchKeyword {
  /// For a kind that is no type of ours: what the document's own kind says.
  static let kindText = SearchKeyword(.text, [.kind])
}
