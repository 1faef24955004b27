// SPDX-License-Identifier: Apache-2.0

import CSystemd
import LogMessages
import Synchronization
import SystemPlatform

/// Reports the state of the daemon to the service manager, if it wants to know, by systemd's
/// protocol; see sd_notify(3).
///
/// `systemctl --user status searchlight` shows the reports.
final class ServiceStatus: Sendable {
  private struct State {
    var hasFailed = false
  }

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

  /// - Parameter timeout: The service manager restarts the daemon if ``keepAlive()`` is not called within this time; `nil` for no
  ///   limit.
  func setWatchdog(_ timeout: Duration?) {
    let microseconds = timeout.map { $0 / .microseconds(1) } ?? 0
    state.withLock { send("WATCHDOG_USEC=\(Int(microseconds))", in: &$0) }
  }

  /// Restarts the time of the watchdog.
  func keepAlive() { state.withLock { send("WATCHDOG=1", in: &$0) } }

  /// The daemon hangs. The service manager restarts it at once.
  func triggerWatchdog() { state.withLock { send("WATCHDOG=trigger", in: &$0) } }

  /// - Parameter activity: What the daemon does, on one line.
  func show(_ activity: String) {
    let text = PrintableText.line(activity)
    state.withLock { send("STATUS=\(text.prefix(1).uppercased())\(text.dropFirst())", in: &$0) }
  }

  /// Called under the lock, so that the last report describes the latest state.
  private func send(_ message: String, in state: inout State) {
    let result = unsafe sd_notify(0, message)
    guard result < 0, !state.hasFailed else { return }
    state.hasFailed = true
    report("cannot report progress to the service manager: \(Errno(-result))")
  }
}
