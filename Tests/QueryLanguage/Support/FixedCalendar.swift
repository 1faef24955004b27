import Attributes
import QueryLanguage

/// A calendar with the same offset from UTC all the year.
struct FixedCalendar: LocalCalendar {
  var secondsEast = 0
  var firstWeekday = 0
  var dateOrder = DateOrder.monthDayYear

  func civilTime(at instant: Timestamp) -> CivilTime {
    CivilTime(secondsSince1970AsUTC: Int(instant.secondsSince1970.rounded(.down)) + secondsEast)
  }

  func instant(of civil: CivilTime) -> Timestamp {
    Timestamp(unixSeconds: Int64(civil.secondsSince1970AsUTC - secondsEast))
  }
}

extension EvaluationContext {
  /// Wednesday, 2026-03-18, 15:30:20 in a zone two hours east of UTC; weeks begin on Sunday.
  static let fixed = EvaluationContext(now: .at("2026-03-18T15:30:20.500+02:00"), calendar: FixedCalendar(secondsEast: 7_200))
}

extension Timestamp {
  /// An instant by its ISO date; without a zone, UTC.
  static func at(_ text: String) -> Timestamp {
    guard let date = ISODate(text) else { preconditionFailure("\(text) is no date") }
    let seconds = Timestamp(unixSeconds: Int64(date.civil.secondsSince1970AsUTC - (date.zoneOffset ?? 0)))
    return Timestamp(secondsSinceReferenceDate: seconds.secondsSinceReferenceDate + Double(date.nanoseconds) * 1e-9)
  }
}
