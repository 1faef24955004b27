// SPDX-License-Identifier: Apache-2.0

import Attributes
import Glibc

extension EvaluationContext {
  /// The current time, and the calendar of the process's environment.
  package static func current() -> EvaluationContext {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return EvaluationContext(
      now: Timestamp(unixSeconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec)), calendar: SystemCalendar())
  }
}
