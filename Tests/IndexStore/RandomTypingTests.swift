// SPDX-License-Identifier: Apache-2.0

import Attributes
import QueryLanguage
import TestSupport
import Testing
import TextAnalysis

@testable import IndexStore

/// Ranked queries for random texts, through the real search of a small store.
struct RandomTypingTests {
  private let temporary = TemporaryFolder(inMemory: true)

  /// The ranked texts of each item.
  private typealias Contents = [String: [String]]

  private func addItems(_ numbers: Range<Int>, to store: Store, _ contents: inout Contents, _ random: inout RandomTyping) throws {
    var changes: [ItemChange] = []
    for number in numbers {
      var record = AttributeRecord()
      let (title, keywords, text) = (random.words(atMost: 4), random.words(atMost: 2), random.words(atMost: 30))
      if !title.isEmpty { record[.title] = .string(title) }
      if !keywords.isEmpty { record[.keywords] = .array([.string(keywords)]) }
      if number % 3 == 0 { record[.contentModificationDate] = .date(Timestamp(unixSeconds: Int64(number) * 100_000)) }
      // As many different numbers as a query may have.
      let numbers = number % 10 == 0 ? (number * 10..<number * 10 + 200).map { "\($0)" }.joined(separator: " ") : ""
      changes.append(.put(Item(identifier: "\(number)", attributes: record, text: "\(text) \(numbers)")))
      contents["\(number)"] = [title, keywords, "\(text) \(numbers)"]
    }
    #expect(try store.apply(changes))
  }

  @Test(arguments: [UInt64.random(in: 0 ... .max), 1].sampled(every: 2))
  func `whatever is typed is answered, and no answer is against what was typed`(seed: UInt64) throws {
    var random = RandomTyping(seed: seed)
    let store = try Store.open(temporary.path + "/store", .writeItems)
    var contents: Contents = [:]
    try addItems(0..<60, to: store, &contents, &random)
    for phase in 0..<4 {
      switch phase {
      case 1: try store.indexPending()
      case 2: #expect(try store.apply([.remove((0..<10).map { "\($0)" })]))
      case 3:
        try addItems(50..<90, to: store, &contents, &random)
        try store.settle()
      default: break
      }
      for round in 0..<25 {
        let typed = random.text()
        try check(
          typed, in: store, contents, limit: [1, 5, 100, .max][round % 4], "seed \(seed), phase \(phase): \(typed.debugDescription)")
      }
    }
  }

  private func check(_ typed: String, in store: Store, _ contents: Contents, limit: Int, _ comment: Comment) throws {
    let text = QueryLanguage.RankedText(parsing: typed, in: .current())
    #expect(try Query(parsing: text.filter.description).predicate == text.filter.predicate, comment)
    let query = RankedQuery(text.words, needsAllWords: !text.hasAlternatives)
    #expect(query.words.isEmpty == text.words.isEmpty, comment)
    let filter = text.filter.predicate == .constant(true) ? nil : CompiledPredicate(text.filter, in: .current())
    let whole = Set(try store.search(text.query).references())
    let allowed = Set(try store.search(text.filter).references())
    #expect(whole.isSubset(of: allowed), comment)
    let boosts = Dictionary(uniqueKeysWithValues: allowed.prefix(2).map { ($0.document, 1.0) })
    for boosts in [[:], boosts] {
      let hits = try store.ranked(query, limit: limit, where: filter, adjusting: boosts)
      #expect(hits.count <= limit && Set(hits.map(\.reference)).count == hits.count, comment)
      #expect(zip(hits, hits.dropFirst()).allSatisfy { $0.score >= $1.score }, comment)
      #expect(hits.allSatisfy { allowed.contains($0.reference) }, comment)
      if query.words.isEmpty || text.hasAlternatives, limit >= allowed.count { #expect(hits.count == allowed.count, comment) }
      for hit in hits {
        let record = try store.read { snapshot throws(StoreError) in try snapshot.attributes(of: hit.reference.document) }
        let texts = record?.itemIdentifier.flatMap { contents[$0] } ?? []
        #expect(query.phrases.allSatisfy { phrase in texts.contains { phrase.pattern.matches($0) } }, comment)
      }
    }
    // As a service receives it.
    _ = try store.ranked(RankedQuery(typed), limit: 5)
    for completion in try store.completions(of: typed, limit: 6) {
      let count = completion.text.utf8.count
      #expect(completion.matches.allSatisfy { $0.upperBound <= count } && !completion.text.isEmpty, comment)
    }
    let finder = PassageFinder(query)
    for text in contents.values.prefix(3).joined() {
      let passage = finder.passage(of: text.utf8.span)
      #expect(passage?.matches.allSatisfy { $0.upperBound <= passage?.text.utf8.count ?? 0 } ?? true, comment)
    }
  }
}
