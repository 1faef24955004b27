// SPDX-License-Identifier: Apache-2.0

/// Descriptions of expected input, for messages.
enum Expectation {
  static let operand = "a comparison such as kMDItemFSName == \"*.pdf\", or “(”, “!”, InRange(…)"
  static let comparisonOperator = "==, !=, <, <=, >, >= or MATCHES"
  static let expression = "a regular expression in quotes, such as \"IMG_\\d+.*\""
  static let value = "a \"quoted text\", a word, a number, $time.…, NULL or *"
  static let operatorOrEnd = "&&, || or the end of the query"
  static let range = "InRange(attribute, lowest, highest)"
  static let bound = "a number, a date such as 2026-01-31, or $time.…"
  static let time =
    "now, today, yesterday, tomorrow, this_week, this_month or this_year (also last_… and next_…), with (n) as offset; or iso(2026-01-31T12:00:00Z)"
}
