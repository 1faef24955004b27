internal import Attributes
internal import Foundation
internal import IndexStore
internal import QueryLanguage

/// Activities as items of an index of their own.
///
/// They are not in the default index because an activity and an item may have the same identifier:
/// programs give them the same one if they show the same content. Queries search all indexes of the
/// program, so they find activities as well.
package struct IndexedActivities: SavedActivities {
  /// The place where activities are saved in this task. Tests replace it.
  @TaskLocal package static var current: any SavedActivities = IndexedActivities()

  /// The index of activities; `nil` without a home directory.
  private static var activities: ItemIndex? { CSSearchableIndex(name: "NSUserActivity").index }

  /// The index of items to which activities belong; `nil` without a home directory.
  private static var items: ItemIndex? { CSSearchableIndex.default().index }

  package func save(_ activity: SearchableItem) {
    // Each operation waits for the changes of items, so that operations keep their order.
    Self.items?.afterChanges { store in
      let item = activity.item
      if let related = item.attributeSet.relatedUniqueIdentifier {
        guard let items = try? store.get(), (try? items.contains(item: related)) == true else { return }
      }
      Self.activities?.submit([ItemChange(item)]) { _ in }
    }
  }

  package func delete(_ selection: ActivitySelection, completionHandler: @escaping @Sendable () -> Void) {
    guard let items = Self.items, let activities = Self.activities else { return completionHandler() }
    items.afterChanges { _ in
      let change: ItemChange =
        switch selection {
        case .identifiers(let identifiers): .remove(identifiers)
        case .all: .removeAll
        }
      activities.submit([change]) { _ in completionHandler() }
    }
  }

  // MARK: Following items

  /// Deletes activities after items of the default index were deleted: those with the same domain,
  /// and those that belong to an item that no longer exists.
  ///
  /// An error in doing so is ignored: the program asked for another change, which succeeded. The
  /// next deletion tries again.
  static func follow(_ changes: [ItemChange], completionHandler: @escaping @Sendable () -> Void) {
    guard changes.contains(where: \.removesItems), let items, let activities else { return completionHandler() }
    activities.afterChanges { store in
      guard case .success(let store?) = store else { return completionHandler() }
      var followers = changes.filter(\.removesDomain)
      if let orphans = try? orphans(in: store, itemsIn: items.readableStore()), !orphans.isEmpty { followers.append(.remove(orphans)) }
      guard !followers.isEmpty else { return completionHandler() }
      activities.submit(followers) { _ in completionHandler() }
    }
  }

  /// The identifiers of the activities that belong to items that do not exist.
  private static func orphans(in activities: Store, itemsIn items: Store?) throws -> [String] {
    let predicate = CompiledPredicate(try Query(parsing: "relatedUniqueIdentifier == \"*\""), in: .current())
    let references = try activities.search(predicate).references()
    let dependents = try activities.read { snapshot throws(StoreError) in
      var found: [FoundItem] = []
      for reference in references {
        if let item = try FoundItem(reference, snapshot, [.known(.relatedUniqueIdentifier)]) { found.append(item) }
      }
      return found
    }
    return try dependents.filter { dependent in
      guard case .string(let related)? = dependent.record[.relatedUniqueIdentifier] else { return false }
      return try items?.contains(item: related) != true
    }.map(\.identifier)
  }
}

extension Store {
  /// Whether there is an item that has not expired.
  fileprivate func contains(item identifier: String) throws(StoreError) -> Bool {
    let now = Int64(Date().timeIntervalSince1970)
    return try read { snapshot throws(StoreError) in try snapshot.reference(ofItem: identifier, at: now) != nil }
  }
}

extension ItemChange {
  /// Whether the change can remove items.
  fileprivate var removesItems: Bool {
    switch self {
    case .remove, .removeDomain, .removeAll: true
    case .put, .update: false
    }
  }

  fileprivate var removesDomain: Bool { if case .removeDomain = self { true } else { false } }
}
