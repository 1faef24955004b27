// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemPlatform

/// A process that holds the write lock of an environment while others wait.
package struct LockHolder: Sendable, Equatable {
  /// The environment's folder.
  package let environment: String
  /// `nil` if the process is not visible from here, for example in another PID namespace.
  package let process: Process?

  package struct Process: Sendable, Equatable {
    package let number: Int32
    /// The command name (comm in proc(5)), which the process may have chosen itself.
    package let name: String
    package let state: State
  }

  package enum State: Character, Sendable {
    case running = "R", sleeping = "S", waitingForDisk = "D", stopped = "T", traced = "t", ended = "Z"
  }

  /// - Parameter owner: Thread ID of the holder of the lock.
  init(_ owner: Int32, of lock: WriteLock) {
    environment = lock.environment
    process = Process(thread: owner, using: lock.path)
  }
}

extension LockHolder.Process {
  /// - Returns: `nil` if there is no such thread, or if its process has not mapped the file: then
  ///   the number belongs to another PID namespace.
  fileprivate init?(thread: Int32, using file: String) {
    guard let status = ReadableFile.kernelText("/proc/\(thread)/status"),
      let number = Self.field("Tgid", in: status).flatMap({ Int32($0) }),
      let state = Self.field("State", in: status)?.first.flatMap(LockHolder.State.init), Self.uses(file, number),
      let name = ReadableFile.kernelText("/proc/\(number)/comm")
    else { return nil }
    (self.number, self.state) = (number, state)
    self.name = String(name.dropLast())
  }

  /// The value of a line `Name:\tvalue`.
  private static func field(_ name: String, in status: String) -> Substring? {
    status.split(separator: "\n").first { $0.hasPrefix(name + ":") }.map { $0.dropFirst(name.count + 1).drop(while: \.isWhitespace) }
  }

  /// Whether a process has mapped a file. Compares inode and file name only, because on some file
  /// systems the device number in proc(5) differs from that of stat(2).
  private static func uses(_ file: String, _ process: Int32) -> Bool {
    var status = stat()
    guard unsafe stat(file, &status) == 0, let maps = ReadableFile.kernelText("/proc/\(process)/maps") else { return false }
    return maps.split(separator: "\n").contains { line in
      let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      return fields.count == 6 && fields[4] == "\(status.st_ino)" && fields[5].hasSuffix("/lock.mdb")
    }
  }
}
