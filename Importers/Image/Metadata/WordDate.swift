// SPDX-License-Identifier: Apache-2.0

/// The parts of a date in English words, or in numbers with slashes.
struct WordDate {
  /// Hour, minute and second; midnight if the text has none.
  private(set) var time = (hour: 0, minute: 0, second: 0)
  /// `Z` or `+0200`; `nil` for local time.
  private(set) var offset: String?
  private var month: Int?
  private var dayOfMonth: Int?
  private var year: Int?

  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  /// `nil` if a part is missing.
  var day: (year: Int, month: Int, day: Int)? {
    guard let year, let month, let dayOfMonth else { return nil }
    return (year, month, dayOfMonth)
  }

  /// Takes one word. Names of weekdays and words of other meaning are ignored.
  mutating func take(_ word: Substring) {
    let lowercase = word.lowercased()
    if let index = Self.months.firstIndex(where: lowercase.hasPrefix) {
      month = month ?? index + 1
    } else if let number = Int(word), !word.hasPrefix("+"), !word.hasPrefix("-") {
      if word.count == 4 { year = year ?? number } else { dayOfMonth = dayOfMonth ?? number }
    } else if word.contains(":") {
      takeTime(word)
    } else if word.contains("/") {
      takeDate(word)
    } else if lowercase == "pm", time.hour < 12 {
      time.hour += 12
    } else if lowercase == "am", time.hour == 12 {
      time.hour = 0
    } else if ["gmt", "utc", "ut", "z"].contains(lowercase) {
      offset = "Z"
    } else if word.count == 5, word.hasPrefix("+") || word.hasPrefix("-") {
      offset = String(word)
    }
  }

  private mutating func takeTime(_ word: Substring) {
    let parts = word.split(separator: ":").map { Int($0) }
    guard (2...3).contains(parts.count), let hour = parts[0], let minute = parts[1] else { return }
    time = (hour, minute, parts.count == 3 ? parts[2] ?? 0 : 0)
  }

  /// Month, day and year, as in the United States, or day, month and year if that is the only
  /// possibility.
  private mutating func takeDate(_ word: Substring) {
    let parts = word.split(separator: "/").compactMap { Int($0) }
    guard parts.count == 3, parts[2] >= 1000 else { return }
    let isDayFirst = parts[0] > 12
    (month, dayOfMonth, year) = (parts[isDayFirst ? 1 : 0], parts[isDayFirst ? 0 : 1], parts[2])
  }
}
