// SPDX-License-Identifier: Apache-2.0

package import Attributes

/// The context that affects a query's meaning: the time at which the search begins, and the user's
/// calendar.
package struct EvaluationContext: Sendable {
  package var now: Timestamp
  package var calendar: any LocalCalendar

  package init(now: Timestamp, calendar: any LocalCalendar) {
    self.now = now
    self.calendar = calendar
  }
}
