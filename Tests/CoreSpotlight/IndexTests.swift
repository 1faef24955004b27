// SPDX-License-Identifier: Apache-2.0

import CoreSpotlight
import TestSupport
import Testing

/// An index of its own for each test, in a temporary folder.
@Suite(.serialized) struct IndexTests {
  let index: CSSearchableIndex
  let name = UUID().uuidString

  init() {
    TestHome.prepare()
    index = CSSearchableIndex(name: name)
  }

  private func item(_ identifier: String, domain: String? = nil, title: String, text: String? = nil) -> CSSearchableItem {
    let attributes = CSSearchableItemAttributeSet(contentType: .text)
    attributes.title = title
    attributes.textContent = text
    return CSSearchableItem(uniqueIdentifier: identifier, domainIdentifier: domain, attributeSet: attributes)
  }

  private func find(_ query: String, fetching attributes: [String] = []) async throws -> [CSSearchableItem] {
    let context = CSSearchQueryContext()
    context.fetchAttributes = attributes
    var found: [CSSearchableItem] = []
    for try await result in CSSearchQuery(queryString: query, queryContext: context).results { found.append(result.item) }
    return found.sorted { $0.uniqueIdentifier < $1.uniqueIdentifier }
  }

  @Test func `indexed items are found by attribute and text, with the fetched attributes only`() async throws {
    try await index.indexSearchableItems([
      item(name + "1", domain: "a.b", title: "Zebra \(name)", text: "black and white"), item(name + "2", title: "Horse \(name)"),
    ])
    let found = try await find("title == \"*\(name)\"", fetching: ["title", "kMDItemTextContent"])
    #expect(found.map(\.uniqueIdentifier) == [name + "1", name + "2"])
    let first = try #require(found.first)
    #expect(first.attributeSet.title == "Zebra \(name)")
    #expect(first.attributeSet.textContent == "black and white")
    #expect(first.attributeSet.contentType == nil)
    #expect(first.domainIdentifier == "a.b")
    #expect(try await find("title == \"*\(name)\" && kMDItemTextContent == \"white\"c").count == 1)
    #expect(try await find("title == \"*\(name)\" && contentTypeTree == \"public.text\"").count == 2)
  }

  @Test func `the text of HTML is found unless the item has a text`() async throws {
    let html = Data("<html><head><title>\(name)t</title></head><body><p class=hidden>Caf&eacute; <b>zeb</b>ra<p>end</body></html>".utf8)
    let (first, second) = (item("1", title: name), item("2", title: name, text: "quagga"))
    for item in [first, second] { item.attributeSet.htmlContentData = html }
    try await index.indexSearchableItems([first, second])
    let found = try await find("title == \"\(name)\" && kMDItemTextContent == \"Café zebra\"", fetching: ["htmlContentData"])
    #expect(found.map(\.uniqueIdentifier) == ["1"])
    #expect(found.first?.attributeSet.htmlContentData == html)
    #expect(try await find("title == \"\(name)\" && kMDItemTextContent == \"hidden\"").isEmpty)
    #expect(try await find("title == \"\(name)\" && kMDItemTextContent == \"quagga\"").map(\.uniqueIdentifier) == ["2"])
    let update = CSSearchableItem(uniqueIdentifier: "1", domainIdentifier: nil, attributeSet: CSSearchableItemAttributeSet())
    update.isUpdate = true
    update.attributeSet.htmlContentData = Data("<p>okapi".utf8)
    try await index.indexSearchableItems([update])
    #expect(try await find("title == \"\(name)\" && kMDItemTextContent == \"okapi\"").map(\.uniqueIdentifier) == ["1"])
    #expect(try await find("title == \"\(name)\" && kMDItemTextContent == \"zebra\"").isEmpty)
  }

  @Test func `another object with the name has the same items`() async throws {
    try await index.indexSearchableItems([item("1", title: name)])
    let other = CSSearchableIndex(name: name)
    try await other.deleteSearchableItems(withIdentifiers: ["1"])
    #expect(try await find("title == \"\(name)\"").isEmpty)
  }

  @Test func `an update changes only the given attributes, and nil removes one`() async throws {
    let whole = item("1", title: name, text: "hello")
    whole.attributeSet.subject = "subject"
    whole.attributeSet.comment = "comment"
    try await index.indexSearchableItems([whole])
    let update = CSSearchableItem(uniqueIdentifier: "1", domainIdentifier: nil, attributeSet: CSSearchableItemAttributeSet())
    update.isUpdate = true
    update.attributeSet.subject = nil
    update.attributeSet.comment = "new"
    let missing = CSSearchableItem(uniqueIdentifier: "2", domainIdentifier: nil, attributeSet: CSSearchableItemAttributeSet())
    missing.isUpdate = true
    missing.attributeSet.title = name
    try await index.indexSearchableItems([update, missing])
    let found = try await find("title == \"\(name)\"", fetching: ["subject", "comment", "textContent"])
    #expect(found.map(\.uniqueIdentifier) == ["1"])
    #expect(found.first?.attributeSet.subject == nil)
    #expect(found.first?.attributeSet.comment == "new")
    #expect(found.first?.attributeSet.textContent == "hello")
  }

  @Test func `an index that was removed meanwhile is created again`() async {
    // In a process of its own: queries of other tests would search the index while it is removed.
    await #expect(processExitsWith: .success) {
      let tests = IndexTests()
      try await tests.index.indexSearchableItems([tests.item("1", title: "title")])
      // Maintenance follows each change; this waits for it.
      _ = try await tests.index.fetchLastClientState()
      try FileManager.default.removeItem(atPath: TestHome.path + "/searchlight/applications")
      try await tests.index.indexSearchableItems([tests.item("2", title: "title")])
      let found = try await tests.find("title == title")
      #expect(found.map(\.uniqueIdentifier) == ["2"])
    }
  }

  @Test func `removing a domain removes the domains below it`() async throws {
    let domains = ["mail", "mail.work", "mailbox", nil]
    try await index.indexSearchableItems(domains.map { item($0 ?? "none", domain: $0, title: name) })
    try await index.deleteSearchableItems(withDomainIdentifiers: ["mail"])
    #expect(try await find("title == \"\(name)\"").map(\.uniqueIdentifier) == ["mailbox", "none"])
    try await index.deleteAllSearchableItems()
    #expect(try await find("title == \"\(name)\"").isEmpty)
  }

  @Test func `expired items are not found, and others keep their dates`() async throws {
    let items = (0..<3).map { item("\($0)", title: name) }
    items[0].expirationDate = Date(timeIntervalSinceNow: -10)
    items[1].expirationDate = .distantFuture
    try await index.indexSearchableItems(items)
    let found = try await find("title == \"\(name)\"")
    #expect(found.map(\.uniqueIdentifier) == ["1", "2"])
    #expect(found.first?.expirationDate == .distantFuture)
    let month = try #require(found.last?.expirationDate).timeIntervalSinceNow / 86_400
    #expect(month > 27 && month < 32)
  }

  @Test func `a batch is made together with its client state`() async throws {
    #expect(try await index.fetchLastClientState().isEmpty)
    index.beginBatch()
    try await index.indexSearchableItems([item("1", title: name)])
    #expect(try await find("title == \"\(name)\"").isEmpty)
    try await index.endBatch(withClientState: Data([1]))
    #expect(try await find("title == \"\(name)\"").count == 1)
    #expect(try await index.fetchLastClientState() == Data([1]))

    index.beginBatch()
    try await index.indexSearchableItems([item("2", title: name)])
    await #expect(throws: CSIndexError(.mismatchedClientState)) {
      try await index.endIndexBatch(expectedClientState: Data([2]), newClientState: Data([3]))
    }
    #expect(try await find("title == \"\(name)\"").count == 1)
    index.beginBatch()
    try await index.indexSearchableItems([item("2", title: name)])
    try await index.endIndexBatch(expectedClientState: Data([1]), newClientState: Data([3]))
    #expect(try await find("title == \"\(name)\"").count == 2)
    try await index.deleteAllSearchableItems()
    #expect(try await index.fetchLastClientState().isEmpty)
  }

  @Test func `wrong uses of batches are errors`() async throws {
    await #expect(throws: CSIndexError.self) { try await index.endBatch(withClientState: Data()) }
    index.beginBatch()
    await #expect(throws: CSIndexError.self) { try await index.endBatch(withClientState: Data(count: 251)) }
    CSSearchableIndex.default().beginBatch()
    try await CSSearchableIndex.default().indexSearchableItems([item(name, title: name)])
    await #expect(throws: CSIndexError.self) { try await CSSearchableIndex.default().endBatch(withClientState: Data()) }
    #expect(try await find("title == \"\(name)\"").count == 1)
  }

  @Test func `the state of a new index is accepted as the expected one, and so is an empty one`() async throws {
    for state in [Data(), Data([1])] {
      index.beginBatch()
      let expected = try await index.fetchLastClientState()
      #expect(expected.isEmpty)
      try await index.endIndexBatch(expectedClientState: expected, newClientState: state)
    }
    index.beginBatch()
    try await index.endBatch(withClientState: Data())
    let state: Data? = await withCheckedContinuation { continuation in
      index.fetchLastClientState { state, _ in continuation.resume(returning: state) }
    }
    #expect(state == nil)
    index.beginBatch()
    try await index.endIndexBatch(expectedClientState: nil, newClientState: Data())
  }

  @Test func `a batch whose state is refused can be ended again`() async throws {
    index.beginBatch()
    try await index.indexSearchableItems([item("1", title: name)])
    await #expect { try await index.endBatch(withClientState: Data(count: 251)) } throws: { isRefused($0) }
    try await index.indexSearchableItems([item("2", title: name)])
    await #expect(throws: CSIndexError(.mismatchedClientState)) {
      try await index.endIndexBatch(expectedClientState: Data([9]), newClientState: Data())
    }
    #expect(try await find("title == \"\(name)\"").isEmpty)
    // The batch has ended.
    try await index.indexSearchableItems([item("3", title: name)])
    #expect(try await find("title == \"\(name)\"").map(\.uniqueIdentifier) == ["3"])
    let largest = Data(repeating: 1, count: 250)
    try await index.endIndexBatch(expectedClientState: nil, newClientState: largest)
    #expect(try await find("title == \"\(name)\"").map(\.uniqueIdentifier) == ["1", "2", "3"])
    #expect(try await index.fetchLastClientState() == largest)
    await #expect { try await index.endBatch(withClientState: Data([1])) } throws: { isRefused($0) }
  }

  private func isRefused(_ error: any Error) -> Bool { (error as? CSIndexError)?.code == .invalidClientStateError }

  @Test func `a new batch drops the changes of one whose end has failed`() async throws {
    index.beginBatch()
    try await index.indexSearchableItems([item("1", title: name)])
    await #expect(throws: CSIndexError(.mismatchedClientState)) {
      try await index.endIndexBatch(expectedClientState: Data([9]), newClientState: Data())
    }
    index.beginBatch()
    try await index.indexSearchableItems([item("2", title: name)])
    try await index.endBatch(withClientState: Data([1]))
    #expect(try await find("title == \"\(name)\"").map(\.uniqueIdentifier) == ["2"])
  }

  @Test func `no name is that of another index`() async {
    await #expect(processExitsWith: .success) {
      TestHome.prepare()
      let names = ["", "=", "==", "NSUserActivity", "==NSUserActivity", "nsuseractivity", "e\u{301}", "\u{e9}", ".", "%", "a/b"]
      let indexes = [CSSearchableIndex.default()] + names.map { CSSearchableIndex(name: $0) }
      for (number, index) in indexes.enumerated() {
        let attributes = CSSearchableItemAttributeSet(contentType: .text)
        try await index.indexSearchableItems([
          CSSearchableItem(uniqueIdentifier: "same", domainIdentifier: "\(number)", attributeSet: attributes)
        ])
      }
      let activity = NSUserActivity(activityType: "com.example.reading")
      (activity.title, activity.persistentIdentifier, activity.isEligibleForSearch) = ("a", "same", true)
      activity.becomeCurrent()
      await NSUserActivity.deleteSavedUserActivities(withPersistentIdentifiers: [])
      func count(_ query: String) async throws -> Int {
        var count = 0
        for try await _ in CSSearchQuery(queryString: query, queryContext: nil).results { count += 1 }
        return count
      }
      #expect(try await count("contentType == *") == indexes.count + 1)
      await NSUserActivity.deleteAllSavedUserActivities()
      #expect(try await count("contentType == *") == indexes.count)
      for (number, index) in indexes.enumerated() {
        try await index.deleteAllSearchableItems()
        #expect(try await count("contentType == *") == indexes.count - number - 1)
      }
    }
  }

  @Test func `a malformed query is an error of the query`() async throws {
    await #expect(throws: CSSearchQueryError.self) { _ = try await find("title == ") }
    let count = CSSearchQuery(queryString: "title == \"\(name)\"", queryContext: nil)
    let error: (any Error)? = await withCheckedContinuation { continuation in
      count.completionHandler = { continuation.resume(returning: $0) }
      count.start()
    }
    #expect(error == nil)
    #expect(count.foundItemCount == 0)
  }

  @Test func `handlers receive all items in batches`() async throws {
    try await index.indexSearchableItems((0..<700).map { item("\($0)", title: name) })
    let query = CSSearchQuery(queryString: "title == \"\(name)\"", queryContext: nil)
    nonisolated(unsafe) var batches: [Int] = []
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      query.foundItemsHandler = { batches.append($0.count) }
      query.completionHandler = { _ in continuation.resume() }
      query.start()
    }
    #expect(batches.reduce(0, +) == 700)
    #expect(batches.count > 1)
    #expect(query.foundItemCount == 700)
  }

  @Test func `a cancelled query ends with an error`() async throws {
    try await index.indexSearchableItems([item("1", title: name)])
    let query = CSSearchQuery(queryString: "title == \"\(name)\"", queryContext: nil)
    query.cancel()
    let error: (any Error)? = await withCheckedContinuation { continuation in
      query.completionHandler = { continuation.resume(returning: $0) }
      query.start()
    }
    #expect((error as? CSSearchQueryError)?.code == .cancelled)
    #expect(query.isCancelled)
  }
}
