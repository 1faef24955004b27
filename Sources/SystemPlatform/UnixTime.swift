// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Time of the system's clock, which users and programs may set. For intervals, use `ContinuousClock`.
package enum UnixTime {
  /// Seconds since 1970. time(2)
  package static var now: Int { Glibc.time(nil) }

  /// The present moment. clock_gettime(2), `CLOCK_REALTIME`
  package static var precise: FileFacts.Time { time(CLOCK_REALTIME) }

  /// A moment at most some milliseconds ago, which costs less, and which the kernel gives files that are written now. clock_gettime(2),
  /// `CLOCK_REALTIME_COARSE`
  package static var coarse: FileFacts.Time { time(CLOCK_REALTIME_COARSE) }

  private static func time(_ clock: Int32) -> FileFacts.Time {
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return FileFacts.Time(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
  }

  /// The start of a day in the time zone of this process, in seconds since 1970; -1 if it cannot be told. mktime(3)
  package static func startOfDay(year: Int, month: Int, day: Int) -> Int {
    var time = unsafe tm()
    unsafe (time.tm_year, time.tm_mon, time.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
    unsafe time.tm_isdst = -1
    return unsafe mktime(&time)
  }

  /// The start of a day in UTC, in seconds since 1970. timegm(3)
  package static func startOfUTCDay(year: Int, month: Int, day: Int) -> Int {
    var time = unsafe tm()
    unsafe (time.tm_year, time.tm_mon, time.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
    return unsafe timegm(&time)
  }
}
