// SPDX-License-Identifier: Apache-2.0

extension TimeExpression {
  /// Functions that name a day, week, month or year, with the distance from the current one.
  static let periods: [String: (unit: Unit, offset: Int)] = [
    "today": (.day, 0), "yesterday": (.day, -1), "tomorrow": (.day, 1),
    "this_week": (.week, 0), "last_week": (.week, -1), "next_week": (.week, 1),
    "this_month": (.month, 0), "last_month": (.month, -1), "next_month": (.month, 1),
    "this_year": (.year, 0), "last_year": (.year, -1), "next_year": (.year, 1),
  ]

  static var functionNames: [String] { ["now", "iso"] + periods.keys.sorted() }
}
