// SPDX-License-Identifier: Apache-2.0

import Attributes
import QueryLanguage
import Synchronization
import TestSupport

@testable import IndexStore

/// A store of items beside a dictionary that must contain the same items.
final class ModelItems {
  let store: Store
  private(set) var items: [String: Item] = [:]
  private(set) var clientState: [UInt8]?
  private let now: Clock
  var random: RandomFiles

  /// The clock of the store and of the model.
  final class Clock: Sendable {
    private let value = Atomic<Int64>(1_700_000_000)
    var time: Int64 { value.load(ordering: .relaxed) }
    func advance(by seconds: Int64) { value.add(seconds, ordering: .relaxed) }
  }

  static let words = ["budget", "Kaffee", "café", "window", "paris", "tea", "Tokyo", "recipe"]
  static let domains: [String?] = [nil, "mail", "mail.work", "mail.work.old", "notes", "a..b", String(repeating: "long", count: 90)]

  init(_ path: String, seed: UInt64) throws {
    let clock = Clock()
    now = clock
    random = RandomFiles(seed: seed)
    store = try Store.open(path, .writeItems, clock: { clock.time })
  }

  func advance(by seconds: Int64) { now.advance(by: seconds) }

  /// Items that have not expired.
  var present: [Item] {
    items.values.filter { $0.expiration ?? .max > now.time }.sorted { $0.identifier < $1.identifier }
  }

  /// Makes some random changes in one call.
  func change() throws {
    if random.chance(5) { now.advance(by: Int64(random.number(below: 30))) }
    var changes: [ItemChange] = []
    for _ in 0..<1 + random.number(below: 6) { changes.append(change()) }
    if random.chance(3) {
      let new = [UInt8(random.number(below: 256))]
      if random.chance(4) {
        let wrong = ClientStateChange(new: new, expected: .state((clientState ?? []) + [1]))
        guard try !store.apply(changes, settingClientState: wrong) else { throw Mismatch(text: "a wrong state was accepted") }
      }
      guard try store.apply(changes, settingClientState: ClientStateChange(new: new, expected: .state(clientState))) else {
        throw Mismatch(text: "the right state was refused")
      }
      for change in changes { apply(change) }
      clientState = new
    } else {
      guard try store.apply(changes) else { throw Mismatch(text: "changes without a state were refused") }
      for change in changes { apply(change) }
    }
    if random.chance(4) { try store.settle() }
  }

  struct Mismatch: Error { var text: String }

  private func change() -> ItemChange {
    switch random.number(below: 12) {
    case 0..<6: .put(item())
    case 6, 7: .update(update())
    case 8, 9: .remove([identifier(), identifier()])
    case 10: .removeDomain(random.element(of: Self.domains) ?? "notes")
    default: random.chance(8) ? .removeAll : .removeDomain("mail.work")
    }
  }

  private func identifier() -> String {
    let number = random.number(below: 40)
    return number == 0 ? "" : number < 3 ? String(repeating: "https://example.org/", count: 30) + "\(number)" : "item \(number)"
  }

  private func update() -> ItemUpdate {
    let item = item()
    var update = ItemUpdate(identifier: item.identifier)
    update.attributes = item.attributes
    func change<Value>(_ value: Value?) -> ItemUpdate.Change<Value> {
      value.map { .set($0) } ?? (random.chance(3) ? .remove : .keep)
    }
    (update.domain, update.expiration, update.text) = (change(item.domain), change(item.expiration), change(item.text))
    if random.chance(3) { (update.attributes[.title], update.removals[.title]) = (nil, .null) }
    if random.chance(3) {
      update.attributes.setCustom("com_example_one", to: nil)
      update.removals.setCustom("com_example_one", to: .null)
    }
    return update
  }

  private func item() -> Item {
    var record = AttributeRecord()
    record[.title] = .string(random.element(of: Self.words) + " " + random.element(of: Self.words))
    if random.chance(2) { record[.displayName] = .string(random.element(of: Self.words)) }
    if random.chance(2) { record[.rankingHint] = .integer(Int64(random.number(below: 100))) }
    if random.chance(3) { record.setCustom("com_example_one", to: .string(random.element(of: Self.words)), searchability: .byDefault) }
    let text = random.chance(2) ? (0..<random.number(below: 9)).map { _ in random.element(of: Self.words) }.joined(separator: " ") : nil
    let expiration = random.chance(3) ? now.time + Int64(random.number(below: 60)) - 5 : nil
    return Item(
      identifier: identifier(), domain: random.element(of: Self.domains), expiration: expiration, attributes: record,
      text: text?.isEmpty ?? true ? nil : text)
  }

  private func apply(_ change: ItemChange) {
    switch change {
    case .put(let item): items[item.identifier] = item
    case .update(let update):
      guard var item = items[update.identifier], item.expiration ?? .max > now.time else { return }
      for entry in update.attributes.known { item.attributes[entry.key] = entry.value }
      for entry in update.removals.known { item.attributes[entry.key] = nil }
      for entry in update.attributes.custom {
        item.attributes.setCustom(entry.name, to: entry.value, searchability: entry.searchability)
      }
      for entry in update.removals.custom { item.attributes.setCustom(entry.name, to: nil) }
      func apply<Value>(_ change: ItemUpdate.Change<Value>, to value: inout Value?) {
        switch change {
        case .keep: break
        case .remove: value = nil
        case .set(let new): value = new
        }
      }
      apply(update.domain, to: &item.domain)
      apply(update.expiration, to: &item.expiration)
      apply(update.text, to: &item.text)
      items[item.identifier] = item
    case .remove(let identifiers): for identifier in identifiers { items[identifier] = nil }
    case .removeDomain(let domain):
      items = items.filter { $0.value.domain.map { $0 != domain && !$0.hasPrefix(domain + ".") } ?? true }
    case .removeAll: (items, clientState) = ([:], nil)
    }
  }

  // MARK: Reading

  /// The items of the store that searches find, in the order of their identifiers.
  func storedItems() throws -> [Item] {
    let references = try store.search(Query(parsing: "_kMDItemExternalID == \"*\"")).references()
    return try store.read { snapshot throws(StoreError) in
      var stored: [Item] = []
      for reference in references {
        guard var record = try snapshot.attributes(of: reference.document), let identifier = record.itemIdentifier else { continue }
        record.setCustom(Item.identifierName, to: nil)
        var domain: String?
        if case .string(let name)? = record[.domainIdentifier] { domain = name }
        record[.domainIdentifier] = nil
        stored.append(
          Item(identifier: identifier, domain: domain, attributes: record, text: try snapshot.text(of: reference.document)))
      }
      return stored.sorted { $0.identifier < $1.identifier }
    }
  }

  /// The identifiers of the items that match a query.
  func found(_ query: String) throws -> [String] {
    let references = try store.search(Query(parsing: query)).references()
    return try store.read { snapshot throws(StoreError) in
      var found: [String] = []
      for reference in references {
        if case .string(let identifier)? = try snapshot.value(of: .custom(Item.identifierName), for: reference) { found.append(identifier) }
      }
      return found.sorted()
    }
  }

  /// The identifiers of the items that match according to the evaluator.
  func expected(_ query: String) throws -> [String] {
    let predicate = CompiledPredicate(try Query(parsing: query), in: .current())
    return try present.filter { item in
      var document = MemoryDocument(text: item.text)
      document.record = item.attributes
      document.record[.domainIdentifier] = item.domain.map { .string($0) }
      document.record.setCustom(Item.identifierName, to: .string(item.identifier))
      return try predicate.matches(document)
    }.map(\.identifier)
  }
}
