// SPDX-License-Identifier: Apache-2.0

import CoreSpotlight
import Foundation
import TestSupport
import Testing

/// User activities in the index of the program.
@Suite(.serialized) struct SavedActivityTests {
  private let index: CSSearchableIndex
  private let name = UUID().uuidString

  init() {
    TestHome.prepare()
    index = CSSearchableIndex.default()
  }

  private func save(_ identifier: String, related: String? = nil, weaklyRelated: String? = nil, domain: String? = nil) {
    let activity = NSUserActivity(activityType: "com.example.reading")
    activity.title = name
    activity.persistentIdentifier = identifier
    activity.isEligibleForSearch = true
    let attributes = CSSearchableItemAttributeSet(contentType: .text)
    attributes.relatedUniqueIdentifier = related
    attributes.weakRelatedUniqueIdentifier = weaklyRelated
    attributes.domainIdentifier = domain
    activity.contentAttributeSet = attributes
    activity.becomeCurrent()
    activity.invalidate()
  }

  private func item(_ identifier: String) -> CSSearchableItem {
    let attributes = CSSearchableItemAttributeSet(contentType: .text)
    attributes.subject = name
    return CSSearchableItem(uniqueIdentifier: identifier, domainIdentifier: nil, attributeSet: attributes)
  }

  private func addItem(_ identifier: String, to index: CSSearchableIndex? = nil) async throws {
    try await (index ?? self.index).indexSearchableItems([item(identifier)])
  }

  /// The identifiers of the saved activities.
  private func saved() async throws -> [String] {
    // A deletion waits for all activities that were saved before.
    await NSUserActivity.deleteSavedUserActivities(withPersistentIdentifiers: [])
    var identifiers: [String] = []
    let query = CSSearchQuery(queryString: "title == \"\(name)\"", queryContext: nil)
    for try await result in query.results { identifiers.append(result.item.uniqueIdentifier) }
    return identifiers.sorted()
  }

  @Test func `an activity and an item may have the same identifier`() async throws {
    try await addItem("\(name) same")
    save("\(name) same")
    #expect(try await saved() == ["\(name) same"])
    var items = 0
    for try await _ in CSSearchQuery(queryString: "subject == \"\(name)\"", queryContext: nil).results { items += 1 }
    #expect(items == 1)
  }

  @Test func `an activity replaces one with the same identifier, and is deleted by it`() async throws {
    save("\(name) a")
    save("\(name) b")
    save("\(name) a")
    #expect(try await saved() == ["\(name) a", "\(name) b"])
    await NSUserActivity.deleteSavedUserActivities(withPersistentIdentifiers: ["\(name) a", "other"])
    #expect(try await saved() == ["\(name) b"])
    save("\(name) c")
    await NSUserActivity.deleteAllSavedUserActivities()
    #expect(try await saved() == [])
  }

  @Test func `an activity that belongs to an item is saved only if the item exists`() async throws {
    save("\(name) a", related: "\(name) item")
    #expect(try await saved() == [])
    try await addItem("\(name) item")
    save("\(name) a", related: "\(name) item")
    save("\(name) b", weaklyRelated: "\(name) missing")
    #expect(try await saved() == ["\(name) a", "\(name) b"])
  }

  @Test func `an activity is deleted with the item that it belongs to`() async throws {
    let other = CSSearchableIndex(name: name)
    try await addItem("\(name) item")
    try await addItem("\(name) other", to: other)
    save("\(name) a", related: "\(name) item")
    save("\(name) b", weaklyRelated: "\(name) item")
    save("\(name) c", related: "\(name) other")
    save("\(name) d")
    #expect(try await saved().count == 4)
    try await index.deleteSearchableItems(withIdentifiers: ["\(name) item"])
    #expect(try await saved() == ["\(name) b", "\(name) c", "\(name) d"])
    try await other.deleteAllSearchableItems()
    #expect(try await saved() == ["\(name) b", "\(name) d"])
  }

  @Test func `an activity is deleted with its domain`() async throws {
    save("\(name) a", domain: "\(name).work")
    save("\(name) b")
    try await index.deleteSearchableItems(withDomainIdentifiers: [name])
    #expect(try await saved() == ["\(name) b"])
  }

  @Test func `an activity may belong to an item of an index with a name`() async throws {
    let other = CSSearchableIndex(name: name)
    other.beginBatch()
    try await addItem("\(name) item", to: other)
    try await other.endBatch(withClientState: Data([1]))
    save("\(name) a", related: "\(name) item")
    save("\(name) b", domain: "\(name).work")
    #expect(try await saved() == ["\(name) a", "\(name) b"])
    try await index.deleteSearchableItems(withIdentifiers: ["\(name) item"])
    #expect(try await saved() == ["\(name) a", "\(name) b"], "the other index still has the item")
    other.beginBatch()
    try await other.deleteSearchableItems(withIdentifiers: ["\(name) item"])
    try await other.deleteSearchableItems(withDomainIdentifiers: [name])
    #expect(try await saved() == ["\(name) a", "\(name) b"], "the batch has not ended")
    try await other.endBatch(withClientState: Data([2]))
    #expect(try await saved() == [])
  }

  @Test func `a saved activity is opened as it was`() async throws {
    save("\(name) a/b")
    #expect(try await saved() == ["\(name) a/b"])
    let identifier = try #require("\(name) a/b".addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    let url = try #require(URL(string: "searchlight://\(CSSearchableIndex.bundleIdentifier)/NSUserActivity/\(identifier)"))
    let activity = try #require(NSUserActivity(openedURL: url))
    #expect(activity.activityType == "com.example.reading")
    #expect(activity.persistentIdentifier == "\(name) a/b")
    #expect(activity.title == name)
    #expect(activity.userInfo == nil)
    await NSUserActivity.deleteSavedUserActivities(withPersistentIdentifiers: ["\(name) a/b"])
    let deleted = try #require(NSUserActivity(openedURL: url))
    #expect(deleted.activityType == CSSearchableItemActionType)
  }

  @Test func `changes keep their order without waiting for them`() async throws {
    let other = CSSearchableIndex(name: name)
    for number in 0..<20 {
      other.indexSearchableItems([item("\(name) item")], completionHandler: nil)
      save("\(name) \(number)", related: "\(name) item")
      save("\(name) kept")
      other.deleteSearchableItems(withIdentifiers: ["\(name) item"], completionHandler: nil)
      save("\(name) late \(number)", related: "\(name) item")
    }
    #expect(try await saved() == ["\(name) kept"])
  }
}
