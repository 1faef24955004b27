// SPDX-License-Identifier: Apache-2.0

import Attributes

/// A period that a text names, as a half-open range of moments.
struct LiteralPeriod: Hashable {
  var start: TimeExpression
  var end: TimeExpression

  /// Parses a date word, an age (`7d`), a period in the past (`3 days ago`), a month or a day with the month's name, an ISO date
  /// (`2026-01-31`, `2026-01`, `2026`), a moment (`2026-01-31T12:00`), or a short date: in the
  /// user's order (`1/31/26`, `1/31`), or with dots and the day first (`31.1.2026`).
  init?(_ text: String, in context: EvaluationContext) {
    if case .period(let unit, let offset, let days) = DateWord.expression(text) {
      self.init(.period(unit, offset: offset, days: days), .period(unit, offset: offset + 1, days: days))
      return
    }
    if let age = Age(text) {
      self.init(age.beginning(in: context), .period(.day, offset: 1, days: 0))
      return
    }
    if let age = Age(ago: text) {
      self = age.ending
      return
    }
    let year = context.calendar.civilTime(at: context.now).year
    if let named = NamedMonth(text) {
      guard let (first, next) = Self.dayOrMonth(named.year, named.month, named.day) else { return nil }
      self.init(first, next)
    } else if let (first, next) = Self.days(text, context.calendar.dateOrder, currentYear: year) {
      self.init(first, next)
    } else {
      self.init(iso: text)
    }
  }

  /// Parses a day (`2026-01-31`), a month (`2026-01`), or an hour, a minute or a second
  /// (`2026-01-31T12:00`), optionally with a time zone.
  init?(iso text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    if (2...3).contains(parts.count), parts[0].count == 4, let (first, next) = Self.days(text, .yearMonthDay, currentYear: 0) {
      self.init(first, next)
      return
    }
    guard let date = ISODate(text) else { return nil }
    var next = date
    next.nanoseconds = 0
    next.civil = CivilTime(secondsSince1970AsUTC: date.civil.secondsSince1970AsUTC + Self.length(text))
    self.init(.absolute(date), .absolute(next))
  }

  init(_ start: TimeExpression, _ end: TimeExpression) {
    self.start = start
    self.end = end
  }

  private init(_ first: CivilTime, _ next: CivilTime) { self.init(.absolute(ISODate(first)), .absolute(ISODate(next))) }

  /// The length in seconds of the smallest unit that an ISO date contains.
  private static func length(_ date: String) -> Int {
    // Only the text after the date is checked, because a date also contains dashes.
    let time = date.utf8.dropFirst("2026-01-31".utf8.count)
    guard let first = time.first, first.isASCIILetter || first.isSpace, time.count > 1 else { return 86_400 }
    let clock = time.dropFirst().prefix { $0.isDigit || $0 == UInt8(ascii: ":") }
    return [3_600, 60, 1][min(2, clock.count { $0 == UInt8(ascii: ":") })]
  }

  /// In seconds since 2001.
  func range(in context: EvaluationContext) -> Range<Double> {
    let (first, next) = (start.moment(in: context).instant, end.moment(in: context).instant)
    return first..<max(first, next)
  }

  /// The first day, and the day after the last one.
  private static func days(_ text: String, _ order: DateOrder, currentYear: Int) -> (CivilTime, CivilTime)? {
    let separator = text.utf8.first { !$0.isDigit }
    guard separator == nil || [UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(separator), text.utf8.count <= 10 else {
      return nil
    }
    let fields = text.utf8.split(omittingEmptySubsequences: false) { $0 == separator }
    let numbers = fields.compactMap { $0.allSatisfy(\.isDigit) ? Int(String(decoding: $0, as: UTF8.self)) : nil }
    guard numbers.count == fields.count, let first = numbers.first else { return nil }
    let startsWithYear = fields[0].count == 4
    let order = separator == UInt8(ascii: ".") ? .dayMonthYear : order
    switch numbers.count {
    case 1:
      guard startsWithYear else { return nil }
      return (CivilTime(year: first, month: 1, day: 1), CivilTime(year: first + 1, month: 1, day: 1))
    case 2 where startsWithYear: return dayOrMonth(first, numbers[1], nil)
    case 2: return dayOrMonth(currentYear, order == .dayMonthYear ? numbers[1] : first, order == .dayMonthYear ? first : numbers[1])
    case 3 where startsWithYear || order == .yearMonthDay:
      return dayOrMonth(fullYear(first, fields[0].count), numbers[1], numbers[2])
    case 3:
      let year = fullYear(numbers[2], fields[2].count)
      return order == .dayMonthYear ? dayOrMonth(year, numbers[1], first) : dayOrMonth(year, first, numbers[1])
    default: return nil
    }
  }

  /// The first day, and the day after the last one; `nil` if the calendar has no such day.
  private static func dayOrMonth(_ year: Int, _ month: Int, _ day: Int?) -> (CivilTime, CivilTime)? {
    let first = CivilTime(year: year, month: month, day: day ?? 1)
    guard first.exists else { return nil }
    if day != nil { return (first, CivilTime(daysSince1970: first.daysSince1970 + 1)) }
    return (first, month == 12 ? CivilTime(year: year + 1, month: 1, day: 1) : CivilTime(year: year, month: month + 1, day: 1))
  }

  /// The full year of two digits: 69 to 99 are 1969 to 1999, as in POSIX.
  private static func fullYear(_ year: Int, _ digits: Int) -> Int {
    digits > 2 ? year : year < 69 ? 2000 + year : 1900 + year
  }
}
