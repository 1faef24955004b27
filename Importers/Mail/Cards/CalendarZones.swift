// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ImporterSupport

/// The time zones of a calendar: those that the system knows under any of their usual names, and those that the file defines.
struct CalendarZones {
  /// When an offset begins (RFC 5545, 3.6.5).
  private struct Observance {
    var start: CalendarTime?
    var rule: CalendarRule?
    var offset = 0
    var previousOffset = 0
  }

  private var definitions: [String: [Observance]] = [:]
  /// The names that a definition gives the zone elsewhere.
  private var aliases: [String: String] = [:]
  private var present: [Observance] = []
  private var name: String?
  private var alias: String?

  private static let maximumCount = 512

  mutating func begin(_ component: String) {
    switch component {
    case "VTIMEZONE": (present, name, alias) = ([], nil, nil)
    case "STANDARD", "DAYLIGHT": if present.count < Self.maximumCount { present.append(Observance()) }
    default: break
    }
  }

  /// Takes a property of a definition.
  mutating func take(_ line: CardLines.Line, of component: String) {
    switch (component, line.name) {
    case ("VTIMEZONE", "TZID"):
      name = line.rawValue
      store()
    case ("VTIMEZONE", "X-LIC-LOCATION"), ("VTIMEZONE", "TZID-ALIAS-OF"):
      alias = line.rawValue
      store()
    case ("STANDARD", _), ("DAYLIGHT", _):
      guard let last = present.indices.last else { return }
      switch line.name {
      case "DTSTART": present[last].start = CalendarTime(line.rawValue)
      case "RRULE": present[last].rule = CalendarRule(line.rawValue)
      case "TZOFFSETTO": present[last].offset = Self.offset(line.rawValue) ?? 0
      case "TZOFFSETFROM": present[last].previousOffset = Self.offset(line.rawValue) ?? 0
      default: return
      }
      store()
    default: break
    }
  }

  private mutating func store() {
    guard let name, definitions.count < Self.maximumCount || definitions[name] != nil else { return }
    definitions[name] = present
    aliases[name] = alias
  }

  /// Seconds east of Greenwich: `+0530`, `-080000`.
  private static func offset(_ text: String) -> Int? {
    guard let match = text.wholeMatch(of: /([+-])(\d\d)(\d\d)(\d\d)?/)?.output, let hours = Int(match.2), let minutes = Int(match.3) else {
      return nil
    }
    return (match.1 == "-" ? -1 : 1) * (hours * 3600 + minutes * 60 + (match.4.flatMap { Int($0) } ?? 0))
  }

  /// The date of a time in the zone with a name. Without a name, and in a zone that nobody knows, it is local.
  func date(of time: CalendarTime, zone name: String?) -> Date? {
    if time.isUniversal { return Date(timeIntervalSinceReferenceDate: time.seconds) }
    guard let name else { return Self.date(of: time, in: .current) }
    if let zone = aliases[name].flatMap(ZoneName.zone) ?? ZoneName.zone(name) { return Self.date(of: time, in: zone) }
    if let offset = offset(at: time, definitions[name] ?? []) { return Date(timeIntervalSinceReferenceDate: time.seconds - Double(offset)) }
    return Self.date(of: time, in: .current)
  }

  private static func date(of time: CalendarTime, in zone: TimeZone) -> Date {
    // The offset at the time depends on the time at the offset.
    let guess = time.seconds - Double(zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: time.seconds)))
    return Date(
      timeIntervalSinceReferenceDate: time.seconds - Double(zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: guess))))
  }

  /// The offset of the observance that began last before a time; `nil` without observances.
  private func offset(at time: CalendarTime, _ observances: [Observance]) -> Int? {
    var latest: (start: Double, offset: Int)?
    for observance in observances {
      guard let start = observance.start?.seconds else { continue }
      let starts =
        [start] + (observance.rule.map { rule in [time.year, time.year - 1].compactMap { rule.start(in: $0, from: start) } } ?? [])
      for candidate in starts where candidate <= time.seconds && candidate > latest?.start ?? -.infinity {
        latest = (candidate, observance.offset)
      }
    }
    let first = observances.filter { $0.start != nil }.min { $0.start?.seconds ?? 0 < $1.start?.seconds ?? 0 }
    return latest?.offset ?? first?.previousOffset
  }
}

/// A rule for one day in each year: `FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU`.
struct CalendarRule {
  private let month: Int
  /// The day of the week, from 1 for Sunday, and which of those in the month counts, from the end if it is negative; `nil` for a fixed day.
  private var weekday: (day: Int, number: Int)?
  /// The first of the days that may count, or the fixed day.
  private var day: Int?
  private var end: Double?

  init?(_ text: String) {
    var month: Int?
    for part in text.uppercased().split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2 else { continue }
      switch pair[0] {
      case "FREQ": if pair[1] != "YEARLY" { return nil }
      case "BYMONTH": month = Int(pair[1])
      case "BYMONTHDAY": day = pair[1].split(separator: ",").first.flatMap { Int($0) }
      case "BYDAY":
        guard let match = pair[1].wholeMatch(of: /([+-]?\d)?(SU|MO|TU|WE|TH|FR|SA)/)?.output,
          let index = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"].firstIndex(of: String(match.2))
        else { return nil }
        weekday = (index + 1, match.1.flatMap { Int($0) } ?? 1)
      case "UNTIL": end = CalendarTime(String(pair[1]))?.seconds
      default: break
      }
    }
    guard let month, (1...12).contains(month) else { return nil }
    self.month = month
  }

  /// When the day of a year begins at the time of day of `first`; `nil` if the rule does not apply in the year.
  func start(in year: Int, from first: Double) -> Double? {
    guard let start = day(in: year) else { return nil }
    let time = first - (first / 86_400).rounded(.down) * 86_400
    let found = start + time
    // The end is in UTC, at most a day apart.
    return found >= first && found <= (end.map { $0 + 86_400 } ?? .infinity) ? found : nil
  }

  private func day(in year: Int) -> Double? {
    guard let weekday else { return CalendarTime.day(year, month, day ?? 1) }
    let count = { (start: Double) in CalendarTime.calendar.component(.weekday, from: Date(timeIntervalSinceReferenceDate: start)) }
    if weekday.number < 0 {
      guard let next = month == 12 ? CalendarTime.day(year + 1, 1, 1) : CalendarTime.day(year, month + 1, 1) else { return nil }
      let last = next - 86_400
      return last - Double((count(last) - weekday.day + 7) % 7) * 86_400 + Double(weekday.number + 1) * 7 * 86_400
    }
    guard let first = CalendarTime.day(year, month, day ?? 1) else { return nil }
    return first + Double((weekday.day - count(first) + 7) % 7) * 86_400 + Double(max(weekday.number, 1) - 1) * 7 * 86_400
  }
}
