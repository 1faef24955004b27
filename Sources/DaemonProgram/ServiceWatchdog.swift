// SPDX-License-Identifier: Apache-2.0

import CSystemd
import FileIndexing
import LogMessages
import SystemPlatform
import Threading

/// Tells the service manager that the daemon is alive, so that it restarts one that hangs; see `WatchdogSec=` in systemd.service(5).
///
/// The service manager's timer runs only while there is work, so an idle daemon need not wake up to
/// restart it.
struct ServiceWatchdog {
  /// Time between two looks at the progress: short enough that the timer does not run out, and that
  /// an idle daemon soon sleeps.
  private static let maximumInterval = Duration.seconds(10)

  private let timeout: Duration
  private let status: ServiceStatus
  private let liveness: Liveness
  private let log: Log

  /// - Returns: `nil` if the service manager does not watch this process.
  init?(_ status: ServiceStatus, _ liveness: Liveness, _ log: Log) {
    var microseconds: UInt64 = 0
    guard unsafe sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
    timeout = .microseconds(Int64(clamping: microseconds))
    self.status = status
    self.liveness = liveness
    self.log = log
  }

  /// Starts a thread that lives as long as the process.
  func start() throws { try Thread.start(run).detach() }

  private func run() {
    while true {
      status.setWatchdog(timeout)
      repeat {
        sleep(for: min(Self.maximumInterval, timeout / 4))
        if let task = liveness.hangingTask(limit: timeout) {
          log.write(.hanging, "no progress for \(timeout.components.seconds) s while \(task.rawValue); the service manager restarts mds")
          return status.triggerWatchdog()
        }
        status.keepAlive()
      } while liveness.isAtWork
      status.setWatchdog(nil)
      liveness.awaitWork()
    }
  }
}
