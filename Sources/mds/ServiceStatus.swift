import CSystemd
import FileIndexing
import Glibc
import Synchronization

/// Tells the service manager how far the daemon is, where one started it and wants to know: systemd's protocol, sd_notify(3).
///
/// What it tells is seen with `systemctl --user status searchlight`. No timer runs: progress is told when there is some, and what comes last is
/// always told.
final class ServiceStatus: Sendable {
  private struct State {
    var text = ""
    /// When progress was told last.
    var told: ContinuousClock.Instant?
    var hasFailed = false
  }

  /// Progress is told at most so often.
  private static let interval = Duration.seconds(1)

  private let state = Mutex(State())
  private let report: @Sendable (String) -> Void

  /// - Parameter report: Told once when the service manager cannot be reached.
  init(report: @escaping @Sendable (String) -> Void) { self.report = report }

  /// The index is open, and requests are answered. Also ends ``reloading()``.
  func ready() { state.withLock { send("READY=1", in: &$0) } }

  /// The configuration is being read again.
  func reloading() { state.withLock { send("RELOADING=1\nMONOTONIC_USEC=\(service_time())", in: &$0) } }

  /// The daemon ends.
  func stopping() { state.withLock { send("STOPPING=1", in: &$0) } }

  func show(_ notice: Daemon.Notice) {
    switch notice {
    case .crawling(let names): show("\(names.entries.grouped) names listed", isProgress: true)
    case .watching(let names, let directories):
      show("\(names.entries.grouped) names are up to date, \(directories.grouped) folders watched")
    case .reading(let contents): show("\(contents.done.grouped) of \(contents.total.grouped) files read", isProgress: true)
    case .idle: show("Everything is indexed")
    case .overflowed: show("The kernel dropped events; rescanning everything")
    // Some concern one folder, and all are in the log.
    case .problem: break
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

  /// Under the lock, so that what is told last is the last that happened.
  private func send(_ message: String, in state: inout State) {
    let result = unsafe sd_notify(0, message)
    guard result < 0, !state.hasFailed else { return }
    state.hasFailed = true
    report("cannot report progress to the service manager: \(unsafe String(cString: strerror(-result)))")
  }
}

extension Int {
  /// `1,234,567`
  fileprivate var grouped: String {
    let digits = Array(String(magnitude))
    let groups = stride(from: digits.count, to: 0, by: -3).map { end in String(digits[Swift.max(end - 3, 0)..<end]) }
    return (self < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
  }
}
