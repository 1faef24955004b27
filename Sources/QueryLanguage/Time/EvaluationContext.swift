package import Attributes

/// What a query depends on besides its text and the documents: the moment at which the search begins, and the user's calendar.
package struct EvaluationContext: Sendable {
  package var now: Timestamp
  package var calendar: any LocalCalendar

  package init(now: Timestamp, calendar: any LocalCalendar) {
    self.now = now
    self.calendar = calendar
  }
}
