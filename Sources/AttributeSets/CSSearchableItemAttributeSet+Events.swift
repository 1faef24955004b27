internal import Attributes
public import Foundation

/// Attributes of events and tasks.
// swift-format-ignore
extension CSSearchableItemAttributeSet {
  /// Date due.
  public var dueDate: Date? { get { self[.dueDate] } set { self[.dueDate] = newValue } }

  /// Date completed.
  public var completionDate: Date? { get { self[.completionDate] } set { self[.completionDate] = newValue } }

  /// Event start; key absent from MDItem.h.
  public var startDate: Date? { get { self[.startDate] } set { self[.startDate] = newValue } }

  /// Event end; key absent from MDItem.h.
  public var endDate: Date? { get { self[.endDate] } set { self[.endDate] = newValue } }

  /// Other notable dates.
  public var importantDates: [Date]? { get { self[.importantDates] } set { self[.importantDates] = newValue } }

  /// 1 when event spans whole days.
  public var allDay: NSNumber? { get { self[.allDay] } set { self[.allDay] = newValue } }
}
