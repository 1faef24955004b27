// SPDX-License-Identifier: Apache-2.0

package import Attributes
package import QueryLanguage

/// A calendar with a constant offset from UTC.
package struct FixedCalendar: LocalCalendar {
  package var secondsEast: Int
  package var firstWeekday: Int
  package var dateOrder: DateOrder

  package init(secondsEast: Int = 0, firstWeekday: Int = 0, dateOrder: DateOrder = .monthDayYear) {
    self.secondsEast = secondsEast
    self.firstWeekday = firstWeekday
    self.dateOrder = dateOrder
  }

  package func civilTime(at instant: Timestamp) -> CivilTime {
    CivilTime(secondsSince1970AsUTC: Int(instant.secondsSince1970.rounded(.down)) + secondsEast)
  }

  package func instant(of civil: CivilTime) -> Timestamp {
    Timestamp(unixSeconds: Int64(civil.secondsSince1970AsUTC - secondsEast))
  }
}

extension EvaluationContext {
  /// Wednesday, 2026-03-18, 15:30:20.5 in a zone two hours east of UTC. Weeks begin on Sunday.
  package static let fixed = EvaluationContext(now: .at("2026-03-18T15:30:20.500+02:00"), calendar: FixedCalendar(secondsEast: 7_200))
}

extension Timestamp {
  /// The instant of an ISO date; in UTC if it has no zone.
  package static func at(_ text: String) -> Timestamp {
    guard let date = ISODate(text) else { preconditionFailure("\(text) is no date") }
    let seconds = Timestamp(unixSeconds: Int64(date.civil.secondsSince1970AsUTC - (date.zoneOffset ?? 0)))
    return Timestamp(secondsSinceReferenceDate: seconds.secondsSinceReferenceDate + Double(date.nanoseconds) * 1e-9)
  }
}
