/// A stretch of time as free text names it: from its first moment to the first one after it.
struct LiteralPeriod: Hashable {
  var start: TimeExpression
  var end: TimeExpression

  /// Reads a date word, an ISO date (`2026-01-31`, `2026-01`, `2026`), a moment (`2026-01-31T12:00`), or a short date in the user's order
  /// (`1/31/26`, `31.1.2026`, `1/31`).
  init?(_ text: String, in context: EvaluationContext) {
    if case .period(let unit, let offset, let days) = DateWord.expression(text) {
      start = .period(unit, offset: offset, days: days)
      end = .period(unit, offset: offset + 1, days: days)
      return
    }
    let year = context.calendar.civilTime(at: context.now).year
    if let (first, next) = Self.days(text, context.calendar.dateOrder, currentYear: year) {
      (start, end) = (.absolute(ISODate(first)), .absolute(ISODate(next)))
    } else if let moment = ISODate(text) {
      var next = moment
      next.civil = CivilTime(secondsSince1970AsUTC: moment.civil.secondsSince1970AsUTC + 1)
      (start, end) = (.absolute(moment), .absolute(next))
    } else {
      return nil
    }
  }

  /// First day, and the day after the last.
  private static func days(_ text: String, _ order: DateOrder, currentYear: Int) -> (CivilTime, CivilTime)? {
    let separator = text.utf8.first { !$0.isDigit }
    guard separator == nil || [UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(separator), text.utf8.count <= 10 else {
      return nil
    }
    let fields = text.utf8.split(omittingEmptySubsequences: false) { $0 == separator }
    let numbers = fields.compactMap { $0.allSatisfy(\.isDigit) ? Int(String(decoding: $0, as: UTF8.self)) : nil }
    guard numbers.count == fields.count, let first = numbers.first else { return nil }
    let startsWithYear = fields[0].count == 4
    switch numbers.count {
    case 1:
      guard startsWithYear else { return nil }
      return (CivilTime(year: first, month: 1, day: 1), CivilTime(year: first + 1, month: 1, day: 1))
    case 2 where startsWithYear:
      guard (1...12).contains(numbers[1]) else { return nil }
      let next = numbers[1] == 12 ? CivilTime(year: first + 1, month: 1, day: 1) : CivilTime(year: first, month: numbers[1] + 1, day: 1)
      return (CivilTime(year: first, month: numbers[1], day: 1), next)
    case 2:
      return day(currentYear, order == .dayMonthYear ? numbers[1] : first, order == .dayMonthYear ? first : numbers[1])
    case 3 where startsWithYear || order == .yearMonthDay:
      return day(fullYear(first, fields[0].count), numbers[1], numbers[2])
    case 3:
      let year = fullYear(numbers[2], fields[2].count)
      return order == .dayMonthYear ? day(year, numbers[1], first) : day(year, first, numbers[1])
    default: return nil
    }
  }

  private static func day(_ year: Int, _ month: Int, _ day: Int) -> (CivilTime, CivilTime)? {
    let first = CivilTime(year: year, month: month, day: day)
    return first.exists ? (first, CivilTime(daysSince1970: first.daysSince1970 + 1)) : nil
  }

  /// Two digits: 69 to 99 are 1969 to 1999, as in POSIX.
  private static func fullYear(_ year: Int, _ digits: Int) -> Int {
    digits > 2 ? year : year < 69 ? 2000 + year : 1900 + year
  }
}
