// SPDX-License-Identifier: Apache-2.0

import Attributes
import QueryLanguage
import TestSupport
import Testing
import TextAnalysis

@testable import IndexStore

/// Stores that need not be opened, because their filter excludes a match.
struct ItemFilterTests {
  private let temporary = TemporaryFolder()
  private var path: String { temporary.path + "/store" }

  private func predicate(_ query: String) throws -> CompiledPredicate { CompiledPredicate(try Query(parsing: query), in: .current()) }

  private func mayMatch(_ query: String) throws -> Bool { Store.itemFilterAnswer(to: try predicate(query), in: path) != .noItemMatches }

  private func item(_ identifier: String, _ title: String, text: String? = nil) -> ItemChange {
    var record = AttributeRecord()
    record[.title] = .string(title)
    record[.contentModificationDate] = .date(Timestamp(secondsSinceReferenceDate: 0))
    record[.authors] = .array([.string("Zoë"), .person(Person(displayName: "Ann Lee", handles: ["ann@example.org"], handleIdentifier: ""))])
    record[.contentDescription] = .dictionary(["": .string("Überblick")])
    return .put(Item(identifier: identifier, domain: "mail.work", attributes: record, text: text))
  }

  @Test(arguments: [
    ("** == \"zymurgy*\"cdw", false), ("** == \"CREAM*\"cdw", true), ("title == \"*reamy*\"", true), ("title == \"*ramey*\"cd", false),
    ("kMDItemTextContent == \"milk almond\"cd", true), ("kMDItemTextContent == \"PostgreSQL\"c", true),
    ("kMDItemTextContent == \"postgresqlite\"c", false), ("kMDItemAuthors == \"zoe\"cd", true),
    ("kMDItemAuthors == \"*@example.org\"", true),
    ("kMDItemAuthors == \"bob\"", false), ("contentDescription == \"uberblick\"cd", true), ("* == \"Überblick\"", true),
    ("title == \"nothing\" || kMDItemTextContent == \"milk\"", true), ("title == \"Creamy*\" && kMDItemTextContent == \"water\"", false),
    ("title != \"nothing\"", true), ("!(title == \"nothing\")", true), ("title == \"a\"", true), ("title == \"*\"", true),
    ("kMDItemContentModificationDate > 5", true), ("_kMDItemExternalID == \"one\"", true), ("_kMDItemExternalID == \"two\"", false),
    ("domainIdentifier == \"mail.*\"", true), ("kMDItemFSName == \"zymurgy\"", false), ("* == \"京都\"", true), ("** == \"dont*\"cdw", true),
    ("** == \"coeur*\"cdw", true),
    ("title == \"*cœur*\"cd", true), ("** == \"username*\"cdw", true),
  ])
  func `a query for what the store does not contain is excluded`(query: String, mayMatch expected: Bool) throws {
    let store = try Store.open(path, .writeItems)
    #expect(try store.apply([item("one", "Creamy Chocolate, don’t cœur", text: "almond, milk almond; PostgreSQL getUserName")]))
    #expect(try mayMatch("** == \"zymurgy*\"cdw"))
    for isSettled in [false, true] {
      if isSettled { try store.settle() }
      try store.updateItemFilter()
      #expect(try mayMatch(query) == expected)
      if !expected { #expect(try store.count(predicate(query)) == 0) }
    }
  }

  /// Whatever a program does, a filter excludes no match.
  @Test(arguments: (0..<8 as Range<UInt64>).sampled(every: 2)) func `no match is excluded`(seed: UInt64) throws {
    let model = try ModelItems(path, seed: seed)
    var excluded = 0
    for _ in 0..<40 {
      try model.change()
      if model.random.chance(2) { try model.store.updateItemFilter() }
      for word in ModelItems.words + ["zymurgy", "recipes", "caff", "work", "item 7"] {
        for query in ["** == \"\(word)*\"cdw", "title == \"\(word)*\"cd", "kMDItemTextContent == \"\(word)\"cdw", "* == \"*\(word)*\""] {
          if try mayMatch(query) { continue }
          excluded += 1
          #expect(try model.found(query) == [], "\(query)")
        }
      }
    }
    #expect(excluded > 0)
  }

  @Test func `a filter is not used for another state of the catalog`() throws {
    let query = "title == \"zymurgy\""
    func makeStore() throws -> Store {
      let store = try Store.open(path, .writeItems)
      #expect(try store.apply([item("one", "Creamy")]))
      try store.updateItemFilter()
      return store
    }
    do {
      let store = try makeStore()
      #expect(try !mayMatch(query))
      try store.compact()
      #expect(try mayMatch(query))
      try store.updateItemFilter()
      #expect(try !mayMatch(query))
      #expect(try store.verify().isEmpty)
    }
    // The new catalog may have the same number and the same transactions.
    try Store.setAside(path)
    #expect(try mayMatch(query))
    #expect(try Store.open(path, .writeItems).apply([item("one", "zymurgy")]))
    #expect(try mayMatch(query))
    try Store.remove(path)
    #expect(try namesInFolder(path) == [])
    _ = try makeStore()
    var bytes = try readSmallFile(path + "/filter", limit: 8192)
    bytes[40] ^= 1
    try writeFile(path + "/filter", bytes)
    #expect(try mayMatch(query))
  }

  @Test func `the filter of a store with many items excludes nothing`() throws {
    let store = try Store.open(path, .writeItems)
    #expect(try store.apply((0...4000).map { item("\($0)", "Creamy") }))
    #expect(Store.itemFilterAnswer(to: try predicate("title == \"zymurgy\""), in: path) == .unknown)
    try store.updateItemFilter()
    #expect(Store.itemFilterAnswer(to: try predicate("title == \"zymurgy\""), in: path) == .itemsMayMatch)
  }
}
