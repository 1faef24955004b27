// SPDX-License-Identifier: Apache-2.0

import CoreSpotlight
import TestSupport
import Testing

/// The content of items from the delegate of the program, and what else delegates are told.
@Suite(.serialized) struct ItemContentTests {
  private let index: CSSearchableIndex
  private let delegate: ContentDelegate

  init() {
    TestHome.prepare()
    index = CSSearchableIndex(name: UUID().uuidString)
    delegate = ContentDelegate()
    index.indexDelegate = delegate
  }

  /// A delegate with texts as data, and everything else as files.
  private final class ContentDelegate: NSObject, CSSearchableIndexDelegate, @unchecked Sendable {
    private let lock = NSLock()
    private var calls: [String] = []
    var allCalls: [String] { lock.withLock { calls } }

    private func note(_ call: String) { lock.withLock { calls.append(call) } }

    func searchableIndex(
      _ searchableIndex: CSSearchableIndex,
      reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler: @escaping () -> Void
    ) {}

    func searchableIndex(
      _ searchableIndex: CSSearchableIndex, reindexSearchableItemsWithIdentifiers identifiers: [String],
      acknowledgementHandler: @escaping () -> Void
    ) {}

    func searchableIndexDidThrottle(_ searchableIndex: CSSearchableIndex) { note("throttle") }

    func searchableIndexDidFinishThrottle(_ searchableIndex: CSSearchableIndex) { note("finish") }

    func data(for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String) throws -> Data {
      guard typeIdentifier != "public.jpeg" else { throw CocoaError(.featureUnsupported) }
      return Data("\(itemIdentifier) as \(typeIdentifier)".utf8)
    }

    func fileURL(
      for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String, inPlace: Bool
    ) throws -> URL {
      let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try Data("file of \(itemIdentifier)".utf8).write(to: url)
      return url
    }
  }

  private func fetch(_ item: String, _ type: UTType) async throws -> String {
    let data = try await index.fetchData(
      forBundleIdentifier: CSSearchableIndex.bundleIdentifier, itemIdentifier: item, contentType: type)
    return String(decoding: data, as: UTF8.self)
  }

  @Test func `the delegate supplies a type that conforms to the wanted one`() async throws {
    let attributes = CSSearchableItemAttributeSet(contentType: .text)
    attributes.providerDataTypeIdentifiers = ["public.plain-text"]
    attributes.providerInPlaceFileTypeIdentifiers = ["public.jpeg"]
    let plain = CSSearchableItemAttributeSet(contentType: .text)
    try await index.indexSearchableItems([
      CSSearchableItem(uniqueIdentifier: "1", domainIdentifier: nil, attributeSet: attributes),
      CSSearchableItem(uniqueIdentifier: "2", domainIdentifier: nil, attributeSet: plain),
    ])
    #expect(try await fetch("1", .plainText) == "1 as public.plain-text")
    #expect(try await fetch("1", .text) == "1 as public.plain-text")
    #expect(try await fetch("1", .image) == "file of 1")
    #expect(try await fetch("2", .pdf) == "2 as com.adobe.pdf")
    for (item, type) in [("1", UTType.audio), ("3", .text)] {
      await #expect {
        try await fetch(item, type)
      } throws: {
        ($0 as? CSIndexError)?.code == .invalidItemError
      }
    }
  }

  @Test func `the handler receives the content or an error`() async {
    let error = await withCheckedContinuation { continuation in
      index.fetchData(forBundleIdentifier: "org.example.None", itemIdentifier: "1", contentType: .text) { data, error in
        continuation.resume(returning: data == nil ? error : nil)
      }
    }
    #expect((error as? CSIndexError)?.code == .invalidItemError)
  }

  @Test(.timeLimit(.minutes(10)))
  func `the delegate is told to slow down, and when that is over`() async throws {
    let items = (0..<20_001).map {
      CSSearchableItem(uniqueIdentifier: "\($0)", domainIdentifier: nil, attributeSet: CSSearchableItemAttributeSet(contentType: .text))
    }
    try await index.indexSearchableItems(items)
    while delegate.allCalls.count < 2 { await Task.yield() }
    #expect(delegate.allCalls == ["throttle", "finish"])
  }
}
