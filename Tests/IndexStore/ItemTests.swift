import Attributes
import QueryLanguage
import Testing

@testable import IndexStore

@Suite struct ItemTests {
  let temporary = TemporaryFolder()
  var path: String { temporary.path + "/store" }

  @Test(arguments: 0..<12 as Range<UInt64>)
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
