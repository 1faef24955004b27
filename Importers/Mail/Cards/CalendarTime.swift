// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A point in time of a calendar, in a zone that is written elsewhere: `20140701`, `20140701T133850`, or the same with `Z`.
struct CalendarTime {
  /// Seconds since 2001, as if the zone were UTC.
  var seconds: Double
  /// Whether the zone is UTC.
  let isUniversal: Bool

  /// - Returns: `nil` for anything else, and for days that do not exist.
  init?(_ text: String) {
    guard let match = text.wholeMatch(of: /(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z?))?/)?.output else { return nil }
    let parts = [match.1, match.2, match.3, match.4 ?? "0", match.5 ?? "0", match.6 ?? "0"].compactMap { Int($0) }
    guard parts.count == 6, let day = Self.day(parts[0], parts[1], parts[2]), parts[3] < 25, parts[4] < 60 else { return nil }
    seconds = day + Double(parts[3] * 3600 + parts[4] * 60 + min(parts[5], 59))
    isUniversal = match.7?.isEmpty == false
  }

  init(seconds: Double) {
    self.seconds = seconds
    isUniversal = false
  }

  /// The start of a day; `nil` if it does not exist.
  static func day(_ year: Int, _ month: Int, _ day: Int) -> Double? {
    let components = DateComponents(timeZone: TimeZone(secondsFromGMT: 0), year: year, month: month, day: day)
    guard components.isValidDate(in: calendar) else { return nil }
    return calendar.date(from: components)?.timeIntervalSinceReferenceDate
  }

  var year: Int { Self.calendar.component(.year, from: Date(timeIntervalSinceReferenceDate: seconds)) }

  static let calendar = {
    var calendar = Foundation.Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    return calendar
  }()
}

/// The length of an entry: `P2W`, `P1DT2H30M`.
struct CalendarDuration {
  let days: Int
  let seconds: Int

  init?(_ text: String) {
    guard
      let match = text.wholeMatch(
        of: /([+-]?)P(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?/)?.output
    else { return nil }
    let number = { (text: Substring?) in text.flatMap { Int($0) } ?? 0 }
    let sign = match.1 == "-" ? -1 : 1
    days = sign * (7 * number(match.2) + number(match.3))
    seconds = sign * (3600 * number(match.4) + 60 * number(match.5) + number(match.6))
  }
}
