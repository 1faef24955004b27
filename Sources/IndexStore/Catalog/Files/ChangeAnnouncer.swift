// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import SystemPlatform

/// Tells other processes about commits through a small file that they watch with inotify
/// (`IN_MODIFY`).
final class ChangeAnnouncer: Sendable {
  private let path: String
  private let file = Mutex<OwnedDescriptor?>(nil)

  init(path: String) { self.path = path }

  /// Writes the number of a commit into the file.
  ///
  /// Errors are ignored: the commit is already done, and a failed announcement cannot undo it.
  func announce(_ transaction: UInt64) {
    file.withLock { file in
      do {
        if file == nil { file = try openOrReplaceFile(path, [.write, .create]) }
        try file?.file.write(littleEndian(transaction), at: 0)
      } catch {}
    }
  }
}
