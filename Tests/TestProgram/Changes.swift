// SPDX-License-Identifier: Apache-2.0

import CoreSpotlight
import DiskRecorder
import IndexStore

/// Random changes of an index, with notes in the recording of the disk about what must be in it.
struct Changes {
  private let index: CSSearchableIndex
  /// The path of its store.
  private let path: String
  private var random: Random
  /// The expected items by their identifiers, and the expected client state.
  private var items: [String: (title: String, text: String, domain: String)] = [:]
  private var state = ""

  /// SplitMix64.
  private struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return value ^ (value >> 31)
    }
  }

  init(_ index: CSSearchableIndex, storedAt path: String, seed: UInt64) {
    (self.index, self.path) = (index, path)
    random = Random(state: seed)
  }

  mutating func make(_ count: Int) async throws {
    var number = 0
    while number < count {
      if Int.random(in: 0..<3, using: &random) == 0 {
        try await makeBatch(number)
        number += 1
      } else {
        // Some calls do not wait for those before.
        let end = min(count, number + Int.random(in: 1...3, using: &random))
        var calls: [Task<Void, any Error>] = []
        while number < end {
          calls.append(start(number))
          number += 1
        }
        for call in calls { try await call.value }
      }
      if number / 20 > (number - 1) / 20 { try maintain() }
    }
  }

  /// Makes the index smaller and faster, as the program does without writes for a while.
  private func maintain() throws {
    let store = try Store.open(path, .writeItems)
    try store.maintainItems(isQuiet: true) { true }
    try store.compact()
  }

  /// Notes what is in the index after a call that begins now.
  private func noteBeginning() {
    let lines = items.sorted { $0.key < $1.key }.map { "\($0.key)\t\($0.value.title)\t\($0.value.text)\n" }
    disk_recorder_note("state \(state)\n" + lines.joined())
  }

  private mutating func makeBatch(_ number: Int) async throws {
    let before = state
    state = "call \(number)"
    index.beginBatch()
    let added = newItems(number)
    noteBeginning()
    try await index.indexSearchableItems(added)
    try await index.endIndexBatch(expectedClientState: before.isEmpty ? nil : Data(before.utf8), newClientState: Data(state.utf8))
    disk_recorder_note("done")
  }

  private mutating func start(_ number: Int) -> Task<Void, any Error> {
    let (stream, continuation) = AsyncThrowingStream<Void, any Error>.makeStream()
    let done: @Sendable ((any Error)?) -> Void = { error in
      if error == nil { disk_recorder_note("done") }
      continuation.finish(throwing: error)
    }
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      let removed = (0..<10).map { _ in identifier() }
      for identifier in removed { items[identifier] = nil }
      noteBeginning()
      index.deleteSearchableItems(withIdentifiers: removed, completionHandler: done)
    case 1:
      let domain = domain()
      items = items.filter { $0.value.domain != domain }
      noteBeginning()
      index.deleteSearchableItems(withDomainIdentifiers: [domain], completionHandler: done)
    default:
      let added = newItems(number)
      noteBeginning()
      index.indexSearchableItems(added, completionHandler: done)
    }
    return Task { for try await _ in stream {} }
  }

  private mutating func newItems(_ number: Int) -> [CSSearchableItem] {
    let identifiers = Set((0..<Int.random(in: 1...25, using: &random)).map { _ in identifier() }).sorted()
    return identifiers.map { identifier in
      var text = "The text of call \(number):"
      // Random digits, which do not become shorter when they are compressed.
      let words = Int.random(in: 0..<12, using: &random) == 0 ? 400 : Int.random(in: 1...8, using: &random)
      for _ in 0..<words { text += " \(UInt64.random(in: 0..<1 << 48, using: &random))" }
      let domain = domain()
      items[identifier] = ("call \(number)", text, domain)
      let attributes = CSSearchableItemAttributeSet(contentType: .text)
      attributes.title = "call \(number)"
      attributes.textContent = text
      return CSSearchableItem(uniqueIdentifier: identifier, domainIdentifier: domain, attributeSet: attributes)
    }
  }

  private mutating func identifier() -> String { "item \(Int.random(in: 0..<100, using: &random))" }

  private mutating func domain() -> String { "domain\(Int.random(in: 0..<6, using: &random))" }
}
