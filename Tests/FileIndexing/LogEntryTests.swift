// SPDX-License-Identifier: Apache-2.0

import Foundation
import IndexStore
import LogMessages
import Testing

@testable import FileIndexing
import SystemPlatform

struct LogEntryTests {
  private let redaction = PathRedaction { _ in false }
  private let secret = Array("/home/u/Divorce".utf8)

  @Test func `an entry for current names has its counts as fields`() throws {
    var summary = CrawlSummary()
    (summary.entries, summary.added, summary.changed, summary.removed) = (1200, 3, 2, 1)
    let entry = try #require(LogEntry(Daemon.Notice.watching(summary, directories: 40)))
    let message = "1200 names are up to date (3 new, 2 changed, 1 removed); 40 folders watched"
    #expect(
      entry.journalFields(redaction) == [
        "MESSAGE=\(message)", "PRIORITY=6", "SYSLOG_IDENTIFIER=mds", "SEARCHLIGHT_EVENT=watching", "SEARCHLIGHT_NAMES=1200",
        "SEARCHLIGHT_ADDED=3", "SEARCHLIGHT_CHANGED=2", "SEARCHLIGHT_REMOVED=1", "SEARCHLIGHT_FOLDERS=40",
      ])
  }

  @Test func `an entry for a problem has the number of the error, and no path`() throws {
    let error = SystemError(code: .permissionDenied, call: "openat", path: Path(secret))
    let entry = try #require(LogEntry(Daemon.Notice.problem("\(CrawlProblem(path: secret, reason: .unreadable(error)))")))
    let number = redaction.replacement(for: secret)
    #expect(
      entry.journalFields(redaction) == [
        "MESSAGE=\(number): Permission denied (openat)", "PRIORITY=4", "SYSLOG_IDENTIFIER=mds", "SEARCHLIGHT_EVENT=problem", "ERRNO=13",
      ])
    #expect(entry.journalFields(nil).first == "MESSAGE=/home/u/Divorce: Permission denied (openat)")
  }

  @Test func `entries for contents and repairs have their counts`() throws {
    let read = LogEntry(ContentProgress(done: 5, failed: 2, partial: 1))
    #expect(read.journalFields(nil).suffix(3) == ["SEARCHLIGHT_FILES=5", "SEARCHLIGHT_PARTIAL=1", "SEARCHLIGHT_FAILED=2"])
    #expect(read.text(nil) == "5 files read, 1 of them in part, 2 failed")
    let searched = LogEntry(RecognitionProgress(files: 40, filesWithText: 9, failed: 1))
    #expect(searched.journalFields(nil).suffix(3) == ["SEARCHLIGHT_FILES=40", "SEARCHLIGHT_FAILED=1", "SEARCHLIGHT_TEXTS=9"])
    #expect(searched.text(nil) == "searched for text in 40 pictures and scans: 9 have text, 1 cannot be read")
    let full = try #require(LogEntry(MaintenanceService.Notice.problem(.diskFull(path: "/index"))))
    #expect(full.journalFields(redaction).last == "ERRNO=28")
    #expect(full.text(redaction).hasPrefix("/index: no space left"))
  }

  @Test func `the manual lists all events and counts`() throws {
    let path = #filePath.replacing("Tests/FileIndexing/LogEntryTests.swift", with: "Documentation/man/mds.1")
    let manual = try String(contentsOfFile: path, encoding: .utf8)
    for event in LogEntry.Event.allCases { #expect(manual.contains(".B \(event.rawValue)\n"), "\(event)") }
    for count in LogEntry.Count.allCases {
      let name = "SEARCHLIGHT_\(count.rawValue.uppercased())"
      #expect(manual.firstMatch(of: try Regex("\(name)\\b")) != nil, "\(name)")
    }
  }
}
