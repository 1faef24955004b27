// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import Dispatch
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
  private static var activities: ItemIndex? { CSSearchableIndex.index(.activities, .none) }

  /// The indexes of items, to which activities belong.
  private static var items: [ItemIndex] {
    get throws(StoreError) { try ItemIndex.all().filter { $0.name.index != .activities } }
  }

  /// The custom attribute with the type of an activity.
  static let typeKey = "searchlight_activityType"

  package func save(_ activity: SearchableItem) {
    SubmittedChanges.finishAtExit()
    Self.operations.async {
      guard let activities = Self.activities else { return }
      let item = activity.item
      if let related = item.attributeSet.relatedUniqueIdentifier {
        // The item may have been submitted just before the activity.
        for index in (try? Self.items) ?? [] { index.finishChanges() }
        // An activity whose item cannot be found now would have nothing to be deleted with.
        guard (try? Self.exists(item: related)) == true else { return }
      }
      activities.submit([ItemChange(item)]) { _ in }
    }
  }

  package func delete(_ selection: ActivitySelection, completionHandler: @escaping @Sendable () -> Void) {
    SubmittedChanges.finishAtExit()
    let completion = CompletionHandler<Void>(completionHandler)
    Self.operations.async {
      guard let activities = Self.activities else { return DispatchQueue.global().async { completion(()) } }
      let change: ItemChange =
        switch selection {
        case .identifiers(let identifiers): .remove(identifiers)
        case .all: .removeAll
        }
      activities.submit([change]) { _ in activities.answer { completion(()) } }
    }
  }

  /// Saving, deleting and following run one after another, in the order of the calls, because saving
  /// may have to wait. It is not a task: the process may end in one, and waits for these operations.
  private static let operations = DispatchQueue(label: "CoreSpotlight activities", qos: .utility)

  /// Waits until everything that was requested before is submitted to the index of activities.
  static func finishOperations() { operations.sync {} }

  /// Whether an index of the program has an item that has not expired.
  private static func exists(item identifier: String) throws(StoreError) -> Bool {
    let now = Int64(Date().timeIntervalSince1970)
    for index in try items {
      guard let store = try index.readableStore() else { continue }
      if try store.read({ snapshot throws(StoreError) in try snapshot.reference(ofItem: identifier, at: now) != nil }) { return true }
    }
    return false
  }

  // MARK: Opening

  /// What the index knows about a saved activity; `nil` if it is not in the index, or the index cannot
  /// be read.
  static func saved(_ identifier: String) -> (type: String, title: String?, url: URL?)? {
    let now = Int64(Date().timeIntervalSince1970)
    let typeName = AttributeName.custom(typeKey)
    guard let store = try? activities?.readableStore(),
      let found = try? store.read({ snapshot throws(StoreError) -> FoundItem? in
        guard let reference = try snapshot.reference(ofItem: identifier, at: now) else { return nil }
        return try FoundItem(reference, snapshot, [typeName, .known(.title), .known(.url)])
      }),
      case .string(let type)? = found.record.custom.first?.value
    else { return nil }
    let attributes = CSSearchableItemAttributeSet(found.record)
    return (type, attributes.title, attributes.url)
  }

  // MARK: Following items

  /// Deletes activities after items of an index were deleted: those with the same domain, and those
  /// that belong to an item that no longer exists.
  ///
  /// An error in doing so is ignored: the program asked for another change, which succeeded. The
  /// next deletion tries again. It also deletes the activities of items that have expired.
  ///
  /// - Parameter completionHandler: Must not call the program, as an ``ItemIndex/Completion``.
  static func follow(_ changes: [ItemChange], completionHandler: @escaping @Sendable () -> Void) {
    guard changes.contains(where: \.removesItems) else { return completionHandler() }
    operations.async {
      guard let activities else { return completionHandler() }
      activities.finishChanges()
      guard let store = try? activities.readableStore() else { return completionHandler() }
      var followers = changes.filter(\.removesDomain)
      if let orphans = try? orphans(in: store), !orphans.isEmpty { followers.append(.remove(orphans)) }
      guard !followers.isEmpty else { return completionHandler() }
      activities.submit(followers) { _ in completionHandler() }
    }
  }

  /// The identifiers of the activities that belong to items that do not exist.
  private static func orphans(in activities: Store) throws -> [String] {
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
      return try !exists(item: related)
    }.map(\.identifier)
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
