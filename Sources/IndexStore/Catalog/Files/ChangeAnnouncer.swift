// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// Tells other processes about commits through a small file that they watch with inotify
/// (`IN_MODIFY`).
final class ChangeAnnouncer: Sendable {
  private let path: String
  private let file = Mutex<Int32>(-1)

  init(path: String) { self.path = path }

  deinit {
    file.withLock { file in if file >= 0 { close(file) } }
  }

  /// Writes the number of a commit into the file.
  ///
  /// Errors are ignored: the commit is already done, and a failed announcement cannot undo it.
  func announce(_ transaction: UInt64) {
    file.withLock { file in
      if file < 0 { file = (try? openOrReplaceFile(path, O_WRONLY | O_CREAT)) ?? -1 }
      var number = transaction.littleEndian
      unsafe pwrite(file, &number, MemoryLayout<UInt64>.size, 0)
    }
  }
}
