// SPDX-License-Identifier: Apache-2.0

/// `$time.…`: a moment that is computed when the search begins.
package enum TimeExpression: Hashable, Sendable {
  /// `$time.now(n)`: `n` seconds from now.
  case now(seconds: Int)
  /// `$time.today(n)`, `$time.this_week(n)`, …: the first instant of a local day, week, month or
  /// year, given as its distance from the current one, plus a number of days
  /// (`$time.this_week(-2d)`).
  case period(Unit, offset: Int, days: Int)
  /// `$time.iso(…)`
  case absolute(ISODate)

  package enum Unit: String, Hashable, Sendable, CaseIterable {
    case day = "today"
    case week = "this_week"
    case month = "this_month"
    case year = "this_year"
  }

  /// Maximum offset in seconds.
  static let offsetLimit: UInt = 1_000_000_000_000

  /// Maximum offset in days, weeks, months and years: the C library counts years in 32 bits.
  static let periodLimit: UInt = 1_000_000
}

extension TimeExpression: CustomStringConvertible {
  package var description: String {
    switch self {
    case .now(0): "$time.now"
    case .now(let seconds): "$time.now(\(seconds))"
    case .period(let unit, 0, 0): "$time.\(unit.rawValue)"
    case .period(let unit, let offset, 0): "$time.\(unit.rawValue)(\(offset))"
    case .period(let unit, let offset, let days):
      // Days are added to a period that has a name.
      "$time.\(Self.periods.first { $0.value == (unit, offset) }?.key ?? unit.rawValue)(\(days)d)"
    case .absolute(let date): "$time.iso(\(date))"
    }
  }
}
