// SPDX-License-Identifier: Apache-2.0

/// Divides work among threads, including the calling one.
package enum Parallel {
  /// Maximum number of threads for one search. With more than eight, memory bandwidth is the limit.
  package static let threadCount = min(Processors.count, 8)
}
