package import Attributes

/// The user's time zone and habits, as far as dates in queries depend on them.
package protocol LocalCalendar: Sendable {
  /// The day on which weeks begin; 0 is Sunday.
  var firstWeekday: Int { get }

  /// In which order people write the day, the month and the year.
  var dateOrder: DateOrder { get }

  /// What the user's clock shows at an instant.
  func civilTime(at instant: Timestamp) -> CivilTime

  /// The instant at which the user's clock shows this. A time that the change to summer time skips is moved on; one that occurs twice may
  /// be either.
  func instant(of civil: CivilTime) -> Timestamp
}

/// The order of the parts of a short date.
package enum DateOrder: Hashable, Sendable {
  case monthDayYear
  case dayMonthYear
  case yearMonthDay

  /// From a format of `strftime` such as `%d.%m.%Y`.
  package init(format: String) {
    var letters = format.utf8.split(separator: UInt8(ascii: "%")).lazy.compactMap { $0.first { $0.isASCIILetter } }.makeIterator()
    switch letters.next() {
    case UInt8(ascii: "d"), UInt8(ascii: "e"): self = .dayMonthYear
    case UInt8(ascii: "Y"), UInt8(ascii: "y"), UInt8(ascii: "F"): self = .yearMonthDay
    default: self = .monthDayYear
    }
  }
}
