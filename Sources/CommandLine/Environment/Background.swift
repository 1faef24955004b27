// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import SystemPlatform

/// Settings of a process that runs in the background.
package enum Background {
  /// The current time, formatted for the start of a log line.
  package static func timestamp() -> String {
    let now = UnixTime.precise
    return Timestamp(unixSeconds: Int64(now.seconds), nanoseconds: Int64(now.nanoseconds)).columnText
  }
}
