internal import Foundation

/// Activities as items of an index of their own.
///
/// They are not in the default index because an activity and an item may have the same identifier:
/// programs give them the same one if they show the same content. Queries search all indexes of the
/// program, so they find activities as well.
package struct IndexedActivities: SavedActivities {
  /// The place where activities are saved in this task. Tests replace it.
  @TaskLocal package static var current: any SavedActivities = IndexedActivities()

  /// The name of the index.
  static let indexName = "NSUserActivity"

  package func save(_ activity: SearchableItem) {
    let item = activity.item
    // Whether the item that the activity belongs to exists is unknown.
    guard item.attributeSet.relatedUniqueIdentifier == nil else { return }
    CSSearchableIndex(name: Self.indexName).indexSearchableItems([item], completionHandler: nil)
  }

  package func delete(_ selection: ActivitySelection, completionHandler: @escaping @Sendable () -> Void) {
    let index = CSSearchableIndex(name: Self.indexName)
    switch selection {
    case .identifiers(let identifiers): index.deleteSearchableItems(withIdentifiers: identifiers) { _ in completionHandler() }
    case .all: index.deleteAllSearchableItems { _ in completionHandler() }
    }
  }
}
