// SPDX-License-Identifier: Apache-2.0

/// A date and time in the Gregorian calendar, without a time zone.
package struct CivilTime: Hashable, Sendable {
  package var year: Int
  /// 1…12
  package var month: Int
  /// 1…31
  package var day: Int
  package var hour: Int
  package var minute: Int
  package var second: Int

  package init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// Midnight of the day that is `days` days after 1970-01-01.
  package init(daysSince1970 days: Int) {
    // Years are counted from 1 March, so that the leap day is the last day of a year. 400 years
    // have 146,097 days.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month, day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  /// Days from 1970-01-01 to this day.
  package var daysSince1970: Int {
    let fromMarch = month <= 2 ? year - 1 : year
    let era = (fromMarch >= 0 ? fromMarch : fromMarch - 399) / 400
    let yearOfEra = fromMarch - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The day of the week; 0 is Sunday.
  package var weekday: Int {
    let remainder = (daysSince1970 + 4) % 7
    return remainder < 0 ? remainder + 7 : remainder
  }

  package var midnight: CivilTime { CivilTime(year: year, month: month, day: day) }

  /// Whether this date and time exist. 24:00:00 and the leap second :60 do.
  package var exists: Bool {
    guard (1...12).contains(month), day >= 1, (0...9999).contains(year) else { return false }
    guard CivilTime(daysSince1970: daysSince1970) == midnight else { return false }
    guard (0...59).contains(minute), (0...60).contains(second) else { return false }
    return (0...23).contains(hour) || (hour == 24 && minute == 0 && second == 0)
  }

  /// Seconds since 1970 if this time is in UTC.
  package var secondsSince1970AsUTC: Int { daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second }

  package init(secondsSince1970AsUTC seconds: Int) {
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    self.init(daysSince1970: days)
    let rest = seconds - days * 86_400
    (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60)
  }
}
