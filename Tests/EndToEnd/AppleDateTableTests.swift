// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The rows of "Match dates and times in a query string", on files with dates around today's.
struct AppleDateTableTests {
  private static let day = 86_400.0
  /// Weeks begin on Sunday and days in UTC, as for the tools under test.
  private static let calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    calendar.firstWeekday = 1
    return calendar
  }()

  /// The files were changed at noon of each of these days: every day around today, and some days of
  /// the last two years.
  private static let days = Array(-45...40) + stride(from: -50, through: -800, by: -5)

  @Test func `a period contains exactly its days`() throws {
    let user = try TestEnvironment()
    // Repeated if midnight passes while the tools run.
    var begin = Date.distantPast
    var rows: [(query: String, finds: [String])] = []
    repeat {
      begin = Self.calendar.startOfDay(for: Date())
      for day in Self.days {
        try user.write("d\(day)", "x")
        try user.setModified("d\(day)", begin + (Double(day) + 0.5) * Self.day)
      }
      try user.index()
      rows = try Self.rows(begin)
    } while Self.calendar.startOfDay(for: Date()) != begin
    try user.expect(rows)
  }

  private static func rows(_ today: Date) throws -> [(query: String, finds: [String])] {
    let name = "kMDItemFSContentChangeDate"
    func period(_ text: String, _ unit: Calendar.Component, _ offset: Int) throws -> [(query: String, finds: [String])] {
      let start = try #require(calendar.dateInterval(of: unit, for: today)).start
      let moment = try #require(calendar.date(byAdding: unit, value: offset, to: start))
      let interval = try #require(calendar.dateInterval(of: unit, for: moment))
      return [
        ("\(name) == $time.\(text)", files(today) { interval.start <= $0 && $0 < interval.end }),
        ("\(name) >= $time.\(text)", files(today) { interval.start <= $0 }),
        ("\(name) < $time.\(text)", files(today) { $0 < interval.start }),
      ]
    }
    let seconds = today.timeIntervalSinceReferenceDate
    let iso = Date.ISO8601FormatStyle().format(today - 0.5 * day)
    let periods: [(String, Calendar.Component, Int)] = [
      ("today", .day, 0), ("yesterday", .day, -1), ("today(-3)", .day, -3), ("today(+2)", .day, 2), ("today(-30d)", .day, -30),
      ("this_week", .weekOfYear, 0), ("last_week", .weekOfYear, -1), ("this_week(-2)", .weekOfYear, -2), ("this_month", .month, 0),
      ("this_month(-14)", .month, -14), ("this_year", .year, 0), ("this_year(-1)", .year, -1),
    ]
    let instants = [
      ("InRange(\(name), $time.today(-10), $time.today)", (-10 ... -1).map { "d\($0)" }),
      ("InRange(\(name), \(seconds), \(seconds + day))", ["d0"]), ("\(name) == \(seconds - day / 2)", ["d-1"]),
      ("\(name) == $time.iso(\(iso))", ["d-1"]), ("\(name) == \"$time.iso(\(iso))\"", ["d-1"]),
      ("\(name) == $time.iso(\(iso.dropLast())+00:00)", ["d-1"]), ("\(name) == $time.iso(\(iso.dropLast()))", ["d-1"]),
    ]
    return try (periods.flatMap(period) + instants).map { ("\($0.0) && kMDItemContentType != public.folder", $0.1) }
  }

  private static func files(_ today: Date, _ isIn: (Date) -> Bool) -> [String] {
    days.filter { isIn(today + (Double($0) + 0.5) * day) }.map { "d\($0)" }
  }

  @Test func `now is the present second, and an offset in seconds is added to it`() throws {
    let user = try TestEnvironment()
    let start = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
    // One file for each second of the next five minutes: one of them is from the second in which
    // the search begins.
    for second in 0..<300 {
      try user.write("s\(second)", "x")
      try user.setModified("s\(second)", start + Double(second) + 0.25)
    }
    try user.index()
    for (query, offset) in [("$time.now", 0), ("$time.now(60)", 60), ("$time.now(+60)", 60)] {
      let before = Int(Date().timeIntervalSince(start))
      // Excludes the folder, which changed when its last file was created.
      let found = try user.find("-literal", "kMDItemFSContentChangeDate == \(query) && kMDItemContentType != public.folder")
      let after = Int(Date().timeIntervalSince(start))
      #expect(found.count == 1 && (before...after).contains { found == ["s\($0 + offset)"] }, "\(query): \(found)")
    }
    #expect(
      try user.find("-literal", "InRange(kMDItemFSContentChangeDate, $time.now(-3600), $time.now(3600))").filter { $0.hasPrefix("s") }.count
        == 300)
  }

  @Test func `days and dates without a zone are in the user's time zone`() throws {
    let user = try TestEnvironment(files: ["summer": "x", "winter": "x"])
    user.timeZone = "America/New_York"
    // Both are before midnight in the user's zone, and in the next month in UTC.
    try user.setModified("summer", Date(timeIntervalSince1970: 1_782_876_600))  // 2026-06-30T23:30:00-04:00
    try user.setModified("winter", Date(timeIntervalSince1970: 1_769_920_200))  // 2026-01-31T23:30:00-05:00
    try user.index()
    let name = "kMDItemFSContentChangeDate"
    try user.expect(
      [
        ("\(name) == $time.iso(2026-06-30T23:30:00)", ["summer"]), ("\(name) == $time.iso(2026-01-31T23:30)", ["winter"]),
        ("\(name) == $time.iso(2026-07-01T03:30:00Z)", ["summer"]), ("\(name) == $time.iso(2026-02-01T05:30:00+01:00)", ["winter"]),
        ("\(name) >= $time.iso(2026-06-30) && \(name) < $time.iso(2026-07-01)", ["summer"]),
        ("InRange(\(name), $time.iso(2026-02-01T00:00:00), $time.iso(2026-07-01T00:00:00))", ["summer"]),
      ].map { ("\($0.0) && kMDItemContentType != public.folder", $0.1) })
    #expect(try user.find("-interpret", "modified:6/30/26") == ["summer"])
  }

  @Test func `the example with authors and dates`() throws {
    let user = try TestEnvironment()
    let today = Self.calendar.startOfDay(for: Date())
    for (name, author, days) in [
      ("tim", "Tim", -5), ("steve", "steve jobs", -8), ("late", "Tim", 2), ("early", "Steve", -12), ("other", "Timothy", -5),
    ] {
      try user.write("\(name).html", "<meta name=author content='\(author)'><p>text")
      try user.setModified("\(name).html", today + Double(days) * Self.day)
    }
    try user.index()
    try user.expect([
      (
        "(authorNames == \"Tim\"wc || authorNames == \"Steve\"wc) && InRange(kMDItemFSContentChangeDate,$time.today(-10),$time.today)",
        ["steve.html", "tim.html"]
      )
    ])
  }
}
