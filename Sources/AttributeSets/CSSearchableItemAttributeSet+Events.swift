// SPDX-License-Identifier: Apache-2.0

internal import Attributes
public import Foundation

/// Attributes of events and tasks. Searchlight's own importers do not set them.
// swift-format-ignore
extension CSSearchableItemAttributeSet {
  /// The date by which the task must be completed.
  public var dueDate: Date? { get { self[.dueDate] } set { self[.dueDate] = newValue } }

  /// The date on which the task was completed; `nil` if it is not completed.
  public var completionDate: Date? { get { self[.completionDate] } set { self[.completionDate] = newValue } }

  /// The date and time at which the event starts.
  public var startDate: Date? { get { self[.startDate] } set { self[.startDate] = newValue } }

  /// The date and time at which the event ends.
  public var endDate: Date? { get { self[.endDate] } set { self[.endDate] = newValue } }

  /// Other dates that matter to the item, such as anniversaries.
  public var importantDates: [Date]? { get { self[.importantDates] } set { self[.importantDates] = newValue } }

  /// Whether the event takes whole days: 1 if so, 0 if it starts and ends at a time of day.
  public var allDay: NSNumber? { get { self[.allDay] } set { self[.allDay] = newValue } }
}
