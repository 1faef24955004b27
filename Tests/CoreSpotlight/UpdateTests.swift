// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Attributes
import CoreSpotlight
import TestSupport
import Testing

/// An update changes what it contains and nothing else.
@Suite(.serialized) struct UpdateTests {
  private let index: CSSearchableIndex
  private let name = UUID().uuidString

  init() {
    TestHome.prepare()
    index = CSSearchableIndex(name: name)
  }

  private static var customKeys: [CSCustomAttributeKey] { (1...3).compactMap { CSCustomAttributeKey(keyName: "com_example_key\($0)") } }

  private func item(_ attributes: CSSearchableItemAttributeSet, isUpdate: Bool = false) -> CSSearchableItem {
    let item = CSSearchableItem(uniqueIdentifier: name, domainIdentifier: nil, attributeSet: attributes)
    item.isUpdate = isUpdate
    return item
  }

  /// The item with all attributes and the custom keys.
  private func stored() async throws -> CSSearchableItem {
    let context = CSSearchQueryContext()
    context.fetchAttributes = AttributeKey.all.map(\.description) + Self.customKeys.map(\.keyName)
    var found: [CSSearchableItem] = []
    for try await result in CSSearchQuery(queryString: "_kMDItemExternalID == \"\(name)\"", queryContext: context).results {
      found.append(result.item)
    }
    #expect(found.count == 1)
    return try #require(found.first)
  }

  private func expectItem(_ expected: CSSearchableItem, _ comment: Comment) async throws {
    let stored = try await stored()
    for key in AttributeKey.all {
      #expect(stored.attributeSet.record[key] == expected.attributeSet.record[key], "\(key), \(comment)")
    }
    #expect(stored.attributeSet.record.custom == expected.attributeSet.record.custom, comment)
    #expect(abs(stored.expirationDate.timeIntervalSince(expected.expirationDate)) < 2, comment)
  }

  /// Sets an attribute through the property that a program uses; `nil` removes it.
  private func set(_ key: AttributeKey, of set: CSSearchableItemAttributeSet, to number: Int?) {
    let definition = key.definition
    let date = number.map { Date(timeIntervalSinceReferenceDate: Double($0)) }
    let person = number.map { CSPerson(displayName: "Person \($0)", handles: ["\($0)"], handleIdentifier: "emailAddresses") }
    let data = number.map { Data((key == .htmlContentData ? "<p>html\($0)" : "\($0)").utf8) }
    switch (definition.type, definition.multiplicity) {
    case (.string, .one): set[key] = number.map { "text\($0)" }
    case (.string, .many): set[key] = number.map { ["one\($0)", "two"] }
    case (.integer, _), (.number, _): set[key] = number.map { NSNumber(value: $0) }
    case (.boolean, _): set[key] = number.map { NSNumber(value: $0.isMultiple(of: 2)) }
    case (.date, .one): set[key] = date
    case (.date, .many): set[key] = date.map { [$0] }
    case (.url, _): set[key] = number.flatMap { URL(string: "https://example.org/\($0)") }
    case (.data, _): set[key] = data
    case (.person, .one): set[key] = person
    case (.person, .many): set[key] = person.map { [$0] }
    case (.dictionary, _): set.emailHeaders = number.map { ["Subject": ["\($0)"]] }
    }
  }

  @Test func `every attribute can be changed and removed, and the others stay`() async throws {
    var whole = CSSearchableItemAttributeSet()
    for key in AttributeKey.all { set(key, of: whole, to: Int(key.rawValue)) }
    for key in AttributeKey.all { #expect(whole.record[key] != nil, "the test knows the type of \(key)") }
    // Every twelfth attribute at once. Those of two rounds are changed in one and removed in the other.
    for round in 0..<24 {
      let expected = item(whole)
      expected.expirationDate = Date(timeIntervalSinceNow: 1e7)
      let update = item(CSSearchableItemAttributeSet(), isUpdate: true)
      whole = whole.copy() as? CSSearchableItemAttributeSet ?? whole
      for key in AttributeKey.all where Int(key.rawValue) % 12 == round % 12 {
        // Without a text of its own, the item would have that of its document.
        let isChanged = key == .textContent || (Int(key.rawValue) / 12 + round / 12).isMultiple(of: 2)
        let value = isChanged ? 1000 + round : nil
        set(key, of: update.attributeSet, to: value)
        set(key, of: whole, to: value)
      }
      try await index.indexSearchableItems([expected, update])
      let changed = item(whole)
      changed.expirationDate = expected.expirationDate
      try await expectItem(changed, "in round \(round)")
    }
  }

  @Test(arguments: 0..<12)
  func `random updates change what they name, also after archiving and moving`(round: Int) async throws {
    var random = SeededGenerator()
    let (first, expected) = (item(CSSearchableItemAttributeSet()), item(CSSearchableItemAttributeSet()))
    var hasOwnText = false
    func change(_ set: CSSearchableItemAttributeSet, count: Int) {
      for key in AttributeKey.all.shuffled(using: &random).prefix(count) {
        let number = Int.random(in: 0..<3, using: &random) == 0 ? nil : Int.random(in: 0..<9999, using: &random)
        self.set(key, of: set, to: number)
        self.set(key, of: expected.attributeSet, to: number)
      }
      for key in Self.customKeys where Bool.random(using: &random) {
        let values: [(any NSSecureCoding)?] = [nil, NSNull(), NSNumber(value: 3), NSString(string: "text")]
        let value = values.randomElement(using: &random) ?? nil
        set.setValue(value, forCustomKey: key)
        expected.attributeSet.setValue(value, forCustomKey: key)
      }
      // Without a text of its own, an item has that of its document.
      if set.textContent != nil { hasOwnText = true }
      if set.removals[.textContent] != nil { hasOwnText = false }
      guard !hasOwnText else { return }
      if let html = set.htmlContentData {
        // A paragraph is between lines.
        expected.attributeSet.textContent = "\n" + String(decoding: html.dropFirst(3), as: UTF8.self) + "\n"
      } else if set.removals[.textContent] != nil || set.removals[.htmlContentData] != nil {
        expected.attributeSet.textContent = nil
      }
    }
    change(first.attributeSet, count: 120)
    if Bool.random(using: &random) { first.expirationDate = Date(timeIntervalSinceNow: 5e6) }
    expected.expirationDate = first.expirationDate
    try await index.indexSearchableItems([first])
    for step in 0..<8 {
      let update = item(CSSearchableItemAttributeSet(), isUpdate: true)
      change(update.attributeSet, count: Int.random(in: 0..<20, using: &random))
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        (update.expirationDate, expected.expirationDate) = (.distantFuture, .distantFuture)
      case 1:
        let date = Date(timeIntervalSinceNow: .random(in: 1e5...1e8, using: &random))
        (update.expirationDate, expected.expirationDate) = (date, date)
      default: break
      }
      var submitted = update
      switch Int.random(in: 0..<3, using: &random) {
      case 0: submitted = try #require(try archivedCopy(of: update))
      case 1:
        let target = CSSearchableItemAttributeSet()
        target.move(from: try #require(try archivedCopy(of: update.attributeSet)))
        update.attributeSet = target
      default: submitted = SearchableItem(update).item
      }
      try await index.indexSearchableItems([submitted])
      try await expectItem(expected, "seed \(random.seed), step \(step)")
    }
  }

  @Test func `options stay with the item until an update sets others`() async throws {
    let whole = item(CSSearchableItemAttributeSet())
    whole.updateListenerOptions = [.summarization, .init(rawValue: 1 << 63)]
    try await index.indexSearchableItems([whole, item(CSSearchableItemAttributeSet(), isUpdate: true)])
    #expect(try await stored().updateListenerOptions == whole.updateListenerOptions)
    for options in [[.priority], []] as [CSSearchableItem.UpdateListenerOptions] {
      let update = item(CSSearchableItemAttributeSet(), isUpdate: true)
      update.updateListenerOptions = options
      try await index.indexSearchableItems([try #require(try archivedCopy(of: update))])
      #expect(try await stored().updateListenerOptions == options)
    }
  }

  @Test func `the default date of an update is not a date, and a domain stays`() async throws {
    let whole = item(CSSearchableItemAttributeSet())
    (whole.domainIdentifier, whole.expirationDate) = ("mail.work", .distantFuture)
    try await index.indexSearchableItems([whole, item(CSSearchableItemAttributeSet(), isUpdate: true)])
    #expect(try await stored().expirationDate == .distantFuture)
    #expect(try await stored().domainIdentifier == "mail.work")
    let removal = item(CSSearchableItemAttributeSet(), isUpdate: true)
    removal.attributeSet.domainIdentifier = nil
    try await index.indexSearchableItems([removal])
    #expect(try await stored().domainIdentifier == nil)
    #expect(try await stored().attributeSet.domainIdentifier == nil)
    try await index.deleteSearchableItems(withDomainIdentifiers: ["mail"])
    #expect(try await stored().domainIdentifier == nil)
  }
}
