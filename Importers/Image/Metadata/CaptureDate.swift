// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Parses the date formats of EXIF, IPTC and XMP.
enum CaptureDate {
  /// The time of `2014:10:04 13:47:43`, in local time unless `offset` (`+02:00`) is given; `nil`
  /// for blanks, zeros and invalid dates.
  ///
  /// Any separators are accepted, because cameras differ. Without a time, it is the start of the
  /// day.
  static func date(_ text: String, offset: String? = nil) -> Date? {
    let digits = text.split { !$0.isNumber }.prefix(6).map { Int($0) }
    guard digits.count >= 3, !digits.contains(nil) else { return nil }
    let parts = digits.compactMap { $0 } + [0, 0, 0]
    return date(year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4], second: parts[5], offset: offset)
  }

  /// The time of an ISO 8601 text, with an optional offset: `2005-09-07T15:07:40-07:00`, `2005-09`.
  ///
  /// - Returns: `nil` if the text does not begin with a year, as a date in words does not.
  static func date(iso text: String) -> Date? {
    guard text.prefix(4).count == 4, text.prefix(4).allSatisfy(\.isNumber) else { return nil }
    let (day, time) = text.firstIndex(of: "T").map { (text[..<$0], text[text.index(after: $0)...]) } ?? (text[...], "")
    let zone = time.firstIndex { "+-Z".contains($0) }
    let clock = zone.map { time[..<$0] } ?? time
    let completed = day + String(repeating: "-01", count: max(0, 3 - day.split(separator: "-").count))
    // The fraction of a second would be parsed as another number.
    return date(completed + " " + clock.prefix { $0 != "." }, offset: zone.map { String(time[$0...]) })
  }

  /// The time of IPTC's `20200131` and `134743+0200`. Some writers separate the parts of the day.
  static func date(iptcDay day: String, time: String?) -> Date? {
    let day = day.filter { $0 != "-" && $0 != ":" }
    guard day.count == 8, let number = Int(day) else { return nil }
    let clock = time.map { $0.prefix { $0.isNumber } }.flatMap { $0.count == 6 ? Int($0) : nil } ?? 0
    let offset = time.flatMap { $0.firstIndex { "+-Z".contains($0) }.map { index in String(time?[index...] ?? "") } }
    return date(
      year: number / 10_000, month: number / 100 % 100, day: number % 100, hour: clock / 10_000, minute: clock / 100 % 100,
      second: clock % 100, offset: offset)
  }

  /// The time of PostScript's `D:20181028211339-01'30'`; `nil` for a text of another form.
  static func date(postScript text: String) -> Date? {
    guard text.hasPrefix("D:") else { return nil }
    let rest = text.dropFirst(2).filter { $0 != "'" }
    return date(iptcDay: String(rest.prefix(8)), time: String(rest.dropFirst(8)))
  }

  /// The time of a date in words or with slashes: `Tue Sep  6 12:34:56 2011`,
  /// `Thu, 06 Sep 2011 12:34:56 +0200`, `9/6/2011 12:34 PM`. Local time without a zone.
  ///
  /// - Returns: `nil` if day, month or year are missing.
  static func date(words text: String) -> Date? {
    var words = WordDate()
    for word in text.split(whereSeparator: { $0.isWhitespace || ",()".contains($0) }) { words.take(word) }
    guard let (year, month, day) = words.day else { return nil }
    let (hour, minute, second) = words.time
    return date(year: year, month: month, day: day, hour: hour, minute: minute, second: second, offset: words.offset)
  }

  /// The time at which a clock with local time shows this number of seconds since 1970, as cameras
  /// without a time zone count; `nil` for 0 and for impossible times.
  static func date(localSeconds seconds: Int) -> Date? {
    guard (1...Int(UInt32.max)).contains(seconds) else { return nil }
    var parts = unsafe tm()
    unsafe gmtime_r([seconds], &parts)
    unsafe parts.tm_isdst = -1
    return unsafe Date(timeIntervalSince1970: TimeInterval(mktime(&parts)))
  }

  private static func date(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, offset: String?) -> Date? {
    guard (1000...9999).contains(year), (1...12).contains(month), (1...31).contains(day), (0...24).contains(hour),
      (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    // Uses the C library, which knows the rules of time zones without loading ICU's data.
    var parts = unsafe tm(
      tm_sec: Int32(second), tm_min: Int32(minute), tm_hour: Int32(hour), tm_mday: Int32(day), tm_mon: Int32(month - 1),
      tm_year: Int32(year - 1900), tm_wday: 0, tm_yday: 0, tm_isdst: -1, tm_gmtoff: 0, tm_zone: nil)
    let seconds = offset.flatMap(seconds(ofOffset:))
    let time = unsafe seconds.map { unsafe timegm(&parts) - $0 } ?? mktime(&parts)
    return Date(timeIntervalSince1970: TimeInterval(time))
  }

  /// Seconds east of Greenwich of `+02:00`, `-0730` or `Z`.
  private static func seconds(ofOffset text: String) -> Int? {
    if text == "Z" { return 0 }
    let digits = text.filter(\.isNumber)
    guard let sign = text.first, "+-".contains(sign), digits.count == 4, let number = Int(digits) else { return nil }
    return (number / 100 * 3600 + number % 100 * 60) * (sign == "-" ? -1 : 1)
  }
}
