// SPDX-License-Identifier: Apache-2.0

/// The words for days, weeks, months and years in free text.
enum DateWord {
  /// The period that a word names: `today`, `this week`, `last_month`.
  static func expression(_ text: String) -> TimeExpression? {
    let name = text.lowercased().split { $0 == " " || $0 == "_" }.joined(separator: "_")
    return TimeExpression.periods[name].map { .period($0.unit, offset: $0.offset, days: 0) }
  }

  /// All of these words, sorted.
  static var words: [String] { TimeExpression.periods.keys.sorted().map { $0.replacing("_", with: " ") } }

  /// The words that `text` was probably meant to be: `tomorow`, `week`.
  static func nearest(to text: String) -> String? {
    if expression("this \(text)") != nil { return "this \(text)" }
    return Spelling.nearest(to: text, among: words)
  }
}
