// SPDX-License-Identifier: Apache-2.0

/// `$time.function(argument)`.
extension PredicateParser {
  mutating func time() throws(SyntaxFault) -> TimeExpression {
    let start = position
    advance("$time".utf8.count)
    guard take(".") else {
      throw SyntaxFault(message: "“$time” alone is not a time.", offset: start, expected: "a “.” and one of: \(Expectation.time)")
    }
    let nameStart = position
    while let byte = peek(), byte.isASCIILetter || byte.isDigit || byte == UInt8(ascii: "_") { advance() }
    let function = nameStart..<position
    guard let form = TimeForm.named(bytes[function]) else { throw unknownTime(function) }
    let beforeSpace = position
    skipSpace()
    guard peek() == UInt8(ascii: "(") else {
      position = beforeSpace
      if form.isISO {
        throw SyntaxFault(message: "“$time.iso” needs a date.", offset: position, expected: "(2026-01-31) or (2026-01-31T12:00:00Z)")
      }
      return try expression(form, offset: TimeOffset(count: 0, isDays: false), at: position)
    }
    advance()
    skipSpace()
    if form.isISO { return .absolute(try isoDate()) }
    let argument = position
    let offset = try timeOffset()
    skipSpace()
    guard take(")") else {
      throw SyntaxFault(
        message: "A “)” is missing here.", offset: position, expected: "a number such as -7 or -7d, then “)”",
        repair: isAtEnd ? .insert(")", at: position) : nil)
    }
    return try expression(form, offset: offset, at: argument)
  }

  private func expression(_ form: TimeForm, offset: TimeOffset, at start: Int) throws(SyntaxFault) -> TimeExpression {
    guard let expression = form.expression(offset) else {
      throw SyntaxFault(message: "This number is too large.", offset: start, expected: "a smaller number")
    }
    return expression
  }

  private struct TimeOffset {
    var count: Int
    var isDays: Bool
  }

  /// Parses `+3`, `-30d`, or an empty text, which means 0.
  private mutating func timeOffset() throws(SyntaxFault) -> TimeOffset {
    let start = position
    if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { advance() }
    let digits = position
    while let byte = peek(), byte.isDigit { advance() }
    if position == start { return TimeOffset(count: 0, isDays: false) }
    guard position > digits else {
      throw SyntaxFault(message: "A number is missing here.", offset: position, expected: "a number such as -7 or -7d")
    }
    let spelling = text((bytes[start] == UInt8(ascii: "+") ? digits : start)..<position)
    guard let count = Int(spelling), count.magnitude <= TimeExpression.offsetLimit else {
      throw SyntaxFault(message: "This number is too large.", offset: start, expected: "a smaller number")
    }
    return TimeOffset(count: count, isDays: take("d"))
  }

  private mutating func isoDate() throws(SyntaxFault) -> ISODate {
    let quote = peek().flatMap { $0.isQuote ? $0 : nil }
    if quote != nil { advance() }
    let start = position
    while let byte = peek(), byte != quote, byte != UInt8(ascii: ")") { advance() }
    let content = start..<position
    if quote != nil, peek() == quote { advance() }
    skipSpace()
    guard take(")") else {
      throw SyntaxFault(
        message: "A “)” is missing here.", offset: position, expected: "“)” after the date",
        repair: isAtEnd ? .insert(")", at: position) : nil)
    }
    guard let date = ISODate(text(content).trimmingSpace) else {
      throw SyntaxFault(
        message: "This is not a date, or the calendar has no such day.", offset: start,
        expected: "2026-01-31, 2026-01-31T12:00:00, with Z or +01:00 at the end for a time zone")
    }
    return date
  }

  /// The name of a function, and its meaning.
  private struct TimeForm {
    var isISO: Bool
    var unit: TimeExpression.Unit?
    var base: Int

    static func named(_ name: ArraySlice<UInt8>) -> TimeForm? {
      let name = String(decoding: name, as: UTF8.self)
      switch name {
      case "iso": return TimeForm(isISO: true, unit: nil, base: 0)
      case "now": return TimeForm(isISO: false, unit: nil, base: 0)
      default: return TimeExpression.periods[name].map { TimeForm(isISO: false, unit: $0.unit, base: $0.offset) }
      }
    }

    func expression(_ offset: TimeOffset) -> TimeExpression? {
      guard let unit else {
        let seconds = offset.count.multipliedReportingOverflow(by: offset.isDays ? 86_400 : 1)
        guard !seconds.overflow, seconds.partialValue.magnitude <= TimeExpression.offsetLimit else { return nil }
        return .now(seconds: seconds.partialValue)
      }
      guard offset.count.magnitude <= TimeExpression.periodLimit else { return nil }
      // For days, the suffix changes nothing. For other units, the days are counted from the
      // beginning of the period.
      guard offset.isDays, unit != .day, offset.count != 0 else { return .period(unit, offset: base + offset.count, days: 0) }
      return .period(unit, offset: base, days: offset.count)
    }
  }
}

extension TimeExpression {
  /// Parses a text that consists only of `$time.…`, as in a quoted value.
  package init?(_ text: String) {
    guard text.hasPrefix("$time.") else { return nil }
    var parser = PredicateParser(text)
    guard let expression = try? parser.time(), parser.isAtEnd else { return nil }
    self = expression
  }
}
