// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What a process is told when it starts.
package enum ProcessFacts {
  /// The value of an environment variable; `nil` if it is not set. getenv(3)
  package static func variable(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }

  /// The path of the running program, without symbolic links; `nil` if `/proc` is not mounted. readlink(2)
  package static var executable: Path? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      let count = unsafe readlink("/proc/self/exe", buffer.baseAddress.unsafelyUnwrapped, buffer.count)
      guard count > 0, count < buffer.count else { return nil }
      return Path((0..<count).map { unsafe UInt8(bitPattern: buffer[$0]) })
    }
  }
}
