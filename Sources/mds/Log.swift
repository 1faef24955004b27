import CommandLine
import FileIndexing
import IndexStore
import Synchronization
import TextAnalysis

/// The daemon's log: lines on standard error, with a timestamp unless the journal adds one.
/// Unprintable characters are escaped, so that file names cannot forge lines.
final class Log: Sendable {
  private let tool: Tool
  private let isInJournal: Bool
  private let progress = Mutex(LoggedProgress())

  init(tool: Tool, environment: ToolEnvironment) {
    self.tool = tool
    isInJournal = environment.value(of: "JOURNAL_STREAM") != nil
  }

  func write(_ message: LogMessage) {
    tool.report(isInJournal ? "\(message)" : "\(Background.timestamp()) \(tool.name): \(message)", isBare: true)
  }

  func write(_ notice: Daemon.Notice) {
    switch notice {
    // mdutil -s shows the progress. A line for each step would fill the log.
    case .crawling, .reading: break
    // The service logs what does not work once, not after each attempt.
    case .waiting, .resumed, .workersStarted: break
    case .crawled, .coverage, .readingEnded: break
    case .watching(let names, let directories):
      write(
        """
        \(counted(names.entries, "name")) \(names.entries == 1 ? "is" : "are") up to date \
        (\(names.added) new, \(names.changed) changed, \(names.removed) removed); \(counted(directories, "folder")) watched
        """
      )
    case .idle(let contents), .refreshed(let contents):
      if let read = progress.withLock({ $0.add(contents, at: .now) }) { write("\(read)") }
    case .overflowed: write("the kernel dropped events; rescanning everything")
    case .redirected: write("a symbolic link to a root has changed; reloading the configuration")
    case .problem(let problem): write(problem)
    }
  }

  func write(_ notice: MaintenanceService.Notice) {
    switch notice {
    case .repaired(let done):
      write(
        """
        rebuilt a damaged part of the index: \(counted(done.documents, "name")), \(counted(done.texts, "text")); \
        \(counted(done.textsToRead, "text")) will be read again
        """
      )
    case .problem(let problem): write("\(problem)")
    case .woken, .mergeBegan, .mergeEnded: break
    }
  }
}
