// SPDX-License-Identifier: Apache-2.0

import CoreSpotlight
import TestSupport
import Testing

/// Queries that people type, over items of an index of its own.
@Suite(.serialized) struct UserQueryTests {
  private let index: CSSearchableIndex
  /// A word that only the items of this test have.
  private let mark: String

  init() async throws {
    TestHome.prepare()
    mark = "mark" + UUID().uuidString.filter(\.isLetter).lowercased()
    index = CSSearchableIndex(name: mark)
    let titles = ["Milk", "Milk shake", "Chocolate Almond Milk", "Warm milk with honey", "Tea"]
    try await index.indexSearchableItems(
      titles.map { title in
        let attributes = CSSearchableItemAttributeSet(contentType: .text)
        attributes.title = title
        attributes.keywords = [mark]
        attributes.rankingHint = title == "Tea" ? 90 : 10
        return CSSearchableItem(uniqueIdentifier: "\(mark) \(title)", domainIdentifier: nil, attributeSet: attributes)
      })
  }

  private func context(suggestions: Int = 0) -> CSUserQueryContext {
    let context = CSUserQueryContext()
    context.fetchAttributes = ["title"]
    context.filterQueries = ["keywords == \"\(mark)\""]
    context.maxSuggestionCount = suggestions
    return context
  }

  private func items(_ text: String, _ context: CSUserQueryContext? = nil) async throws -> [CSUserQuery.Item] {
    var items: [CSUserQuery.Item] = []
    for try await response in CSUserQuery(userQueryString: text, userQueryContext: context ?? self.context()).responses {
      if case .item(let item) = response { items.append(item) }
    }
    return items
  }

  private func titles(_ text: String, _ context: CSUserQueryContext? = nil) async throws -> [String?] {
    try await items(text, context).map(\.item.attributeSet.title)
  }

  @Test func `items with the words are found, the best first`() async throws {
    #expect(try await titles("milk") == ["Milk", "Milk shake", "Warm milk with honey", "Chocolate Almond Milk"])
    #expect(try await titles("alm") == ["Chocolate Almond Milk"])
    #expect(try await titles("choclate milk").first == "Chocolate Almond Milk")
    #expect(try await titles("").isEmpty)
    #expect(try await items("milk").sorted() == items("milk"))
  }

  @Test func `without a context, results are ranked, too`() async throws {
    var found: [CSSearchableItem] = []
    for try await response in CSUserQuery(userQueryString: "milk \(mark)", userQueryContext: nil).responses {
      if case .item(let item) = response { found.append(item.item) }
    }
    // Items with some of the words may follow.
    #expect(found.prefix(4).allSatisfy { $0.uniqueIdentifier.hasPrefix(mark) })
    #expect(zip(found, found.dropFirst()).allSatisfy { $0.compare(byRank: $1) == .orderedAscending })
  }

  @Test func `the context limits the number of items`() async throws {
    let context = context()
    context.maxResultCount = 2
    #expect(try await titles("milk", context).count == 2)
    context.maxResultCount = 3
    context.maxRankedResultCount = 1
    #expect(try await titles("milk", context).count == 3)
    #expect(try await titles("milk", context).first == "Milk")
    context.maxResultCount = 0
    context.enableRankedResults = false
    #expect(Set(try await titles("milk", context)).count == 4)
  }

  @Test func `equal items have one order, of which every limit has the beginning`() async throws {
    let word = "equal" + mark.dropFirst(4)
    for name in ["\(mark) a", "\(mark) b"] {
      try await CSSearchableIndex(name: name).indexSearchableItems(
        (0..<70).map { number in
          let attributes = CSSearchableItemAttributeSet(contentType: .text)
          (attributes.title, attributes.keywords) = (word, [mark])
          return CSSearchableItem(uniqueIdentifier: "\(name) \(number)", domainIdentifier: nil, attributeSet: attributes)
        })
    }
    let all = try await items(word).map(\.id)
    #expect(all.count == 140)
    for limit in [1, 2, 5, 29, 30, 31, 50, 99, 100] {
      let context = context()
      context.maxResultCount = limit
      #expect(try await items(word, context).map(\.id) == Array(all.prefix(limit)), "\(limit)")
      context.maxResultCount = 0
      context.maxRankedResultCount = limit
      #expect(try await items(word, context).map(\.id).prefix(limit) == all.prefix(limit), "\(limit)")
    }
  }

  /// The example of Apple's documentation.
  @Test func `one choice puts an item first in later queries with the same text`() async throws {
    let shown = try await items("milk")
    let chosen = try #require(shown.first { $0.item.attributeSet.title == "Chocolate Almond Milk" })
    CSUserQuery(userQueryString: "milk", userQueryContext: context()).userEngaged(chosen, visibleItems: shown, interaction: .select)
    #expect(try await titles("milk").first == "Chocolate Almond Milk")
    #expect(try await titles("mil").first == "Chocolate Almond Milk")
    #expect(try await titles("honey").first == "Warm milk with honey")
  }

  @Test func `suggestions complete what was typed, and highlight it`() async throws {
    let query = CSUserQuery(userQueryString: "choc", userQueryContext: context(suggestions: 5))
    var suggestions: [CSUserQuery.Suggestion] = []
    for try await suggestion in query.suggestions { suggestions.append(suggestion) }
    #expect(query.foundSuggestionCount == suggestions.count)
    let first = try #require(suggestions.first { $0.id == "Chocolate Almond Milk" })
    let runs = first.suggestion.localizedAttributedSuggestion.runs[\.suggestionHighlight]
    let highlighted = runs.compactMap { highlight, range in
      highlight == nil ? nil : String(first.suggestion.localizedAttributedSuggestion.characters[range])
    }
    #expect(highlighted == ["Choc"])
    #expect(first.suggestion.suggestionKind == .default)

    let other = try #require(suggestions.last)
    query.userEngaged(other, visibleSuggestions: suggestions, interaction: .select)
    var again: [String] = []
    for try await suggestion in CSUserQuery(userQueryString: "ch", userQueryContext: context(suggestions: 3)).suggestions {
      again.append(suggestion.id)
    }
    #expect(again.first == other.id)
    var none = 0
    for try await _ in CSUserQuery(userQueryString: "choc", userQueryContext: context()).suggestions { none += 1 }
    #expect(none == 0)
  }

  @Test func `a query without words searches for the suggestion that was chosen`() async throws {
    func context() -> CSUserQueryContext {
      let context = CSUserQueryContext(currentSuggestion: CSSuggestion("Chocolate Almond Milk"))
      context.fetchAttributes = ["title"]
      context.filterQueries = ["keywords == \"\(mark)\""]
      return context
    }
    func titles(_ text: String?) async throws -> [String?] {
      var titles: [String?] = []
      for try await response in CSUserQuery(userQueryString: text, userQueryContext: context()).responses {
        if case .item(let item) = response { titles.append(item.item.attributeSet.title) }
      }
      return titles
    }
    #expect(try await titles(nil).first == "Chocolate Almond Milk")
    #expect(try await titles("").first == "Chocolate Almond Milk")
    #expect(try await titles("tea") == ["Tea"])
  }

  @Test func `a text that nobody types is cut off`() async throws {
    #expect(try await titles("milk honey").first == "Warm milk with honey")
    #expect(try await titles(String(repeating: "milk ", count: 300_000) + "honey").first == "Milk")
    // A single character.
    #expect(try await titles("e" + String(repeating: "\u{301}", count: 300_000)).isEmpty)
  }

  /// What finds "Milk", and nothing else.
  private static let formsOfWholeWord = [
    "milk -shake -warm -almond", "(milk) -shake NOT (warm OR almond)", "milk !shake -\"milk with\" -choc",
  ]

  private static let oddTexts = [
    "\"", "\"\"", "\"milk", "milk\"", "(", ")", "()", "((((", "milk (", "-", "--", "-(", "!", "|", "||", "OR", "AND", "NOT", "&&",
    "milk OR", "OR milk",
    "milk NOT", "*", "**", "'", "\\", "“", "”", "«milk", "kind:", "size:abc", "kind:pdf", "date:\"", "created:0", "title:", "😀", "milk 😀",
    "👨‍👩‍👧", "\u{301}",
    "\0", "mi\0lk", "\u{FFFE}\u{FFFF}", "\u{202E}", " \n\t", "<3", "->", "C++", "title == \"Milk\"", "a == ", "InRange(", "$time.now",
    "%n%s", "-milk",
    "-\"", "milk -\"", String(repeating: "(", count: 300), String(repeating: "\"a b\" ", count: 20), String(repeating: "a -", count: 20),
    (1...64).map { "\($0)" }.joined(separator: " ") + " \"warm milk\"",
  ]

  @Test func `whatever is typed finds items or none, and is no error`() async throws {
    for text in Self.oddTexts {
      let context = context(suggestions: 5)
      let ranked = try await titles(text, context)
      context.enableRankedResults = false
      let unranked = Set(try await titles(text, context))
      #expect(unranked.isSubset(of: ranked), "\(text): \(ranked)")
    }
  }

  @Test func `excluded words, keywords and alternatives mean the same for ranked and other items`() async throws {
    let context = context()
    for maximum in [100, 1, 0] {
      context.maxRankedResultCount = maximum
      for text in Self.formsOfWholeWord { #expect(try await titles(text, context) == ["Milk"], "\(text), \(maximum)") }
      #expect(Set(try await titles("milk -honey", context)) == ["Milk", "Milk shake", "Chocolate Almond Milk"])
      #expect(Set(try await titles("shake | tea", context)) == ["Milk shake", "Tea"])
      #expect(Set(try await titles("title:tea", context)) == ["Tea"])
      #expect(try await titles("tea -tea", context) == [])
    }
  }

  @Test func `misspelled words find items, also if one item has the misspelling`() async throws {
    let attributes = CSSearchableItemAttributeSet(contentType: .text)
    (attributes.title, attributes.keywords) = ("Choclate", [mark])
    try await index.indexSearchableItems([CSSearchableItem(uniqueIdentifier: mark, domainIdentifier: nil, attributeSet: attributes)])
    #expect(try await titles("choclate") == ["Choclate", "Chocolate Almond Milk"])
    #expect(try await titles("choclate almnod").contains("Chocolate Almond Milk"))
    #expect(try await titles("wram hoeny") == ["Warm milk with honey"])
    #expect(try await titles("warm mlik").first == "Warm milk with honey")
  }

  @Test func `suggestions have items without the excluded words`() async throws {
    // What a person chose before stands for a title that differs in case only.
    func suggestions(_ text: String) async throws -> Set<String> {
      var found: Set<String> = []
      for try await suggestion in CSUserQuery(userQueryString: text, userQueryContext: context(suggestions: 9)).suggestions {
        found.insert(suggestion.id.lowercased())
      }
      return found
    }
    let all = try await suggestions("mil")
    #expect(all.contains("milk") && all.contains("milk shake"), "\(all)")
    let some = try await suggestions("-shake mil")
    #expect(some.contains("milk") && !some.contains("milk shake"), "\(some)")
    #expect(try await suggestions("milk -shak").allSatisfy { !$0.contains("shak") })
  }

  @Test func `the initializer for predicates makes a query that fails`() async throws {
    let query = CSUserQuery(queryString: "title == \"Milk\"", queryContext: nil)
    let error = await #expect(throws: CSSearchQueryError.self) { for try await _ in query.responses {} }
    #expect(error?.code == .invalidQuery)
  }

  @Test func `a malformed filter is an error`() async throws {
    let context = CSUserQueryContext()
    context.filterQueries = ["title =="]
    let error = await #expect(throws: CSSearchQueryError.self) { _ = try await items("milk", context) }
    #expect(error?.code == .invalidQuery)
  }
}
