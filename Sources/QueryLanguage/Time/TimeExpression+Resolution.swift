// SPDX-License-Identifier: Apache-2.0

import Attributes

extension TimeExpression {
  /// The meaning of the expression in one search, in seconds since 2001.
  struct Moment {
    /// The moment that `<`, `>` and `InRange` compare with.
    var instant: Double
    /// The half-open period that `==` accepts: the whole day, week, month or year, or one second
    /// for `now` and `iso`.
    var period: Range<Double>
  }

  func moment(in context: EvaluationContext) -> Moment {
    switch self {
    case .now(let seconds):
      return Self.second(around: context.now.secondsSinceReferenceDate + Double(seconds))
    case .absolute(let date):
      var instant =
        if let offset = date.zoneOffset {
          Timestamp(unixSeconds: Int64(date.civil.secondsSince1970AsUTC - offset)).secondsSinceReferenceDate
        } else {
          context.calendar.instant(of: date.civil).secondsSinceReferenceDate
        }
      instant += Double(date.nanoseconds) * 1e-9
      return Self.second(around: instant)
    case .period(let unit, let offset, let days):
      let calendar = context.calendar
      let current = unit.beginning(containing: calendar.civilTime(at: context.now), firstWeekday: calendar.firstWeekday)
      let start = TimeExpression.Unit.day.adding(days, to: unit.adding(offset, to: current))
      let begin = calendar.instant(of: start).secondsSinceReferenceDate
      let end = calendar.instant(of: unit.adding(1, to: start)).secondsSinceReferenceDate
      return Moment(instant: begin, period: begin..<max(begin, end))
    }
  }

  private static func second(around instant: Double) -> Moment {
    let whole = instant.rounded(.down)
    return Moment(instant: instant, period: whole..<whole + 1)
  }
}

extension TimeExpression.Unit {
  /// Midnight at the start of the day, week, month or year.
  fileprivate func beginning(containing civil: CivilTime, firstWeekday: Int) -> CivilTime {
    switch self {
    case .day: civil.midnight
    case .week: CivilTime(daysSince1970: civil.daysSince1970 - (civil.weekday - firstWeekday + 7) % 7)
    case .month: CivilTime(year: civil.year, month: civil.month, day: 1)
    case .year: CivilTime(year: civil.year, month: 1, day: 1)
    }
  }

  /// Midnight `count` units later. A day that the month does not have continues in the next month.
  fileprivate func adding(_ count: Int, to civil: CivilTime) -> CivilTime {
    switch self {
    case .day: return CivilTime(daysSince1970: civil.daysSince1970 + count)
    case .week: return CivilTime(daysSince1970: civil.daysSince1970 + 7 * count)
    case .month:
      let months = civil.year * 12 + civil.month - 1 + count
      let year = months >= 0 ? months / 12 : (months - 11) / 12
      return CivilTime(daysSince1970: CivilTime(year: year, month: months - year * 12 + 1, day: civil.day).daysSince1970)
    case .year: return CivilTime(daysSince1970: CivilTime(year: civil.year + count, month: civil.month, day: civil.day).daysSince1970)
    }
  }
}
