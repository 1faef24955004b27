// SPDX-License-Identifier: Apache-2.0

import Attributes
import Glibc
import QueryLanguage
import TestSupport
import Testing

/// The environment belongs to the whole process, so these tests run one at a time and restore it.
@Suite(.serialized)
struct SystemCalendarTests {
  /// Runs `body` with an environment variable set.
  private func with<Result>(_ name: String, _ value: String, _ body: () throws -> Result) rethrows -> Result {
    let before = getenv(name).map { String(cString: $0) }
    setenv(name, value, 1)
    defer {
      if let before { setenv(name, before, 1) } else { unsetenv(name) }
      tzset()
    }
    return try body()
  }

  @Test(arguments: [
    // A POSIX zone needs no zone files: one hour east of UTC, two in summer, from the last Sunday
    // of March to that of October.
    ("2026-01-15T12:00:00", "2026-01-15T11:00:00Z"), ("2026-07-15T12:00:00", "2026-07-15T10:00:00Z"),
    ("2026-03-29T00:00:00", "2026-03-28T23:00:00Z"), ("2026-03-30T00:00:00", "2026-03-29T22:00:00Z"),
    ("1969-12-31T23:59:59", "1969-12-31T22:59:59Z"),
  ])
  func `civil times are in the time zone of the environment, including summer time`(local: String, instant: String) throws {
    try with("TZ", "CET-1CEST,M3.5.0,M10.5.0/3") { () throws in
      let civil = try #require(ISODate(local)).civil
      let calendar = SystemCalendar()
      #expect(calendar.instant(of: civil) == .at(instant))
      #expect(calendar.civilTime(at: .at(instant)) == civil)
    }
  }

  @Test func `a day on which the clock changes has its true length`() throws {
    try with("TZ", "CET-1CEST,M3.5.0,M10.5.0/3") { () throws in
      let context = EvaluationContext(now: .at("2026-03-29T10:00:00Z"), calendar: SystemCalendar())
      let document = MemoryDocument(["kMDItemLastUsedDate": .date("2026-03-29T21:59:59Z")])
      #expect(try document.matches("kMDItemLastUsedDate == $time.today", in: context))
      let next = MemoryDocument(["kMDItemLastUsedDate": .date("2026-03-29T22:00:00Z")])
      #expect(try !next.matches("kMDItemLastUsedDate == $time.today", in: context))
    }
  }

  @Test func `the second before 1970 is not mistaken for an error`() {
    with("TZ", "UTC0") {
      let civil = CivilTime(year: 1969, month: 12, day: 31, hour: 23, minute: 59, second: 59)
      #expect(SystemCalendar().instant(of: civil) == Timestamp(unixSeconds: -1))
    }
  }

  @Test func `in the C locale, weeks begin on Sunday and the month comes first`() {
    with("LC_ALL", "C") {
      let calendar = SystemCalendar()
      #expect(calendar.firstWeekday == 0)
      #expect(calendar.dateOrder == .monthDayYear)
    }
  }

  @Test func `a locale that is not installed counts as the C locale`() {
    with("LC_ALL", "xx_XX.no-such-locale") {
      #expect(SystemCalendar().firstWeekday == 0)
    }
  }

  @Test(arguments: [
    ("%m/%d/%y", DateOrder.monthDayYear), ("%m/%d/%Y", .monthDayYear), ("%D", .monthDayYear), ("%d.%m.%Y", .dayMonthYear),
    ("%e. %m. %Y", .dayMonthYear), ("%-d/%-m/%Y", .dayMonthYear), ("%Y-%m-%d", .yearMonthDay), ("%F", .yearMonthDay), ("", .monthDayYear),
  ])
  func `the order of a short date is read from its format`(format: String, order: DateOrder) {
    #expect(DateOrder(format: format) == order)
  }
}
