// SPDX-License-Identifier: Apache-2.0

internal import CSystem

/// The processors that this process may run on.
package enum Processors {
  /// Number of processors, at least 1. Reads the CPU affinity of the process on each call.
  package static var count: Int { max(1, Int(process_processors())) }
}
