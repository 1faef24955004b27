// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import Glibc

/// Settings of a process that runs in the background.
package enum Background {
  /// The current time, formatted for the start of a log line.
  package static func timestamp() -> String {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Timestamp(unixSeconds: Int64(now.tv_sec), nanoseconds: Int64(now.tv_nsec)).columnText
  }
}
