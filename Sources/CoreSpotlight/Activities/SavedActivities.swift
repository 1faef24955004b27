internal import Foundation

/// The place where activities are saved.
protocol SavedActivities: Sendable {
  /// Saves an activity, unless it belongs to an item (`relatedUniqueIdentifier`) that does not
  /// exist. Saving may continue after the method returns.
  func save(_ activity: SearchableItem)

  /// Deletes saved activities, and then calls a handler. Activities whose saving was requested
  /// before are included.
  func delete(_ selection: ActivitySelection, completionHandler: @escaping @Sendable () -> Void)
}

/// The saved activities that a program deletes.
enum ActivitySelection: Hashable, Sendable {
  case identifiers([NSUserActivityPersistentIdentifier])
  case all
}

/// A place that keeps no activities.
struct NoSavedActivities: SavedActivities {
  /// The place where activities are saved in this task. Tests replace it.
  @TaskLocal static var current: any SavedActivities = NoSavedActivities()

  func save(_ activity: SearchableItem) {}
  func delete(_ selection: ActivitySelection, completionHandler: @escaping @Sendable () -> Void) { completionHandler() }
}
