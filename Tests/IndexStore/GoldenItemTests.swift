// SPDX-License-Identifier: Apache-2.0

import Attributes
import Glibc
import Segments
import Testing

@testable import IndexStore

/// A store of items for each pair of formats; see ``KeptStore``. Only the catalog has their texts, so
/// nothing of it may be lost.
@Suite(.serialized) struct GoldenItemTests {
  let temporary = TemporaryFolder()
  private var path: String { temporary.path + "/store" }

  /// Fills an empty store: items in several segments and some that are not in one, a client state,
  /// choices of a user, a domain whose items were removed, and an item that has expired.
  private func fill() throws {
    let store = try ModelItems(path, seed: 0).store
    for run in 0..<3 {
      let items = (0..<12).map { item(12 * run + $0) }
      #expect(try store.apply(items.map { .put($0) }, settingClientState: ClientStateChange(new: [UInt8(run), 7])))
      try store.indexPending()
    }
    var update = ItemUpdate(identifier: "3")
    update.attributes[.subject] = .string("New subject")
    let removed = (0..<5).map { Item(identifier: "removed \($0)", domain: "old.\($0)", text: "common") }
    #expect(try store.apply(removed.map { .put($0) } + [.put(Item(identifier: "expired", expiration: 1_600_000_000, text: "common"))]))
    #expect(try store.apply([.update(update), .remove(["35"]), .put(item(36)), .removeDomain("old")]))
    try store.record(Engagement(query: "title", item: "30", passed: ["1"], kind: .select))
    try store.record(chosenSuggestion: "Title of 5")
  }

  private func item(_ number: Int) -> Item {
    var record = AttributeRecord()
    record[.title] = .string("Title of \(number)")
    record.setCustom("com_example_number", to: .integer(Int64(number)), searchability: .byDefault)
    return Item(
      identifier: "\(number)", domain: number.isMultiple(of: 3) ? "mail.in" : nil,
      expiration: number.isMultiple(of: 4) ? 4_000_000_000 : nil, attributes: record, text: "common words of number\(number)")
  }

  private var expected: [Item] {
    var items = (0..<37).filter { $0 != 35 }.map(item)
    items[3].attributes[.subject] = .string("New subject")
    return items.sorted { $0.identifier < $1.identifier }
  }

  private func expectContent(of model: ModelItems, also added: [Item] = []) throws {
    // Expirations are not among the attributes.
    let stored = try model.storedItems()
    let expected = (expected + added).sorted { $0.identifier < $1.identifier }
    #expect(stored.map(\.identifier) == expected.map(\.identifier))
    #expect(stored.map(\.attributes) == expected.map(\.attributes))
    #expect(stored.map(\.domain) == expected.map(\.domain))
    #expect(stored.map(\.text) == expected.map(\.text))
    #expect(try model.found("kMDItemTextContent == 'number1*' && title == 'Title*'").count == 11)
    #expect(try model.found("subject == 'new*'c && com_example_number == 3") == ["3"])
    #expect(try model.store.verify().map(\.description) == [])
    try model.store.read { snapshot throws(StoreError) in
      #expect(snapshot.content == .items)
      #expect(try snapshot.clientState() == [2, 7])
      #expect(try snapshot.engagement(with: "title", at: model.store.clock()).count == 1)
      #expect(try snapshot.engagedTexts(beginningWith: "tit", at: model.store.clock()).sorted() == ["Title of 5", "title"])
      #expect(try snapshot.transaction.size(of: .expirations).entries >= 10)
    }
  }

  @Test func `each pair of formats has a store`() throws {
    let kept = KeptStore.current(.items)
    if getenv("RECORD_SNAPSHOTS") != nil {
      try fill()
      try kept.pack(from: temporary)
    }
    #expect(access(kept.path, R_OK) == 0, "there is no store of the present formats; KeptStore tells how to make one")
  }

  @Test(arguments: KeptStore.all(.items))
  func `no item of a store of an earlier format is lost`(kept: KeptStore) throws {
    try #require(kept.catalog == Store.format, "items of this format need a migration")
    try kept.unpack(into: temporary)
    let model = try ModelItems(path, seed: 1)
    // Before segments are built again, too.
    #expect(try model.storedItems().count == expected.count)
    try model.store.settle()
    try expectContent(of: model)
    let added = Item(identifier: "added", attributes: AttributeRecord(), text: "new words")
    #expect(try model.store.apply([.put(added)]))
    try model.store.settle()
    try expectContent(of: model, also: [added])
    #expect(try model.store.apply([.removeDomain("mail"), .remove(["added"])]))
    #expect(try model.storedItems().count == expected.filter { $0.domain == nil }.count)
  }
}
