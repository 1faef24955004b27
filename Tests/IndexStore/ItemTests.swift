// SPDX-License-Identifier: Apache-2.0

import Attributes
import QueryLanguage
import TestSupport
import Testing

@testable import IndexStore

@Suite struct ItemTests {
  let temporary = TemporaryFolder()
  var path: String { temporary.path + "/store" }

  @Test(arguments: (0..<6 as Range<UInt64>).sampled(every: 2))
  func `a store agrees with a dictionary after random changes`(seed: UInt64) throws {
    let model = try ModelItems(path, seed: seed)
    for step in 0..<40 {
      try model.change()
      if step == 20 { try model.store.compact() }
      if step % 8 == 7 { try model.store.indexPending() }
      let (stored, present) = (try model.storedItems(), model.present)
      #expect(stored.map(\.identifier) == present.map(\.identifier), "seed \(seed), step \(step)")
      #expect(stored.map(\.attributes) == present.map(\.attributes), "seed \(seed), step \(step)")
      #expect(stored.map(\.text) == present.map(\.text), "seed \(seed), step \(step)")
      #expect(stored.map(\.domain) == present.map(\.domain), "seed \(seed), step \(step)")
      #expect(try model.store.read { snapshot throws(StoreError) in try snapshot.clientState() } == model.clientState)
      for query in Self.queries { #expect(try model.found(query) == model.expected(query), "seed \(seed), step \(step): \(query)") }
    }
    #expect(try model.store.verify().map(\.description) == [])
  }

  private static let queries =
    ModelItems.words.flatMap { ["title == \"\($0)*\"cd", "kMDItemTextContent == \"\($0)\"cdw", "** == \"*\($0)*\"", "* == \"\($0)\"w"] } + [
      "rankingHint > 50 && !(title == \"*budget*\")", "domainIdentifier == \"mail*\"", "com_example_one == \"*\"",
      "_kMDItemExternalID == \"item 1*\"", "displayName != \"tea\"", "kMDItemTextContent == \"tea budget\"",
    ]

  @Test func `a store of items that was closed has the same items and client state`() throws {
    let item = Item(identifier: "1", domain: "a.b", attributes: AttributeRecord(), text: "hello")
    do {
      let store = try Store.open(path, .writeItems)
      #expect(try store.apply([.put(item)], settingClientState: ClientStateChange(new: [7])))
    }
    let model = try ModelItems(path, seed: 1)
    #expect(try model.storedItems() == [item])
    try model.store.read { snapshot throws(StoreError) in
      #expect(snapshot.content == .items)
      #expect(try snapshot.clientState() == [7])
    }
  }

  @Test func `removing the domain of many items takes few rows, and sweeping removes the rest`() throws {
    let model = try ModelItems(path, seed: 1)
    let items = (0..<3000).map { Item(identifier: "\($0)", domain: "mail.\($0 % 3)", expiration: .max - 1, text: "hello \($0)") }
    #expect(try model.store.apply(items.map { .put($0) }))
    #expect(try model.found("kMDItemTextContent == 'hello'").count == 3000)
    let rows = try model.store.commit { transaction throws(StoreError) in
      try transaction.removeDomain("mail")
      return transaction.pending.rowsWritten
    }
    #expect(rows < 10)
    #expect(try model.found("kMDItemTextContent == 'hello'").isEmpty)
    // Items with the same identifiers are new ones.
    #expect(try model.store.apply([.put(items[5])]))
    try model.store.settle()
    #expect(try model.found("kMDItemTextContent == 'hello'") == ["5"])
    #expect(try model.store.verify().map(\.description) == [])
    try model.store.read { snapshot throws(StoreError) in
      #expect(try snapshot.transaction.size(of: .items).entries == 1)
      #expect(try snapshot.transaction.size(of: .expirations).entries == 1)
    }
  }

  @Test func `two stores in turn change the same items without losing any`() throws {
    let (one, two) = (try Store.open(path, .writeItems), try Store.open(path, .writeItems))
    for round in 0..<20 {
      let store = round.isMultiple(of: 2) ? one : two
      #expect(try store.apply((0..<5).map { .put(Item(identifier: "\($0)", text: "round\(round)")) }))
      #expect(try store.apply([.put(Item(identifier: "new \(round)"))]))
    }
    let model = try ModelItems(path, seed: 0)
    #expect(try model.found("kMDItemTextContent == 'round19'").count == 5)
    #expect(try model.found("kMDItemTextContent == 'round18'").isEmpty)
    #expect(try model.storedItems().count == 25)
  }

  @Test func `a store of files has no tables of items`() throws {
    let store = try Store.open(path, .write(creating: true))
    try store.read { snapshot throws(StoreError) in
      #expect(snapshot.content == .files)
      #expect(snapshot.lease.generation.tables == CatalogTable.common)
    }
  }

  @Test func `ranked queries find items, but none that has expired or was removed`() throws {
    let model = try ModelItems(path, seed: 1)
    func item(_ identifier: String, _ title: String, domain: String? = nil, expiration: Int64? = nil) -> ItemChange {
      var record = AttributeRecord()
      record[.title] = .string(title)
      return .put(Item(identifier: identifier, domain: domain, expiration: expiration, attributes: record, text: "text of \(title)"))
    }
    #expect(
      try model.store.apply([
        item("1", "Chocolate milk"), item("2", "Milk", expiration: 1_700_000_000), item("3", "Milk chocolate cake", domain: "a"),
        item("4", "Milk"),
      ]))
    for isIndexed in [false, true] {
      if isIndexed { try model.store.indexPending() }
      let hits = try model.store.ranked(RankedQuery("milk"))
      let found = try model.store.read { snapshot throws(StoreError) in
        var found: [String?] = []
        for hit in hits { found.append(try snapshot.attributes(of: hit.reference.document)?.itemIdentifier) }
        return found
      }
      #expect(found == ["4", "3", "1"])
      #expect(try model.store.completions(of: "choc", limit: 9).map(\.text).contains("Chocolate milk"))
    }
    #expect(try model.store.apply([.removeDomain("a"), .remove(["4"])]))
    #expect(try model.store.ranked(RankedQuery("milk")).count == 1)
  }
}

/// What people chose changes the order of results.
@Suite struct EngagementTests {
  let temporary = TemporaryFolder()

  private func makeModel() throws -> ModelItems {
    let model = try ModelItems(temporary.path + "/store", seed: 1)
    let titles = ["Milk", "Milk shake", "Chocolate almond milk", "Warm milk with honey"]
    let changes = titles.map { title in
      var record = AttributeRecord()
      record[.title] = .string(title)
      return ItemChange.put(Item(identifier: title, attributes: record))
    }
    #expect(try model.store.apply(changes))
    return model
  }

  private func ranked(_ query: String, _ model: ModelItems) throws -> [String] {
    let boosts = try model.store.read { snapshot throws(StoreError) in try snapshot.engagement(with: query, at: model.store.clock()) }
    let hits = try model.store.ranked(RankedQuery(query), adjusting: boosts)
    return try model.store.read { snapshot throws(StoreError) in
      var found: [String] = []
      for hit in hits { found.append(try snapshot.attributes(of: hit.reference.document)?.itemIdentifier ?? "") }
      return found
    }
  }

  @Test func `one choice lifts an item over all others, also for prefixes of the query`() throws {
    let model = try makeModel()
    let before = try ranked("milk", model)
    #expect(before.first == "Milk")
    let chosen = "Chocolate almond milk"
    let passed = Array(before.prefix { $0 != chosen })
    try model.store.record(Engagement(query: "Milk ", item: chosen, passed: passed, kind: .select))
    #expect(try ranked("milk", model).first == chosen)
    #expect(try ranked("mil", model).first == chosen)
    // Another opener of the store has it, too.
    let other = try ModelItems(temporary.path + "/store", seed: 2)
    #expect(try ranked("milk", other).first == chosen)
    #expect(try ranked("honey", other) == ["Warm milk with honey"])
  }

  @Test func `one choice lifts an item over one whose title is the query`() throws {
    let model = try makeModel()
    var record = AttributeRecord()
    record[.title] = .string("Breakfast")
    record[.keywords] = .array([.string("milk")])
    #expect(try model.store.apply([.put(Item(identifier: "Breakfast", attributes: record))]))
    let before = try ranked("milk", model)
    #expect(before.first == "Milk" && before.last == "Breakfast")
    try model.store.record(Engagement(query: "milk", item: "Breakfast", passed: before.dropLast(), kind: .select))
    #expect(try ranked("milk", model).first == "Breakfast")
    model.advance(by: 180 * 86_400)
    #expect(try ranked("milk", model).first == "Milk")
  }

  @Test func `choices fade, and go with their items`() throws {
    let model = try makeModel()
    try model.store.record(Engagement(query: "milk", item: "Milk shake", passed: [], kind: .select))
    func value() throws -> Double? {
      try model.store.read { snapshot throws(StoreError) in try snapshot.engagement(with: "milk", at: model.store.clock()) }.values.first
    }
    #expect(try value() == 0.5)
    model.advance(by: 30 * 86_400)
    #expect(abs((try value() ?? 0) - 1 / 3.0) < 0.001)
    #expect(try model.store.apply([.remove(["Milk shake"])]))
    #expect(try value() == nil)
    #expect(try model.store.verify().isEmpty)
  }

  @Test func `results that were passed over lose weight`() throws {
    let model = try makeModel()
    try model.store.record(Engagement(query: "milk", item: "Milk", passed: [], kind: .focus))
    for _ in 0..<3 { try model.store.record(Engagement(query: "milk", item: "Milk shake", passed: ["Milk"], kind: .focus)) }
    let values = try model.store.read { snapshot throws(StoreError) in try snapshot.engagement(with: "milk", at: model.store.clock()) }
    #expect(values.count == 1)
  }

  @Test func `chosen suggestions and queries are suggested again`() throws {
    let model = try makeModel()
    try model.store.record(chosenSuggestion: "Chocolate almond milk")
    try model.store.record(Engagement(query: "choice", item: "Milk", passed: [], kind: .select))
    try model.store.record(chosenSuggestion: "Chocolate almond milk")
    try model.store.read { snapshot throws(StoreError) in
      #expect(try snapshot.engagedTexts(beginningWith: "cho", at: model.store.clock()) == ["Chocolate almond milk", "choice"])
      #expect(try snapshot.engagedTexts(beginningWith: "choice", at: model.store.clock()) == [])
    }
  }
}
