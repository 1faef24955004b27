// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import CoreSpotlight
import Foundation
import Synchronization
import TestSupport
import Testing

/// Summaries of items whose program wants them.
@Suite(.serialized) struct ItemAnalysisTests {
  private let index: CSSearchableIndex
  private let name = UUID().uuidString

  init() {
    TestHome.prepare()
    index = CSSearchableIndex(name: name)
  }

  private static let beginning = "The zebra is ready."
  private static let text = beginning + String(repeating: " It eats grass.", count: 20)

  /// A message that is summed up.
  private func message(_ identifier: String? = nil, _ change: (CSSearchableItemAttributeSet) -> Void = { _ in }) -> CSSearchableItem {
    let attributes = CSSearchableItemAttributeSet(contentType: .emailMessage)
    attributes.authors = [CSPerson(displayName: "Ann", handles: ["ann@example.org"], handleIdentifier: "emailAddresses")]
    attributes.contentCreationDate = Date()
    attributes.textContent = Self.text
    change(attributes)
    let item = CSSearchableItem(uniqueIdentifier: identifier ?? name, domainIdentifier: nil, attributeSet: attributes)
    item.updateListenerOptions = .summarization
    return item
  }

  private func update(_ change: (CSSearchableItemAttributeSet) -> Void) -> CSSearchableItem {
    let item = CSSearchableItem(uniqueIdentifier: name, domainIdentifier: nil, attributeSet: CSSearchableItemAttributeSet())
    item.isUpdate = true
    change(item.attributeSet)
    return item
  }

  private func summary() async throws -> String? {
    let context = CSSearchQueryContext()
    context.fetchAttributes = ["textContentSummary"]
    for try await result in CSSearchQuery(queryString: "_kMDItemExternalID == \"\(name)\"", queryContext: context).results {
      return result.item.attributeSet.textContentSummary
    }
    return nil
  }

  private static let changes: [(name: String, isSummedUp: Bool, change: @Sendable (CSSearchableItemAttributeSet) -> Void)] = [
    ("as it is", true, { _ in }), ("no author", false, { $0.authors = [] }), ("no date", false, { $0.contentCreationDate = nil }),
    ("old", false, { $0.contentCreationDate = Date(timeIntervalSinceNow: -25 * 3600) }),
    ("of yesterday", true, { $0.contentCreationDate = Date(timeIntervalSinceNow: -23 * 3600) }),
    ("short", false, { $0.textContent = "The zebra is ready. " + String(repeating: "a", count: 170) }),
    ("another type", false, { $0.contentType = UTType.text.identifier }),
    ("a message", true, { $0.contentType = UTType.message.identifier }),
    ("no text", false, { $0.textContent = nil }),
    (
      "a document", true,
      {
        $0.textContent = nil
        $0.htmlContentData = Data("<p>\(Self.text)</p>".utf8)
      }
    ),
    (
      "a voice message", true,
      {
        $0.contentType = "public.voice-audio"
        ($0.authors, $0.textContent, $0.transcribedTextContent) = (nil, nil, Self.text)
      }
    ),
  ]

  @Test(arguments: changes.indices)
  func `only new messages with a text and an author are summed up`(row: Int) async throws {
    let (name, isSummedUp, change) = Self.changes[row]
    try await index.indexSearchableItems([message(nil, change)])
    #expect(try await summary()?.hasPrefix(Self.beginning) ?? false == isSummedUp, "\(name)")
  }

  @Test func `nothing is summed up for a program that does not want it`() async throws {
    let item = message()
    item.updateListenerOptions = .priority
    try await index.indexSearchableItems([item])
    #expect(try await summary() == nil)
    let wanted = update { _ in }
    wanted.updateListenerOptions = .summarization
    try await index.indexSearchableItems([wanted])
    #expect(try await summary()?.hasPrefix(Self.beginning) ?? false)
  }

  @Test func `an update of the text makes another summary, and one of something else leaves it`() async throws {
    try await index.indexSearchableItems([message()])
    try await index.indexSearchableItems([update { $0.title = "Another title" }])
    #expect(try await summary()?.hasPrefix(Self.beginning) ?? false)
    try await index.indexSearchableItems([update { $0.textContent = "The horse is ready." + Self.text }])
    #expect(try await summary()?.hasPrefix("The horse is ready.") ?? false)
    try await index.indexSearchableItems([update { $0.textContentSummary = "My own summary" }])
    #expect(try await summary() == "My own summary")
    try await index.indexSearchableItems([message { $0.textContentSummary = "Mine" }])
    #expect(try await summary() == "Mine")
  }

  @Test func `short messages are summed up with those of their conversation that nobody has opened`() async throws {
    func put(
      _ identifier: String, _ text: String, hours: Double, domain: String? = "talk",
      _ change: (CSSearchableItemAttributeSet) -> Void = { _ in }
    ) async throws {
      let item = message(identifier) {
        $0.contentType = UTType.message.identifier
        $0.contentCreationDate = Date(timeIntervalSinceNow: -3600 * hours)
        $0.textContent = text
        $0.accountHandles = ["bob@example.org"]
        change($0)
      }
      item.domainIdentifier = domain
      try await index.indexSearchableItems([item])
    }
    func last(domain: String? = "talk") async throws -> String? {
      try await put(name, "Now the zebra is here.", hours: 0, domain: domain)
      return try await summary()
    }
    try await put("1", "The zebra is ill. " + String(repeating: "It does not eat. ", count: 8), hours: 3)
    #expect(try await last() == nil)
    try await put("2", "The doctor comes at three.", hours: 2)
    try await put("3", "He wants to see the zebra.", hours: 1)
    #expect(try await last() == "The doctor comes at three. He wants to see the zebra. Now the zebra is here.")
    // What is said later is no news about this one.
    try await put("3", "He wants to see another zebra.", hours: 1)
    #expect(try await last() == "The doctor comes at three. He wants to see the zebra. Now the zebra is here.")
    #expect(try await last(domain: nil) == nil)
    #expect(try await last(domain: "other") == nil)
    // Neither what was opened, nor what is old or one's own, counts.
    try await put("1", Self.text, hours: 3) { $0.lastUsedDate = Date() }
    #expect(try await last() == nil)
    try await put("1", Self.text, hours: 30)
    #expect(try await last() == nil)
    try await put("1", Self.text, hours: 3) {
      $0.authors = [CSPerson(displayName: nil, handles: ["bob@example.org"], handleIdentifier: "emailAddresses")]
    }
    #expect(try await last() == nil)
  }

  private func priority() async throws -> NSNumber? {
    let context = CSSearchQueryContext()
    context.fetchAttributes = ["isPriority"]
    for try await result in CSSearchQuery(queryString: "_kMDItemExternalID == \"\(name)\"", queryContext: context).results {
      return result.item.attributeSet.isPriority
    }
    return nil
  }

  @Test func `mail and messages have priority or not, and other items neither`() async throws {
    func put(_ text: String, type: UTType = .emailMessage, wants options: CSSearchableItem.UpdateListenerOptions = .priority) async throws {
      let item = message { $0.contentType = type.identifier }
      item.attributeSet.textContent = text
      item.attributeSet.primaryRecipients = [CSPerson(displayName: nil, handles: ["bob@example.org"], handleIdentifier: "emailAddresses")]
      item.updateListenerOptions = options
      try await index.indexSearchableItems([item])
    }
    try await put("Could you please call me today?")
    #expect(try await priority() == 1)
    try await put("The zebra eats grass.")
    #expect(try await priority() == 0)
    try await put("Could you please call me today?", wants: .summarization)
    #expect(try await priority() == nil)
    try await put("Could you please call me today?", type: .message, wants: [.priority, .summarization])
    #expect(try await priority() == 1)
    #expect(try await summary() == nil)
    try await put("Could you please call me today?", type: .text)
    #expect(try await priority() == nil)
    try await index.indexSearchableItems([message { $0.contentType = "public.voice-audio" }])
    #expect(try await priority() == nil)
  }

  @Test func `who was answered, and who takes part in a conversation, is known from other messages`() async throws {
    func person(_ name: String) -> CSPerson {
      CSPerson(displayName: nil, handles: ["\(name)@example.org"], handleIdentifier: "emailAddresses")
    }
    func put(_ identifier: String, from: String, to: String, domain: String, text: String = "The zebra eats grass.") async throws {
      let item = message(identifier) {
        ($0.authors, $0.primaryRecipients, $0.accountHandles) = ([person(from)], [person(to)], ["bob@example.org"])
        $0.textContent = text
      }
      (item.domainIdentifier, item.updateListenerOptions) = (domain, .priority)
      try await index.indexSearchableItems([item])
    }
    try await put(name, from: "ann", to: "bob", domain: "conversation")
    #expect(try await priority() == 0)
    for number in 0..<3 { try await put("sent-\(number)", from: "bob", to: "ann", domain: "conversation") }
    try await put(name, from: "ann", to: "bob", domain: "conversation")
    #expect(try await priority() == 1)
    // A hostile address is no query.
    try await put(name, from: "\") || (a == \"*", to: "bob", domain: "c\" || \"")
    #expect(try await priority() == 0)
  }

  @Test(.timeLimit(.minutes(2)))
  func `a delegate is told of each result once, of at most 100 at a time`() async throws {
    let delegate = Listener()
    index.indexDelegate = delegate
    let items = (0..<250).map { message("\($0)") }
    try await index.indexSearchableItems(items)
    while delegate.told.withLock({ $0.flatMap { $0 }.count < 250 }) { await Task.yield() }
    #expect(delegate.told.withLock { $0.map(\.count) } == [100, 100, 50])
    #expect(delegate.told.withLock { $0.flatMap { $0 }.allSatisfy { $0.hasPrefix(Self.beginning) } })
    // Neither the same text nor another item is news.
    try await index.indexSearchableItems([message("3"), message("4") { $0.textContent = "Short" }])
    try await index.indexSearchableItems([message("5") { $0.textContent = "News: " + Self.text }])
    while delegate.told.withLock({ $0.count < 4 }) { await Task.yield() }
    #expect(delegate.told.withLock { $0.last?.count } == 1)
    #expect(delegate.told.withLock { $0.last?.first?.hasPrefix("News: ") ?? false })
  }
}

/// Remembers the summaries that it is told.
private final class Listener: NSObject, CSSearchableIndexDelegate, Sendable {
  let told = Mutex<[[String]]>([])

  func searchableIndex(_ index: CSSearchableIndex, reindexAllSearchableItemsWithAcknowledgementHandler handler: @escaping () -> Void) {
    handler()
  }

  func searchableIndex(
    _ index: CSSearchableIndex, reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler: @escaping () -> Void
  ) {
    acknowledgementHandler()
  }

  func searchableItemsDidUpdate(_ items: [CSSearchableItem]) {
    told.withLock { $0.append(items.map { $0.attributeSet.textContentSummary ?? "" }) }
  }
}
