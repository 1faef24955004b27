// SPDX-License-Identifier: Apache-2.0

package import Attributes

/// The user's time zone and date conventions, as needed for dates in queries.
package protocol LocalCalendar: Sendable {
  /// The first day of the week; 0 is Sunday.
  var firstWeekday: Int { get }

  /// The order of day, month and year in short dates.
  var dateOrder: DateOrder { get }

  /// The local time at an instant.
  func civilTime(at instant: Timestamp) -> CivilTime

  /// The instant of a local time. A time that is skipped by the change to summer time is moved
  /// forward. For a time that occurs twice, either instant may be returned.
  func instant(of civil: CivilTime) -> Timestamp
}

/// The order of the parts of a short date.
package enum DateOrder: Hashable, Sendable {
  case monthDayYear
  case dayMonthYear
  case yearMonthDay

  /// The order in a `strftime` format such as `%d.%m.%Y`.
  package init(format: String) {
    var letters = format.utf8.split(separator: UInt8(ascii: "%")).lazy.compactMap { $0.first { $0.isASCIILetter } }.makeIterator()
    switch letters.next() {
    case UInt8(ascii: "d"), UInt8(ascii: "e"): self = .dayMonthYear
    case UInt8(ascii: "Y"), UInt8(ascii: "y"), UInt8(ascii: "F"): self = .yearMonthDay
    default: self = .monthDayYear
    }
  }
}
