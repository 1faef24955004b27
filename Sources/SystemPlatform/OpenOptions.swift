// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// How a file is opened. Programs that this process starts never inherit it. open(2)
package struct OpenOptions: OptionSet, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// For reading only, like no option at all.
  package static let read: OpenOptions = []
  /// For writing only.
  package static let write = OpenOptions(rawValue: O_WRONLY)
  package static let readAndWrite = OpenOptions(rawValue: O_RDWR)
  /// Creates a file if there is none.
  package static let create = OpenOptions(rawValue: O_CREAT)
  /// Creates a file, and fails with `Errno.fileExists` if there is something.
  package static let createNew = OpenOptions(rawValue: O_CREAT | O_EXCL)
  /// Removes the content.
  package static let truncate = OpenOptions(rawValue: O_TRUNC)
  /// Waits for no other process: not for the writer of a FIFO, and not in later calls.
  package static let nonBlocking = OpenOptions(rawValue: O_NONBLOCK)
  /// Fails with `Errno.notDirectory` if it is not a folder.
  package static let directory = OpenOptions(rawValue: O_DIRECTORY)
  /// Fails with `Errno.tooManyLinks` if it is a symbolic link.
  package static let noFollow = OpenOptions(rawValue: O_NOFOLLOW)
  /// A terminal does not become that of the process.
  package static let noTerminal = OpenOptions(rawValue: O_NOCTTY)
  /// Only to name the file in other calls, for which it need not be readable. `O_PATH`, which Glibc defines only with `_GNU_SOURCE`
  package static let onlyPath = OpenOptions(rawValue: 0o10000000)
  /// Reading does not change the access time. Fails with `Errno.notPermitted` for files of other users. `O_NOATIME`, which Glibc defines
  /// only with `_GNU_SOURCE`
  package static let keepAccessTime = OpenOptions(rawValue: 0o1000000)
}

extension OwnedDescriptor {
  /// Opens a file or folder. open(2), openat(2)
  ///
  /// - Parameters:
  ///   - permissions: Those of a file that is created; the process's mask takes some away.
  ///   - folder: Where a relative path begins.
  package init(
    opening path: Path, _ options: OpenOptions = .read, permissions: UInt32 = 0o600, in folder: FileDescriptor = .workingFolder
  ) throws(SystemError) {
    let flags = options.rawValue | O_CLOEXEC
    let number = unsafe path.withCString { name in
      retryingInterrupted { unsafe openat(folder.rawValue, name, flags, permissions) }
    }
    guard number >= 0 else { throw .current("open", path: path) }
    self.init(owning: number)
  }
}
