// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Time of the system's clock, which users and programs may set. For intervals, use `ContinuousClock`.
package enum UnixTime {
  /// Seconds since 1970. time(2)
  package static var now: Int { time(nil) }
}
