// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import SystemPlatform

/// Reports that file systems were mounted or unmounted, and where. proc_pid_mountinfo(5)
final class MountWatch: Sendable {
  /// Is ready for `POLLPRI` after a change, until it is polled; -1 if there is no `/proc`. poll(2)
  var descriptor: Int32 { file.rawValue }
  private let file: OwnedDescriptor
  private let table: MountTable
  private let changes = MountChanges()

  init(_ table: MountTable = .shared) {
    self.table = table
    file = MountTable.open()
    table.report(to: changes)
  }

  deinit { table.stopReporting(to: changes) }

  /// The directories on which file systems were mounted or unmounted since the last call, or since this watch
  /// began. Those on which one was mounted and unmounted meanwhile are among them if anybody has asked the
  /// table in between, as a crawl does that enters one.
  func takeChanged() -> Set<[UInt8]> {
    _ = table.mounts
    return changes.take()
  }
}

/// The mount points that have changed since they were last taken.
final class MountChanges: Sendable {
  private let points = Mutex<Set<[UInt8]>>([])

  func add(_ changed: some Sequence<[UInt8]>) { points.withLock { $0.formUnion(changed) } }

  func take() -> Set<[UInt8]> {
    points.withLock { points in
      defer { points = [] }
      return points
    }
  }
}
