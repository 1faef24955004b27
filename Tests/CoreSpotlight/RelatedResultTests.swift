// SPDX-License-Identifier: Apache-2.0

import CoreSpotlight
import TestSupport
import Testing

/// Items and user activities that show the same content are one result. Each test runs in a process of its own,
/// because queries search all indexes of a program.
@Suite struct RelatedResultTests {
  private static func add(_ identifiers: String..., title: String = "soup", related: [String: String] = [:]) async throws {
    try await CSSearchableIndex(name: "items").indexSearchableItems(
      identifiers.map { identifier in
        let attributes = CSSearchableItemAttributeSet(contentType: .text)
        (attributes.title, attributes.relatedUniqueIdentifier) = (title, related[identifier])
        return CSSearchableItem(uniqueIdentifier: identifier, domainIdentifier: nil, attributeSet: attributes)
      })
  }

  private static func show(_ identifier: String, title: String = "soup", related: String? = nil) async {
    let activity = NSUserActivity(activityType: "com.example.reading")
    activity.isEligibleForSearch = true
    (activity.title, activity.persistentIdentifier) = (title, identifier)
    activity.contentAttributeSet = CSSearchableItemAttributeSet(contentType: .item)
    activity.contentAttributeSet?.relatedUniqueIdentifier = related
    activity.becomeCurrent()
    // Waits for the activity.
    await NSUserActivity.deleteSavedUserActivities(withPersistentIdentifiers: [])
  }

  /// The identifiers that each kind of query finds, which must be the same, in the order of a user query.
  private static func find(limit: Int = 0, ranked: Int = 100) async throws -> [String] {
    var found: [String] = []
    for try await result in CSSearchQuery(queryString: "title == \"soup*\"cd", queryContext: nil).results { found.append(result.id) }
    let query = CSSearchQuery(queryString: "title == \"soup*\"cd", queryContext: nil)
    await withCheckedContinuation { continuation in
      query.completionHandler = { _ in continuation.resume() }
      query.start()
    }
    #expect(query.foundItemCount == found.count)
    let context = CSUserQueryContext()
    (context.maxResultCount, context.maxRankedResultCount) = (limit, ranked)
    var typed: [String] = []
    for try await response in CSUserQuery(userQueryString: "soup", userQueryContext: context).responses {
      if case .item(let item) = response { typed.append(item.id) }
    }
    if limit == 0 { #expect(typed.sorted() == found.sorted()) }
    return typed
  }

  @Test func `an item stands for an activity that names it`() async {
    await #expect(processExitsWith: .success) {
      TestHome.prepare()
      try await RelatedResultTests.add("a", "b")
      await RelatedResultTests.show("activity", related: "a")
      await RelatedResultTests.show("other")
      for ranked in [0, 1, 2, 100] {
        #expect(try await RelatedResultTests.find(ranked: ranked).sorted() == ["a", "b", "other"], "\(ranked)")
      }
    }
  }

  @Test func `an item stands for an activity that it names`() async {
    await #expect(processExitsWith: .success) {
      TestHome.prepare()
      try await RelatedResultTests.add("a", "b", related: ["a": "activity"])
      await RelatedResultTests.show("activity")
      for ranked in [0, 1, 2, 100] { #expect(try await RelatedResultTests.find(ranked: ranked).sorted() == ["a", "b"], "\(ranked)") }
    }
  }

  @Test func `the item has the place of the better of both`() async {
    await #expect(processExitsWith: .success) {
      TestHome.prepare()
      try await RelatedResultTests.add("a", "b", title: "soup with leek")
      await RelatedResultTests.show("activity", title: "soup", related: "a")
      #expect(try await RelatedResultTests.find() == ["a", "b"])
      #expect(try await RelatedResultTests.find(limit: 1) == ["a"])
      #expect(try await RelatedResultTests.find(limit: 2) == ["a", "b"])
    }
  }

  @Test func `an activity is found if its item is not`() async {
    await #expect(processExitsWith: .success) {
      TestHome.prepare()
      try await RelatedResultTests.add("a", title: "bread")
      await RelatedResultTests.show("activity", related: "a")
      await RelatedResultTests.show("second", related: "a")
      #expect(try await RelatedResultTests.find().sorted() == ["activity", "second"])
    }
  }

  @Test func `a limit counts results and not what they stand for`() async {
    await #expect(processExitsWith: .success) {
      TestHome.prepare()
      try await RelatedResultTests.add("a", "b", "c", "d")
      for item in ["a", "b", "c"] { await RelatedResultTests.show("activity \(item)", related: item) }
      for limit in 1...4 {
        for ranked in [0, 1, 3, 100] {
          let found = try await RelatedResultTests.find(limit: limit, ranked: ranked)
          #expect(found.count == limit && Set(found.map { $0.suffix(1) }).count == limit, "\(limit) \(ranked) \(found)")
        }
      }
    }
  }
}
