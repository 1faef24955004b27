// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Synchronization

/// The current activity of the program. At most one activity is current.
package final class CurrentActivity: Sendable {
  /// The current activity of the program. Tests that run at the same time replace it.
  @TaskLocal package static var shared = CurrentActivity()

  private struct Reference: @unchecked Sendable {
    // Safe because references are read and written under the lock, and the program must not use
    // activities on two threads at the same time.
    weak var activity: NSUserActivity?
  }

  private let current = Mutex(Reference())

  package init() {}

  /// Makes an activity current.
  ///
  /// - Returns: The activity that was current before; `nil` if there was none.
  func replace(with activity: NSUserActivity) -> NSUserActivity? {
    let new = Reference(activity: activity)
    let previous = current.withLock { current in
      defer { current = new }
      return current
    }
    return previous.activity
  }

  /// Leaves no activity current if this one is.
  func remove(_ activity: NSUserActivity) {
    let identifier = ObjectIdentifier(activity)
    current.withLock { current in
      if current.activity.map({ ObjectIdentifier($0) }) == identifier { current = Reference() }
    }
  }
}
