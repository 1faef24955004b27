// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Time for which processors have worked.
package enum ProcessorTime {
  /// For this process, by all of its threads. clock_gettime(2), `CLOCK_PROCESS_CPUTIME_ID`
  package static var ofProcess: Duration { time(CLOCK_PROCESS_CPUTIME_ID) }

  /// For the calling thread. clock_gettime(2), `CLOCK_THREAD_CPUTIME_ID`
  package static var ofThread: Duration { time(CLOCK_THREAD_CPUTIME_ID) }

  private static func time(_ clock: Int32) -> Duration {
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// Time since the machine was started, without that during which it was suspended, in whole seconds. It costs a few nanoseconds.
/// clock_gettime(2), `CLOCK_MONOTONIC_COARSE`
package enum CoarseClock {
  package static var seconds: Int {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return time.tv_sec
  }
}
