// SPDX-License-Identifier: Apache-2.0

import Attributes
import TestSupport
import Testing

@testable import QueryLanguage

/// §6 of the grammar. The time is Wednesday, 2026-03-18, 15:30:20.5, two hours east of UTC.
struct TimeTests {
  /// A form, the instant that it denotes, and the last second of the period that `==` accepts.
  @Test(arguments: [
    ("now", "2026-03-18T15:30:20.500", "2026-03-18T15:30:20"), ("now(-3600)", "2026-03-18T14:30:20.500", "2026-03-18T14:30:20"),
    ("now(+60)", "2026-03-18T15:31:20.500", "2026-03-18T15:31:20"), ("now(-1d)", "2026-03-17T15:30:20.500", "2026-03-17T15:30:20"),
    ("now()", "2026-03-18T15:30:20.500", "2026-03-18T15:30:20"),
    ("today", "2026-03-18", "2026-03-18T23:59:59"), ("today()", "2026-03-18", "2026-03-18T23:59:59"),
    ("today(-3)", "2026-03-15", "2026-03-15T23:59:59"), ("today (-3)", "2026-03-15", "2026-03-15T23:59:59"),
    ("today(-30d)", "2026-02-16", "2026-02-16T23:59:59"), ("today(+1d)", "2026-03-19", "2026-03-19T23:59:59"),
    ("today( +1 )", "2026-03-19", "2026-03-19T23:59:59"), ("today(-365)", "2025-03-18", "2025-03-18T23:59:59"),
    ("yesterday", "2026-03-17", "2026-03-17T23:59:59"), ("tomorrow", "2026-03-19", "2026-03-19T23:59:59"),
    ("this_week", "2026-03-15", "2026-03-21T23:59:59"), ("this_week(-2)", "2026-03-01", "2026-03-07T23:59:59"),
    ("last_week", "2026-03-08", "2026-03-14T23:59:59"), ("next_week", "2026-03-22", "2026-03-28T23:59:59"),
    ("this_week(1d)", "2026-03-16", "2026-03-22T23:59:59"), ("last_week(-1d)", "2026-03-07", "2026-03-13T23:59:59"),
    ("this_month", "2026-03-01", "2026-03-31T23:59:59"), ("this_month(-3)", "2025-12-01", "2025-12-31T23:59:59"),
    ("this_month(-1)", "2026-02-01", "2026-02-28T23:59:59"), ("last_month", "2026-02-01", "2026-02-28T23:59:59"),
    ("next_month", "2026-04-01", "2026-04-30T23:59:59"), ("this_month(-25)", "2024-02-01", "2024-02-29T23:59:59"),
    ("this_year", "2026-01-01", "2026-12-31T23:59:59"), ("this_year(-2)", "2024-01-01", "2024-12-31T23:59:59"),
    ("last_year", "2025-01-01", "2025-12-31T23:59:59"), ("next_year", "2027-01-01", "2027-12-31T23:59:59"),
    // Without a zone: the user's zone.
    ("iso(2025-03-01)", "2025-03-01", "2025-03-01T00:00:00"),
    ("iso(\"2025-03-01T10:11:12\")", "2025-03-01T10:11:12", "2025-03-01T10:11:12"),
    ("iso('2025-03-01T10:11')", "2025-03-01T10:11:00", "2025-03-01T10:11:00"),
    ("iso(2025-03-01 10:11:12)", "2025-03-01T10:11:12", "2025-03-01T10:11:12"),
    ("iso(2014-03-16T01:03:08Z)", "2014-03-16T03:03:08", "2014-03-16T03:03:08"),
    ("iso(2012-04-13T13:44Z)", "2012-04-13T15:44:00", "2012-04-13T15:44:00"),
    ("iso(2020-01-01T09:00:00+09:00)", "2020-01-01T02:00:00", "2020-01-01T02:00:00"),
    ("iso(2020-01-01T09:00:00+0900)", "2020-01-01T02:00:00", "2020-01-01T02:00:00"),
    ("iso(2020-01-01T09:00:00-05)", "2020-01-01T16:00:00", "2020-01-01T16:00:00"),
    ("iso(2020-01-01T09:00:00.000Z)", "2020-01-01T11:00:00", "2020-01-01T11:00:00"),
    ("iso( 2020-01-01T09:00:00.250Z )", "2020-01-01T11:00:00.250", "2020-01-01T11:00:00"),
  ])
  func `each form denotes an instant and a period`(form: String, first: String, last: String) throws {
    let expression = try #require(TimeExpression("$time.\(form)"))
    let moment = expression.moment(in: .fixed)
    #expect(moment.instant == Timestamp.at(first.hasTime ? "\(first)+02:00" : "\(first)T00:00+02:00").secondsSinceReferenceDate)
    #expect(moment.period.upperBound - 1 == Timestamp.at("\(last)+02:00").secondsSinceReferenceDate)
    #expect(TimeExpression(expression.description) == expression)
  }

  @Test(arguments: [(0, "2026-03-15"), (1, "2026-03-16"), (6, "2026-03-14"), (3, "2026-03-18"), (4, "2026-03-12")])
  func `weeks begin on the locale's first weekday`(firstWeekday: Int, start: String) throws {
    let context = EvaluationContext(now: .at("2026-03-18T12:00Z"), calendar: FixedCalendar(firstWeekday: firstWeekday))
    let moment = try #require(TimeExpression("$time.this_week")).moment(in: context)
    #expect(moment.instant == Timestamp.at(start).secondsSinceReferenceDate)
    #expect(moment.period.upperBound - moment.period.lowerBound == 7 * 86_400)
  }

  @Test(arguments: [
    ("== $time.today", "2026-03-18T00:00:00+02:00", true), ("== $time.today", "2026-03-18T23:59:59.9+02:00", true),
    ("== $time.today", "2026-03-17T23:59:59.9+02:00", false), ("== $time.today", "2026-03-19T00:00:00+02:00", false),
    ("!= $time.today", "2026-03-18T12:00:00+02:00", false), ("!= $time.today", "2026-03-17T12:00:00+02:00", true),
    ("== $time.this_year", "2026-12-31T23:59:59+02:00", true), ("== $time.this_year", "2027-01-01T00:00:00+02:00", false),
    ("== $time.iso(2018-10-01T10:00:00Z)", "2018-10-01T10:00:00.999Z", true),
    ("== $time.iso(2018-10-01T10:00:00.500Z)", "2018-10-01T10:00:00.100Z", true),
    ("== $time.iso(2018-10-01T10:00:00Z)", "2018-10-01T10:00:01Z", false),
    ("== $time.iso(2018-10-01T10:00:00Z)", "2018-10-01T09:59:59.999Z", false),
    ("== $time.now", "2026-03-18T15:30:20+02:00", true), ("== $time.now", "2026-03-18T15:30:21+02:00", false),
    // The other operators compare with the first instant.
    ("> $time.today", "2026-03-18T00:00:01+02:00", true), ("> $time.today", "2026-03-18T00:00:00+02:00", false),
    (">= $time.today", "2026-03-18T00:00:00+02:00", true), ("< $time.today", "2026-03-17T23:59:59+02:00", true),
    ("< $time.today", "2026-03-18T00:00:00+02:00", false), ("<= $time.today", "2026-03-18T00:00:00+02:00", true),
    ("<= $time.today", "2026-03-18T00:00:01+02:00", false),
    // Numbers, also in quotes, count seconds from 2001.
    ("== 1", "2001-01-01T00:00:01Z", true), ("== \"1\"", "2001-01-01T00:00:01Z", true), ("== 1", "2001-01-01T00:00:02Z", false),
    ("< -1.5", "2000-12-31T23:59:58Z", true), ("> 1e8", "2004-03-03T09:46:41Z", true), ("> 1e8", "2004-03-03T09:46:40Z", false),
    (">= \"$time.today\"", "2026-03-18T00:00:00+02:00", true), ("== '$time.today'", "2026-03-18T12:00:00+02:00", true),
    // Words are not dates.
    ("== 2026-03-18", "2026-03-18T23:59:59+02:00", true), ("> \"2001\"x", "2026-03-18T00:00:00+02:00", true),
  ])
  func `a comparison of dates`(comparison: String, date: String, isMatch: Bool) throws {
    #expect(try MemoryDocument(["kMDItemLastUsedDate": .date(date)]).matches("kMDItemLastUsedDate \(comparison)") == isMatch)
  }

  @Test(arguments: [
    ("InRange(completionDate,$time.today(-10),$time.today)", "2026-03-08T00:00:00+02:00", true),
    ("InRange(completionDate,$time.today(-10),$time.today)", "2026-03-18T00:00:00+02:00", true),
    ("InRange(completionDate,$time.today(-10),$time.today)", "2026-03-18T00:00:01+02:00", false),
    ("InRange(completionDate,\"$time.iso(2020-01-01T00:00:00Z)\",\"$time.iso(2021-01-01T00:00:00Z)\")", "2020-06-01T00:00:00Z", true),
    ("InRange(completionDate,'$time.iso(2020-01-01T00:00:00Z)',$time.now)", "2019-12-31T23:59:59Z", false),
    ("InRange(completionDate, 0, $time.now)", "2020-06-01T00:00:00Z", true),
    ("InRange(completionDate, $time.now, 0)", "2020-06-01T00:00:00Z", false),
  ])
  func `InRange includes both ends`(query: String, date: String, isMatch: Bool) throws {
    #expect(try MemoryDocument(["completionDate": .date(date)]).matches(query) == isMatch)
  }

  @Test(arguments: [
    "2025-13-01", "2025-00-01", "2025-02-29", "2025-1-1", "25-01-01", "2025-01-01T", "2025-01-01T25:00", "2025-01-01T10:60",
    "2025-01-01T10:00:61", "2025-01-01T10:00:00.", "2025-01-01T10:00:00+", "2025-01-01T10:00:00+15:00", "2025-01-01T10:00:00Zx", "",
    "2025-01-01T10:00:00+09:", "2025-01-01 Z",
  ])
  func `a date that is not in the calendar is invalid`(text: String) {
    #expect(ISODate(text) == nil)
  }

  @Test(arguments: [
    ("2024-02-29", "2024-02-29"), ("2025-01-01T00:00:00", "2025-01-01"), ("2025-01-01T10:20", "2025-01-01T10:20:00"),
    ("2025-01-01Z", "2025-01-01T00:00:00Z"), ("2025-01-01t10:20:30,25z", "2025-01-01T10:20:30.25Z"),
    ("2025-01-01T24:00:00", "2025-01-01T24:00:00"), ("2025-06-30T23:59:60Z", "2025-06-30T23:59:60Z"),
    ("2025-01-01T10:20:30-03:30", "2025-01-01T10:20:30-03:30"), ("2025-01-01T10+09", "2025-01-01T10:00:00+09:00"),
    ("2025-01-01T10:20:30.123456789123", "2025-01-01T10:20:30.123456789"),
  ])
  func `an ISO date is printed in its canonical form`(text: String, canonical: String) throws {
    let date = try #require(ISODate(text))
    #expect(date.description == canonical)
    #expect(ISODate(canonical) == date)
  }

  @Test func `days and civil dates agree for more than four hundred years`() {
    var expected = CivilTime(year: 1800, month: 1, day: 1)
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    for days in expected.daysSince1970..<CivilTime(year: 2250, month: 1, day: 1).daysSince1970 {
      guard CivilTime(daysSince1970: days) == expected, expected.daysSince1970 == days else {
        Issue.record("\(days) days are not \(expected)")
        return
      }
      let isLeap = expected.year % 4 == 0 && (expected.year % 100 != 0 || expected.year % 400 == 0)
      expected.day += 1
      if expected.day > lengths[expected.month - 1] + (isLeap && expected.month == 2 ? 1 : 0) {
        (expected.day, expected.month) = (1, expected.month + 1)
      }
      if expected.month > 12 { (expected.month, expected.year) = (1, expected.year + 1) }
    }
  }

  @Test func `the first day of 1970 is a Thursday`() {
    #expect((-4...4).map { CivilTime(daysSince1970: $0).weekday } == [0, 1, 2, 3, 4, 5, 6, 0, 1])
  }
}

extension String {
  fileprivate var hasTime: Bool { contains("T") }
}
