// SPDX-License-Identifier: Apache-2.0

import CommandLine
import FileIndexing
import LogMessages
import Synchronization
import UniformTypeIdentifiers

/// The daemon's log: entries of the systemd journal if standard error leads there, and otherwise
/// lines on standard error with a timestamp.
///
/// Others than the user may read the journal, and it is kept for long, so paths of files are
/// redacted there.
final class Log: Sendable {
  private let tool: Tool
  /// `nil` if standard error leads elsewhere.
  private let journal: Journal?
  private let redaction = PathRedaction { name in
    let fileName = Array("name.\(name)".utf8)
    return TypeDatabase.shared.typeIndex(forFileName: fileName.span) != nil
  }
  private let showsPaths = Atomic(false)
  private let progress = Mutex(LoggedProgress())
  private let recognition = Mutex(LoggedRecognition())

  init(tool: Tool, environment: ToolEnvironment) {
    self.tool = tool
    journal = Journal(stream: environment.value(of: "JOURNAL_STREAM"))
  }

  /// Changes whether the journal gets paths.
  func setShowsPaths(_ showsPaths: Bool) { self.showsPaths.store(showsPaths, ordering: .relaxed) }

  func write(_ entry: LogEntry) {
    guard let journal else { return tool.report("\(Background.timestamp()) \(tool.name): \(entry.text(nil))", isBare: true) }
    let redaction = showsPaths.load(ordering: .relaxed) ? nil : redaction
    if !journal.send(entry.journalFields(redaction)) { tool.report(entry.text(redaction), isBare: true) }
  }

  func write(_ event: LogEntry.Event, _ message: LogMessage) { write(LogEntry(event, message)) }

  func write(_ notice: Daemon.Notice) {
    if let entry = LogEntry(notice) { write(entry) }
    switch notice {
    case .idle(let contents), .refreshed(let contents):
      if let read = progress.withLock({ $0.add(contents, at: .now) }) { write(LogEntry(read)) }
    case .searchedPictures(let pictures):
      if let searched = recognition.withLock({ $0.add(pictures, at: .now) }) { write(LogEntry(searched)) }
    default: break
    }
  }

  func write(_ notice: MaintenanceService.Notice) { if let entry = LogEntry(notice) { write(entry) } }

  /// Logs an error, and ends the daemon.
  func fail(_ error: any Error) -> Never {
    if journal == nil { tool.fail("\(error)") }
    write(.failed, "\(error)")
    tool.exitForFailure()
  }
}
