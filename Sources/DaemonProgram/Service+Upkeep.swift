// SPDX-License-Identifier: Apache-2.0

import CommandLine
import FileIndexing
import IndexStore
import LogMessages
import SystemPlatform
import Threading

/// The index that the daemons use: its damage, its loss and its maintenance.
extension Service {
  /// Sets the index aside if it is the reason why the daemon was restarted.
  ///
  /// A crash can have another cause, so the index is checked after the first one. If the check
  /// crashes, or the daemon does so again, the index is set aside unread.
  ///
  /// - Parameter restarts: How often the daemon was restarted after a crash.
  func examineIndex(restarts: Int) throws {
    guard restarts > 0 else { return }
    if restarts == 1 {
      log.write(.crashed, "\(path): the daemon crashed while it used the index; checking the index")
      do {
        guard let damage = try Store.open(path, .read).verifyCatalog().first else {
          return log.write(.checked, "\(path): the index is not damaged")
        }
        log.write(.damaged, "\(damage); setting it aside and rebuilding it")
      } catch {
        // What keeps the index from being opened is handled as at any start.
        return
      }
    } else {
      log.write(.crashed, "\(path): the daemon crashed again while it used the index; setting it aside and rebuilding it")
    }
    try Store.setAside(path)
  }

  /// Whoever deletes the whole index can do so in this time.
  private static let deletionTime = Duration.milliseconds(200)

  /// Takes the lock again if its file was deleted. If another daemon has it by now, this one ends.
  private func keepLock(of store: Store) {
    do {
      guard try publisher.isLockDeleted() else { return }
      sleep(for: Self.deletionTime)
      try store.checkFiles()
      guard try !publisher.takeLockAgain(path) else { return }
      log.write(.failed, "\(OtherDaemon(holder: try DaemonLock.holder(of: path)))")
      take(.stop)
    } catch {
      // A deleted folder is found as a loss of the index.
      if !error.isLossOfCatalog { log.write(.problem, "\(error)") }
    }
  }

  func perform(_ action: Recovery.Action, after error: some Error) throws {
    guard action == .fail || isHomeBack() else { return }
    if action != .fail, try !publisher.takeLockAgain(path) {
      throw OtherDaemon(holder: try DaemonLock.holder(of: path))
    }
    switch action {
    case .setAside:
      log.write(.damaged, "\(error); setting it aside and rebuilding it")
      endMaintenance()
      let trees = treesOfLostIndex()
      try Store.setAside(path)
      state.update { $0.lostTrees = trees }
    case .rescan:
      log.write(.damaged, "the index was replaced or deleted; rescanning everything")
      endMaintenance()
      // Perhaps only `CURRENT` is gone.
      let trees = treesOfLostIndex()
      state.update { $0.lostTrees = trees }
    case .retry(let delay):
      show(trouble: "\(error)")
      becomeReady()
      pause(for: delay)
    case .fail: throw error
    }
  }

  /// The trees in an index that is damaged or incomplete. If they cannot be read, the log says what that means.
  private func treesOfLostIndex() -> [[UInt8]] {
    if let trees = Store.treesOfLostIndex(path) { return trees }
    log.write(.damaged, "\(Store.unknownTrees)")
    return []
  }

  /// If the index belongs in the home folder, waits until there is one, or until the daemon has to end.
  /// If the home folder was renamed or its disk unmounted, an index created now would take its place.
  ///
  /// - Returns: Whether there is a home folder.
  func isHomeBack() -> Bool {
    guard let home = try? environment.home(), path.hasPrefix(home + "/") else { return true }
    while !Path(home).exists {
      show(trouble: "\(PrintableText.line(home)) is gone, and the index with it")
      becomeReady()
      if state.update({ $0.request }) == .stop { return false }
      sleep(for: Self.lookInterval)
    }
    return true
  }

  /// Time between looks for the home folder.
  private static let lookInterval = Duration.milliseconds(500)

  /// Ends the maintenance of an index that is replaced. The next daemon starts it again, and it then
  /// looks for files that the old index has left.
  private func endMaintenance() {
    state.update { state in state.maintenance.take() }?.finish()
    // Both threads may have found the damage.
    state.update { $0.damage = nil }
  }

  func startMaintenance() {
    guard state.update({ $0.maintenance == nil }) else { return }
    do {
      // That of a daemon ends with it.
      let store = try Store.open(path, .write(creating: false))
      try store.startWritingThread()
      let maintenance = try MaintenanceService(store, as: .daemon, gate: gate, liveness: liveness) { [self] notice in
        if case .woken = notice { return keepLock(of: store) }
        if case .quiet(let mayContinue) = notice { return translations.run(for: store, mayContinue: mayContinue) }
        publisher.note(.maintenance(notice))
        if case .problem(let problem) = notice, problem.isDamageOfCatalog || problem.isLossOfCatalog {
          return state.update { state in
            state.damage = problem
            state.daemon?.stop()
          }
        }
        // The threads of the daemon may have met the same, such as a full disk.
        if case .problem(let problem) = notice { return log(trouble: "\(problem)") }
        log.write(notice)
        switch notice {
        case .repaired(let summary), .foldedAgain(let summary):
          if summary.textsToRead > 0 { state.update { $0.daemon }?.lookForContents() }
        default: break
        }
      }
      let running = try maintenance.start()
      state.update { $0.maintenance = running }
    } catch {
      // Without a keeper, programs that write to the index maintain it as far as necessary.
      log.write(.problem, "\(error); the index is not maintained in the background")
    }
  }
}
