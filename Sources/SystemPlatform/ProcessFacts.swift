// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What a process knows of itself.
package enum ProcessFacts {
  /// The number of this process. getpid(2)
  package static var id: Int32 { getpid() }

  /// The user with whose rights this process opens files. geteuid(2)
  package static var effectiveUser: UInt32 { geteuid() }

  /// The number of the calling thread, which no other thread of this process has meanwhile. pthread_self(3)
  package static var thread: UInt { UInt(pthread_self()) }

  /// The value of an environment variable; `nil` if it is not set. getenv(3)
  package static func variable(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }

  /// Sets an environment variable of this process. Call it before other threads start. setenv(3), unsetenv(3)
  ///
  /// - Parameters:
  ///   - value: `nil` to remove the variable.
  ///   - replaces: Whether a value that is there is replaced.
  package static func setVariable(_ name: String, to value: String?, replaces: Bool = true) {
    if let value { _ = unsafe setenv(name, value, replaces ? 1 : 0) } else { _ = unsafe unsetenv(name) }
  }

  /// The path of the running program, without symbolic links; `nil` if `/proc` is not mounted. readlink(2)
  package static var executable: Path? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      let count = unsafe readlink("/proc/self/exe", buffer.baseAddress.unsafelyUnwrapped, buffer.count)
      guard count > 0, count < buffer.count else { return nil }
      return Path((0..<count).map { unsafe UInt8(bitPattern: buffer[$0]) })
    }
  }
}
