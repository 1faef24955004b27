import CSystemd
import FileIndexing
import Glibc
import Synchronization
import TextAnalysis

/// Reports the state of the daemon to the service manager, if it wants to know, by systemd's
/// protocol; see sd_notify(3).
///
/// `systemctl --user status searchlight` shows the reports. There is no timer: progress is reported
/// when it happens, and the last report is always sent.
final class ServiceStatus: Sendable {
  private struct State {
    var text = ""
    /// The time of the last progress report.
    var told: ContinuousClock.Instant?
    var hasFailed = false
  }

  /// Minimum time between two progress reports.
  private static let interval = Duration.seconds(1)

  private let state = Mutex(State())
  private let report: @Sendable (String) -> Void

  /// - Parameter report: Called once if the service manager cannot be reached.
  init(report: @escaping @Sendable (String) -> Void) { self.report = report }

  /// The index is open and the daemon is ready. Also ends ``reloading()``.
  func ready() { state.withLock { send("READY=1", in: &$0) } }

  /// The daemon is reloading the configuration.
  func reloading() { state.withLock { send("RELOADING=1\nMONOTONIC_USEC=\(service_time())", in: &$0) } }

  /// The daemon is stopping.
  func stopping() { state.withLock { send("STOPPING=1", in: &$0) } }

  func show(_ notice: Daemon.Notice) {
    switch notice {
    case .crawling(let names): show("\(counted(names.entries, "name", isGrouped: true)) listed", isProgress: true)
    case .watching(let names, let directories):
      show(
        "\(counted(names.entries, "name", isGrouped: true)) \(names.entries == 1 ? "is" : "are") up to date, "
          + "\(counted(directories, "folder", isGrouped: true)) watched")
    case .reading(let contents):
      show("\(contents.done.grouped) of \(counted(contents.total, "file", isGrouped: true)) read", isProgress: true)
    case .idle: show("Everything is indexed")
    case .overflowed: show("The kernel dropped events; rescanning everything")
    case .redirected, .workersStarted: break
    // A problem may concern only one folder, and all problems are in the log. Other files may be left
    // to read.
    case .problem, .refreshed: break
    case .waiting(let reason): show(PrintableText.line(reason))
    case .resumed: show("Working again")
    }
  }

  private func show(_ text: String, isProgress: Bool = false) {
    state.withLock { state in
      guard text != state.text else { return }
      if isProgress {
        let now = ContinuousClock.now
        if let told = state.told, now - told < Self.interval { return }
        state.told = now
      }
      state.text = text
      send("STATUS=\(text)", in: &state)
    }
  }

  /// Called under the lock, so that the last report describes the latest state.
  private func send(_ message: String, in state: inout State) {
    let result = unsafe sd_notify(0, message)
    guard result < 0, !state.hasFailed else { return }
    state.hasFailed = true
    report("cannot report progress to the service manager: \(unsafe String(cString: strerror(-result)))")
  }
}
