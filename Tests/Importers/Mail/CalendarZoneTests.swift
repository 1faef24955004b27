// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Foundation
import ImporterSupport
import MailImporter
import Testing

/// Times in the zones that programs write into calendars.
@Suite struct CalendarZoneTests {
  private func event(_ properties: String, zones: String = "", kind: String = "VEVENT") throws -> CSSearchableItemAttributeSet {
    let text = "BEGIN:VCALENDAR\r\n\(zones)BEGIN:\(kind)\r\nSUMMARY:S\r\n\(properties)\r\nEND:\(kind)\r\nEND:VCALENDAR\r\n"
    return try MediaImport(MailImporter(), Bytes.text(text), type: "com.apple.ical.ics").attributes
  }

  private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  private func zone(_ name: String, standard: String, daylight: String = "", other: String = "") -> String {
    let part = { (kind: String, lines: String) in lines.isEmpty ? "" : "BEGIN:\(kind)\r\n\(lines)\r\nEND:\(kind)\r\n" }
    return "BEGIN:VTIMEZONE\r\nTZID:\(name)\r\n\(other)" + part("STANDARD", standard) + part("DAYLIGHT", daylight) + "END:VTIMEZONE\r\n"
  }

  @Test(arguments: [
    "Europe/Berlin", "W. Europe Standard Time", "w. europe standard time", "/mozilla.org/20050126_1/Europe/Berlin",
    "/freeassociation.sourceforge.net/Europe/Berlin", "/freeassociation.sourceforge.net/Tzfile/Europe/Berlin",
    "/citadel.org/20250101_1/Europe/Berlin",
    "\"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna\"", "(GMT+01.00) Paris / Berlin, Vienna",
  ])
  func `a zone is known by the names of all programs`(name: String) throws {
    #expect(try event("DTSTART;TZID=\(name):20140701T153850").startDate == date("2014-07-01T13:38:50Z"))
    #expect(try event("DTSTART;TZID=\(name):20140101T153850").startDate == date("2014-01-01T14:38:50Z"))
  }

  @Test(arguments: [
    ("Eastern Standard Time", "2014-07-01T19:38:50Z"), ("Tokyo Standard Time", "2014-07-01T06:38:50Z"), ("UTC", "2014-07-01T15:38:50Z"),
    ("India Standard Time", "2014-07-01T10:08:50Z"), ("tzone://Microsoft/Utc", "2014-07-01T15:38:50Z"),
    ("/mozilla.org/20070129_1/America/Argentina/Salta", "2014-07-01T18:38:50Z"),
  ])
  func `zones of Windows and others are those of the database`(name: String, expected: String) throws {
    #expect(try event("DTSTART;TZID=\(name):20140701T153850").startDate == date(expected))
  }

  @Test func `a zone is what the file defines it to be`() throws {
    let zones =
      zone(
        "Customized Time Zone",
        standard: "DTSTART:16010101T030000\r\nTZOFFSETFROM:+0500\r\nTZOFFSETTO:+0400\r\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
        daylight: "DTSTART:16010101T020000\r\nTZOFFSETFROM:+0400\r\nTZOFFSETTO:+0500\r\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3")
      + zone("South", standard: "DTSTART:20000101T000000\r\nTZOFFSETFROM:-0300\r\nTZOFFSETTO:-0330") + zone("Empty", standard: "")
      + zone("Named", standard: "DTSTART:16010101T000000\r\nTZOFFSETTO:+0100\r\nTZOFFSETFROM:+0100", other: "X-LIC-LOCATION:Asia/Tokyo\r\n")
      + zone(
        "Second Sunday",
        standard: "DTSTART:20071104T020000\r\nTZOFFSETFROM:-0400\r\nTZOFFSETTO:-0500\r\nRRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU",
        daylight: "DTSTART:20070311T020000\r\nTZOFFSETFROM:-0500\r\nTZOFFSETTO:-0400\r\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU")
    for (name, time, expected) in [
      ("Customized Time Zone", "20140701T120000", "2014-07-01T07:00:00Z"),
      ("Customized Time Zone", "20140101T120000", "2014-01-01T08:00:00Z"),
      // The last Sunday of March was the thirtieth.
      ("Customized Time Zone", "20140330T015959", "2014-03-29T21:59:59Z"),
      ("Customized Time Zone", "20140330T030000", "2014-03-29T22:00:00Z"),
      ("Customized Time Zone", "20141026T040000", "2014-10-26T00:00:00Z"),
      ("South", "20140701T120000", "2014-07-01T15:30:00Z"), ("South", "19990701T120000", "1999-07-01T15:00:00Z"),
      ("Named", "20140701T120000", "2014-07-01T03:00:00Z"),
      ("Second Sunday", "20140309T120000", "2014-03-09T16:00:00Z"), ("Second Sunday", "20140308T120000", "2014-03-08T17:00:00Z"),
      ("Second Sunday", "20141102T120000", "2014-11-02T17:00:00Z"),
    ] {
      #expect(try event("DTSTART;TZID=\(name):\(time)", zones: zones).startDate == date(expected), "\(name) \(time)")
    }
    #expect(try event("DTSTART;TZID=Empty:20140701T120000", zones: zones).startDate == event("DTSTART:20140701T120000").startDate)
  }

  @Test func `an entry without an end lasts as long as its duration`() throws {
    let start = "DTSTART:20140701T120000Z\r\n"
    for (duration, expected) in [
      ("PT1H30M", "2014-07-01T13:30:00Z"), ("P1DT2H", "2014-07-02T14:00:00Z"), ("P2W", "2014-07-15T12:00:00Z"),
      ("-PT15M", "2014-07-01T11:45:00Z"),
      ("PT90S", "2014-07-01T12:01:30Z"),
    ] {
      #expect(try event(start + "DURATION:\(duration)").endDate == date(expected))
    }
    #expect(try event(start + "DTEND:20140701T130000Z\r\nDURATION:PT5H").endDate == date("2014-07-01T13:00:00Z"))
    // The clock goes back in between.
    let autumn = try event("DTSTART;TZID=Europe/Berlin:20141025T120000\r\nDURATION:P1D").endDate
    #expect(try autumn == date("2014-10-26T11:00:00Z"))
    for duration in ["", "P", "PT", "1H", "P99999999999D", "PT999999999999H"] {
      #expect(try event(start + "DURATION:\(duration)").endDate == nil || ["P", "PT"].contains(duration))
    }
    let task = try event(start + "DURATION:PT1H", kind: "VTODO")
    #expect(try task.dueDate == date("2014-07-01T13:00:00Z"))
    #expect(task.endDate == nil)
  }

  @Test(arguments: [
    "DTSTART;TZID=:20140701T120000", "DTSTART;TZID=(:20140701T120000", "DTSTART;TZID=/:20140701T120000", "DTSTART:20140231", "DTSTART:x",
    "DTSTART;TZID=(UTC) :20140701T120000",
  ])
  func `odd zones and days do no harm`(line: String) throws { _ = try event(line) }
}
