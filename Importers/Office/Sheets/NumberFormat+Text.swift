// SPDX-License-Identifier: Apache-2.0

extension NumberFormat {
  /// A number as the format shows it: dates and times in the form of ISO 8601, whatever their order, and without currencies.
  ///
  /// - Parameter startsIn1904: Whether days count from 1 January 1904 instead of 31 December 1899.
  /// - Returns: `nil` if the format cannot show it.
  func text(of value: Double, startsIn1904: Bool) -> String? {
    guard value.isFinite else { return nil }
    switch self {
    case .general: return Self.generalText(of: value)
    case .decimal(let decimal): return decimal.text(of: value)
    case .date(let fields): return fields.text(of: value, startsIn1904: startsIn1904)
    }
  }

  /// Programs show at most eleven digits, which leave out the noise of arithmetic.
  private static func generalText(of value: Double) -> String? {
    if let integer = Int64(exactly: value) { return String(integer) }
    guard (1e-4..<1e10).contains(value.magnitude) else { return nil }
    let integerDigits = powersOfTen.firstIndex { Double($0) > value.magnitude } ?? 0
    let places = 11 - max(1, integerDigits)
    return Decimal(places: 0...places).text(of: value)
  }
}

extension NumberFormat.Decimal {
  fileprivate func text(of value: Double) -> String? {
    let power = powersOfTen[places.upperBound]
    let scaled = value.magnitude * Double(power) * (isPercent ? 100 : 1)
    // 1.005 is stored as a slightly smaller number.
    guard scaled < 0x1p53, let number = UInt64(exactly: scaled.nextUp.rounded()) else { return nil }
    var text = String(number / power).padded(to: integerDigits)
    var (fraction, count) = (number % power, places.upperBound)
    while count > places.lowerBound, fraction.isMultiple(of: 10) { (fraction, count) = (fraction / 10, count - 1) }
    if count > 0 { text += "." + String(fraction).padded(to: count) }
    if value < 0, number > 0 { text = "-" + text }
    return isPercent ? text + "%" : text
  }
}

/// Up to the maximum number of places.
private let powersOfTen = (0...15).map { (0..<$0).reduce(1 as UInt64) { power, _ in power * 10 } }

extension String {
  fileprivate func padded(to count: Int) -> String {
    utf8.count < count ? String(repeating: "0", count: count - utf8.count) + self : self
  }
}

extension NumberFormat.DateFields {
  /// The last day that Excel shows: 31 December 9999.
  private static let maximumDay = 2_958_466.0

  fileprivate func text(of value: Double, startsIn1904: Bool) -> String? {
    guard value >= 0, value < Self.maximumDay else { return nil }
    let seconds = Int((value * 86_400).rounded())
    if contains(.elapsed) { return time(seconds, beyond: true) }
    // A time without a date is a part of the first day.
    let isTimeOnly = hasTime && seconds < 86_400
    let date = hasDate && !isTimeOnly ? date(seconds / 86_400, startsIn1904) : nil
    let time = hasTime ? time(seconds % 86_400, beyond: false) : nil
    return [date, time].compactMap(\.self).joined(separator: " ")
  }

  private func date(_ day: Int, _ startsIn1904: Bool) -> String {
    // The first calendar counts 29 February 1900, which did not exist.
    let (year, month, day) = civilDate(sinceYear0: startsIn1904 ? day + 695_361 : day + (day < 61 ? 693_900 : 693_899))
    if contains(.day) { return "\(year)-\(month.twoDigits)-\(day.twoDigits)" }
    return contains(.month) ? "\(year)-\(month.twoDigits)" : "\(year)"
  }

  private func time(_ seconds: Int, beyond isElapsed: Bool) -> String {
    let hours = seconds / 3600
    let minutes = seconds / 60
    let second = contains(.second) ? [(seconds % 60).twoDigits] : []
    if contains(.hour) { return ([hours.twoDigits, (minutes % 60).twoDigits] + second).joined(separator: ":") }
    guard contains(.minute) else { return isElapsed ? "\(seconds)" : (seconds % 60).twoDigits }
    return ([(isElapsed ? minutes : minutes % 60).twoDigits] + second).joined(separator: ":")
  }
}

extension Int {
  fileprivate var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}

/// The date of a day that is counted from 1 March of the year 0 in the Gregorian calendar.
private func civilDate(sinceYear0 day: Int) -> (year: Int, month: Int, day: Int) {
  let era = day / 146_097
  let dayOfEra = day % 146_097
  let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let monthFromMarch = (5 * dayOfYear + 2) / 153
  let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
}
