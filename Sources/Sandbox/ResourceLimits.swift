// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The layer of resource limits. The limits of memory and processor time are the parent's to set,
/// because they depend on the configuration.
enum ResourceLimits {
  private static let limits: [(resource: __rlimit_resource, value: rlim_t)] = [
    // A core file would be a copy of a user's document.
    (RLIMIT_CORE, 0),
    (RLIMIT_NOFILE, 64),
    // The stack does not count as data, so it has a limit of its own.
    (RLIMIT_STACK, 8 << 20),
    (__RLIMIT_MEMLOCK, 0),
  ]

  /// Maximum number of threads. An importer that uses a library with threads needs a few.
  private static let maximumThreadCount: rlim_t = 64

  /// Sets hard limits, which cannot be raised. setrlimit(2).
  ///
  /// - Parameters:
  ///   - countsThreads: Whether threads are limited too. Outside of a user namespace, the kernel
  ///     counts all threads of the user's processes.
  ///   - fileByteCount: How far a file can be written. Mapped memory and sockets do not count.
  static func apply(countsThreads: Bool, fileByteCount: UInt64) -> Bool {
    let files = [(resource: RLIMIT_FSIZE, value: rlim_t(fileByteCount))]
    let threads = countsThreads ? [(resource: __RLIMIT_NPROC, value: maximumThreadCount)] : []
    return (limits + files + threads).allSatisfy { lower(Int32(bitPattern: $0.resource.rawValue), to: $0.value) }
  }

  private static func lower(_ resource: Int32, to value: rlim_t) -> Bool {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(resource), &limit) == 0 else { return false }
    limit.rlim_max = min(limit.rlim_max, value)
    limit.rlim_cur = min(limit.rlim_cur, limit.rlim_max)
    return unsafe setrlimit(__rlimit_resource_t(resource), &limit) == 0
  }
}
