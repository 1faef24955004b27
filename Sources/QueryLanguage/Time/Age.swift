// SPDX-License-Identifier: Apache-2.0

/// A period that ends now: `7d`, `2 weeks`, `last 3 months`.
struct Age: Hashable {
  enum Unit: Hashable { case hours, days, weeks, months, years }

  var count: Int
  var unit: Unit

  /// - Returns: `nil` if `text` is not a whole number of up to four digits with a unit of time.
  init?(_ text: String) {
    var words = text.lowercased().utf8.split(separator: UInt8(ascii: " "))[...]
    if let first = words.first, ["last", "past"].contains(String(first) ?? "") { words.removeFirst() }
    let joined = words.joined()
    let digits = joined.prefix { $0.isDigit }
    guard words.count == 1 || words.count == 2 && words.first?.count == digits.count, (1...4).contains(digits.count),
      let count = Int(String(decoding: digits, as: UTF8.self)),
      let unit = Self.units[String(decoding: joined.dropFirst(digits.count), as: UTF8.self)]
    else { return nil }
    self.count = count
    self.unit = unit
  }

  /// Parses a distance into the past, such as `3 days ago`.
  init?(ago text: String) {
    let words = text.lowercased().split(separator: " ")
    guard words.count > 1, words.last == "ago" else { return nil }
    self.init(words.dropLast().joined(separator: " "))
  }

  /// The hour, day, week, month or year that is so far back.
  var ending: LiteralPeriod {
    func period(_ unit: TimeExpression.Unit) -> LiteralPeriod {
      LiteralPeriod(.period(unit, offset: -count, days: 0), .period(unit, offset: 1 - count, days: 0))
    }
    return switch unit {
    case .hours: LiteralPeriod(.now(seconds: -count * 3_600), .now(seconds: (1 - count) * 3_600))
    case .days: period(.day)
    case .weeks: period(.week)
    case .months: period(.month)
    case .years: period(.year)
    }
  }

  private static let units: [String: Unit] = [
    "h": .hours, "hour": .hours, "hours": .hours, "d": .days, "day": .days, "days": .days, "w": .weeks, "week": .weeks, "weeks": .weeks,
    "m": .months, "month": .months, "months": .months, "y": .years, "year": .years, "years": .years,
  ]

  /// The start of the period: midnight of the day that many days ago, or of the same day of an
  /// earlier month or year, or of its last day if that month is shorter.
  func beginning(in context: EvaluationContext) -> TimeExpression {
    let today = context.calendar.civilTime(at: context.now).midnight
    func daysAgo(months: Int) -> Int {
      let month = today.year * 12 + today.month - 1 - months
      var earlier = CivilTime(year: month / 12, month: month % 12 + 1, day: today.day)
      while !earlier.exists, earlier.day > 28 { earlier.day -= 1 }
      return earlier.daysSince1970 - today.daysSince1970
    }
    return switch unit {
    case .hours: .now(seconds: -count * 3_600)
    case .days: .period(.day, offset: -count, days: 0)
    case .weeks: .period(.day, offset: -7 * count, days: 0)
    case .months: .period(.day, offset: daysAgo(months: min(count, today.year * 12)), days: 0)
    case .years: .period(.day, offset: daysAgo(months: 12 * min(count, today.year)), days: 0)
    }
  }
}
