// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import Synchronization
internal import SystemPlatform

/// Kills child processes, and reaps them.
///
/// A process that waits for a disk or a server ends only when that answers, which may be never. It is
/// left behind, and reaped when another one is killed after its end.
enum KilledProcesses {
  private static let left = Mutex<Set<Int32>>([])
  /// Any other process ends within a few milliseconds of processor time. In milliseconds.
  private static let patience: Int32 = 1000

  static func kill(_ process: Int32) {
    Signal.kill.send(to: process)
    let hasEnded = process_reap(process, patience) != 0
    left.withLock { left in
      left = left.filter { process_reap($0, 0) == 0 }
      if !hasEnded { left.insert(process) }
    }
  }

  /// Whether a process was left behind.
  static func isLeft(_ process: Int32) -> Bool { left.withLock { $0.contains(process) } }
}
