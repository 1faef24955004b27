// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A limit of this process. getrlimit(2)
package enum ResourceLimit: Sendable {
  case addressSpace, dataSegment, openFiles, stack

  /// The limit that holds now, in bytes or files; `nil` if the kernel does not tell it. No limit is the largest number.
  package var current: UInt? {
    let resource =
      switch self {
      case .addressSpace: RLIMIT_AS
      case .dataSegment: RLIMIT_DATA
      case .openFiles: RLIMIT_NOFILE
      case .stack: RLIMIT_STACK
      }
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return nil }
    return UInt(limit.rlim_cur)
  }
}

/// The number of processors that are in use. sysconf(3)
package var processorCount: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }
