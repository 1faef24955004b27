// SPDX-License-Identifier: Apache-2.0

import CommandLine
import FileIndexing
import IndexStore
import LogMessages
import SystemPlatform
import Threading

/// What users and other programs ask for: by signals, and through the message bus.
extension Service {
  /// Starts the thread that takes signals. It lives as long as the process.
  func takeSignals() throws {
    try Thread.start { [self] in
      while true {
        let rest = state.update { $0.pauses.rest }
        if let request = SignalRequest.next(within: rest) { take(request) } else { changePauses { $0.user = .none } }
      }
    }.detach()
  }

  /// Serves other programs of the user's session, if there is a message bus.
  func serveBus() {
    do {
      try bus.start(
        ControlBus.Actions(
          pause: { [self] number, reason in changePauses { $0.programs[number] = reason } },
          resume: { [self] number in changePauses { $0.programs[number] = nil } }, reload: { [self] in take(.reload) },
          count: { [path] in
            do throws(StoreError) {
              return try Store.open(path, .read).read { snapshot throws(StoreError) in
                (UInt64(try snapshot.pendingCounts().reachable), UInt64(try snapshot.counts()[.failed]))
              }
            } catch {
              // Without an index, nothing is known of its documents.
              return (0, 0)
            }
          }))
    } catch {
      log.write(.problem, "\(error); programs cannot control the daemon through the message bus")
    }
  }

  func take(_ request: SignalRequest) {
    switch request {
    case .reload: status.reloading()
    case .stop:
      status.stopping()
      publisher.note(.activity(.stopped))
    case .pause(let duration): return changePauses { $0.user = Pauses.Pause(duration) }
    case .resume: return changePauses { $0 = Pauses() }
    }
    state.update { state in
      if state.request != .stop { state.request = request }
      state.daemon?.stop()
    }
    if request == .stop { endLater() }
  }

  /// Time in which the daemon ends by itself after it was asked to.
  private static let gracePeriod = Duration.milliseconds(1500)

  /// Ends the process if it still runs after ``gracePeriod``. A thread may wait for a file system or
  /// for a suspended process that never answers. The end is safe at any time: the index then lacks
  /// only what was not committed, and the next daemon indexes it again.
  private func endLater() {
    sleep(for: Self.gracePeriod)
    endProcessAtOnce(status: 0)
  }

  /// Begins or ends pauses of bulk work.
  private func changePauses(_ change: (inout Pauses) -> Void) {
    let daemon = state.update { state -> Daemon? in
      let wasPaused = state.pauses.isPaused
      change(&state.pauses)
      let (isPaused, pause) = (state.pauses.isPaused, state.pauses.published)
      if isPaused != wasPaused { log.write(isPaused ? .paused : .resumed, "\(pause?.description ?? "resumed")") }
      gate.setPaused(isPaused)
      publisher.note(.paused(pause))
      return isPaused ? state.daemon : nil
    }
    daemon?.releaseWorkers()
  }
}
