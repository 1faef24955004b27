// SPDX-License-Identifier: Apache-2.0

import Attributes
import SystemPlatform

extension EvaluationContext {
  /// The current time, and the calendar of the process's environment.
  package static func current() -> EvaluationContext {
    let time = UnixTime.precise
    return EvaluationContext(
      now: Timestamp(unixSeconds: Int64(time.seconds), nanoseconds: Int64(time.nanoseconds)), calendar: SystemCalendar())
  }
}
