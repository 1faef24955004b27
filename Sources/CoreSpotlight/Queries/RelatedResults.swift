// SPDX-License-Identifier: Apache-2.0

/// Makes one result of an item and a user activity of which one names the other by
/// `relatedUniqueIdentifier`: they show the same content. The one that comes first is passed on.
struct RelatedResults {
  /// The activities that the query finds, and the items that they name. Only these are remembered, because
  /// a query finds more items than fit into memory, but few activities.
  private let activities, namedByActivities: Set<String>

  // What was passed on: items that an activity names, activities that an item names, activities, and the
  // items that these name.
  private var items: Set<String> = []
  private var namedByItems: Set<String> = []
  private var passedActivities: Set<String> = []
  private var namedByPassed: Set<String> = []

  /// - Parameter activities: All activities that the query may pass on.
  init(_ activities: [FoundItem]) {
    self.activities = Set(activities.map(\.identifier))
    namedByActivities = Set(activities.compactMap(\.related))
  }

  /// Whether a result is to be passed on. Call it once for each, in their order.
  mutating func admits(_ result: FoundItem, isActivity: Bool) -> Bool {
    if isActivity {
      if namedByItems.contains(result.identifier) || result.related.map(items.contains) == true { return false }
      passedActivities.insert(result.identifier)
      if let related = result.related { namedByPassed.insert(related) }
    } else {
      if namedByPassed.contains(result.identifier) || result.related.map(passedActivities.contains) == true { return false }
      if namedByActivities.contains(result.identifier) { items.insert(result.identifier) }
      if let related = result.related, activities.contains(related) { namedByItems.insert(related) }
    }
    return true
  }
}
