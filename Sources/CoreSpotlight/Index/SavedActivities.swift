// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The place where activities are saved.
package protocol SavedActivities: Sendable {
  /// Saves an activity. Saving may continue after the method returns.
  func save(_ activity: SearchableItem)

  /// Deletes saved activities, and then calls a handler. Activities whose saving was requested
  /// before are included.
  func delete(_ selection: ActivitySelection, completionHandler: @escaping @Sendable () -> Void)
}

/// The saved activities that a program deletes.
package enum ActivitySelection: Hashable, Sendable {
  case identifiers([String])
  case all
}
