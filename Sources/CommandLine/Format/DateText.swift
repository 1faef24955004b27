// SPDX-License-Identifier: Apache-2.0

package import Attributes
package import QueryLanguage

extension Timestamp {
  /// `2024-12-07 05:41:06 +0000`, as Apple's tools print dates.
  package var columnText: String {
    guard let (date, time) = civil else { return "(null)" }
    return "\(date) \(time) +0000"
  }

  /// `2024-12-07T05:41:06Z`.
  package var isoText: String? { civil.map { "\($0.date)T\($0.time)Z" } }

  /// Date and time in UTC, rounded down to a second; `nil` outside the years 1 to 9999.
  private var civil: (date: String, time: String)? {
    // As queries do, before the sum, which may round up.
    let seconds = secondsSinceReferenceDate.rounded(.down) + Double(Self.referenceDateSince1970)
    guard seconds >= -62_135_596_800, seconds < 253_402_300_800 else { return nil }
    let civil = CivilTime(secondsSince1970AsUTC: Int(seconds))
    return (civil.dateText, "\(civil.hourText):\(two(civil.second))")
  }

  /// `2024-12-07 06:41`, in the time zone of the calendar.
  package func localText(in calendar: some LocalCalendar) -> String {
    guard civil != nil else { return "" }
    let local = calendar.civilTime(at: self)
    return "\(local.dateText) \(local.hourText)"
  }
}

private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

extension CivilTime {
  fileprivate var dateText: String {
    let year = String(year)
    return "\(String(repeating: "0", count: max(0, 4 - year.count)))\(year)-\(two(month))-\(two(day))"
  }

  fileprivate var hourText: String { "\(two(hour)):\(two(minute))" }
}
