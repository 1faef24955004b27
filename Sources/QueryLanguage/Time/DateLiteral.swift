// SPDX-License-Identifier: Apache-2.0

/// A date in a predicate, such as `2024-01-31`, `2024-01` or `2024-01-31T12:00+01:00`. It stands
/// for the whole period that it names: a day, a month, an hour, a minute or a second.
package struct DateLiteral: Hashable, Sendable {
  package let spelling: String
  let period: LiteralPeriod

  /// - Returns: `nil` if `spelling` is not such a date, or the calendar has no such day.
  package init?(_ spelling: String) {
    guard let period = LiteralPeriod(iso: spelling) else { return nil }
    self.spelling = spelling
    self.period = period
  }
}

extension DateLiteral: CustomStringConvertible {
  package var description: String { spelling }
}
