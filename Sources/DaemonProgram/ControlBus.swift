// SPDX-License-Identifier: Apache-2.0

import FileIndexing
import MessageBus
import Synchronization
import Threading

/// The daemon's object on the message bus of the user's session. It shows programs what the daemon
/// does, and lets them pause it; see mds(1).
///
/// sd-bus is for one thread, so a thread of its own has the connection. It sleeps unless there is a
/// message or a change. Without a bus, there is no object.
final class ControlBus: Sendable {
  /// What properties show.
  struct Report: Equatable {
    var state = ""
    var activity = ""
    var lastError = ""
  }

  /// What methods do. Called on the thread of the connection.
  struct Actions: Sendable {
    /// Begins the pause of a program.
    let pause: @Sendable (_ number: UInt32, _ reason: String) -> Void
    let resume: @Sendable (_ number: UInt32) -> Void
    let reload: @Sendable () -> Void
    /// Number of documents whose content is to be read, and of those that could not be read.
    let count: @Sendable () -> (pending: UInt64, failed: UInt64)
  }

  private let report = Mutex(Report())
  private let changes: ChangeSignal?
  private let log: @Sendable (String) -> Void

  /// - Parameter log: Called if another program has the name, or the connection ends.
  init(log: @escaping @Sendable (String) -> Void) {
    changes = ChangeSignal()
    self.log = log
  }

  /// Publishes a new report.
  func show(_ new: Report) {
    let isNew = report.withLock { report in
      defer { report = new }
      return report != new
    }
    if isNew { changes?.send() }
  }

  /// Connects to the bus, and serves it until the connection ends. Does nothing without a bus.
  func start(_ actions: Actions) throws {
    guard let changes else { return }
    try Thread.start { [self] in
      let connection: ControlConnection?
      do throws(BusFailure) {
        connection = try ControlConnection(actions) { [self] in report.withLock { $0 } }
      } catch {
        return log("\(error); programs cannot control mds through the message bus")
      }
      guard let connection else { return }
      let failure = connection.serve(until: changes)
      log("\(failure); programs can no longer control mds through the message bus")
    }.detach()
  }
}
