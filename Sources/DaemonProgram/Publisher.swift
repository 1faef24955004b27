// SPDX-License-Identifier: Apache-2.0

import FileIndexing
import IndexStore
import LogMessages
import Synchronization
import SystemPlatform

/// Publishes what the daemon reports about itself: in the file of its lock, where `mdutil -s` reads
/// it, to the service manager, and on the message bus.
///
/// There is no timer: a report is published when something happens. Changes of the state are
/// published at once, and progress at most once a second.
final class Publisher: Sendable {
  private struct State {
    var report = DaemonReport()
    /// The facts that were published last.
    var facts: [String: String] = [:]
    var published = ContinuousClock.now
  }

  private static let interval = Duration.seconds(1)

  private let lock: DaemonLock
  private let status: ServiceStatus
  private let bus: ControlBus
  private let log: Log
  private let state = Mutex(State())

  init(lock: consuming DaemonLock, status: ServiceStatus, bus: ControlBus, log: Log) {
    self.lock = lock
    self.status = status
    self.bus = bus
    self.log = log
    state.withLock { publish(&$0) }
  }

  func note(_ event: DaemonReport.Event) {
    state.withLock { state in
      state.report.note(event, at: .now, time: UnixTime.now)
      publish(&state)
    }
  }

  /// Whether the file of the daemon's lock was deleted.
  func isLockDeleted() throws(StoreError) -> Bool { try lock.isDeleted() }

  /// Takes the daemon's lock again if its file was deleted, and publishes the report in it.
  ///
  /// - Returns: `false` if another process holds the lock by now.
  func takeLockAgain(_ store: String) throws(StoreError) -> Bool {
    guard try lock.isDeleted() else { return true }
    guard try lock.takeAgainIfDeleted(store) else { return false }
    state.withLock { state in
      state.facts = [:]
      publish(&state)
    }
    return true
  }

  /// Called under the lock, so that the last report is that of the latest state.
  private func publish(_ state: inout State) {
    let facts = state.report.facts
    let changed = Set(facts.keys).union(state.facts.keys).filter { facts[$0] != state.facts[$0] }
    guard !changed.isEmpty else { return }
    if changed.isSubset(of: DaemonReport.progress), .now - state.published < Self.interval { return }
    state.facts = facts
    state.published = .now
    if let report = PublishedReport(facts, at: UnixTime.now) {
      status.show(report.activity)
      bus.show(ControlBus.Report(state: report.state.rawValue, activity: report.activity, lastError: facts["trouble"] ?? ""))
    }
    do throws(StoreError) {
      try lock.record(facts)
    } catch {
      // Without space on the disk, only the log has it.
      if case .diskFull = error { return }
      log.write(.problem, "\(error)")
    }
  }
}
