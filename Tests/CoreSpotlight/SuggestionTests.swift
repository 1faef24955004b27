// SPDX-License-Identifier: Apache-2.0

import CoreSpotlight
import Foundation
import Testing

@Suite struct SuggestionTests {
  private func highlighted(_ text: String, part: String) throws -> AttributedString {
    var suggestion = AttributedString(text)
    suggestion[try #require(suggestion.range(of: part))].suggestionHighlight = text
    return suggestion
  }

  @Test func `a new suggestion is empty and not displayed`() {
    let suggestion = CSSuggestion()
    #expect(suggestion.suggestionKind == .none && suggestion.localizedAttributedSuggestion.characters.isEmpty)
  }

  @Test func `kinds have Apple's values`() {
    #expect([CSSuggestion.SuggestionKind.none, .custom, .default].map(\.rawValue) == [0, 1, 2])
  }

  @Test func `the highlighted part is found by its attribute`() throws {
    let text = try highlighted("search suggestion", part: "search")
    let runs = text.runs[\.suggestionHighlight].map { highlight, range in (highlight, String(text[range].characters)) }
    #expect(runs.map(\.0) == ["search suggestion", nil] && runs.map(\.1) == ["search", " suggestion"])
    typealias Attribute = AttributeScopes.CoreSpotlightAttributes.SuggestionHighlightAttribute
    #expect(Attribute.name == NSAttributedString.Key.suggestionHighlight.rawValue)
  }

  @Test(arguments: [
    ("search suggestion", "search"), ("a search", "search"), ("x", "x"), ("🇨🇭🇩🇪 flags", "🇨🇭"), ("e\u{301}te\u{301}", "te\u{301}"),
  ])
  func `an archived copy is equal`(text: String, part: String) throws {
    let suggestion = CSSuggestion(try highlighted(text, part: part), kind: .custom, rank: 2)
    let copy = try #require(try archivedCopy(of: suggestion))
    #expect(copy == suggestion && copy.hash == suggestion.hash && copy.suggestionKind == .custom && copy.rank == nil)
    #expect(copy.localizedAttributedSuggestion == suggestion.localizedAttributedSuggestion)
    #expect(try archivedCopy(of: CSSuggestion()) == CSSuggestion())
  }

  @Test func `a boundary within a character survives archiving`() throws {
    var text = AttributedString("e\u{301}")
    let middle = text.unicodeScalars.index(after: text.startIndex)
    text[text.startIndex..<middle].suggestionHighlight = "e"
    let copy = try #require(try archivedCopy(of: CSSuggestion(text)))
    #expect(String(copy.localizedAttributedSuggestion.characters) == "e\u{301}")
  }

  @Test func `a copy has the same values`() throws {
    let suggestion = CSSuggestion(try highlighted("milk", part: "mi"), rank: 4)
    let copy = try #require(suggestion.copy() as? CSSuggestion)
    #expect(copy == suggestion && copy.rank == 4)
    #expect(copy != CSSuggestion("milk") && copy != CSSuggestion(copy.localizedAttributedSuggestion, kind: .custom))
  }

  @Test func `suggestions are ordered by text or by rank`() {
    let (first, second) = (CSSuggestion("Item 10", rank: 0), CSSuggestion("item 9", rank: 1))
    #expect(first.compare(second) == .orderedDescending && second.compare(first) == .orderedAscending)
    #expect(first.compare(first) == .orderedSame)
    #expect(first.compare(byRank: second) == .orderedAscending && second.compare(byRank: first) == .orderedDescending)
    #expect(CSSuggestion().compare(byRank: CSSuggestion()) == .orderedSame)
    #expect(CSSuggestion().compare(byRank: second) == .orderedDescending)
  }

  @Test func `the description has the text`() {
    #expect(CSSuggestion("milk\n").description == #"CSSuggestion("milk\n", default)"#)
  }

  // MARK: Hostile archives

  private static var values: [String: Any] { ["parts": [["text": "se", "highlight": "search"], ["text": "arch"]], "kind": 2] }

  private func read(_ values: [String: Any]) throws -> CSSuggestion? {
    try ForgedObject.read(["suggestion": .propertyList(values)], as: CSSuggestion.self)
  }

  @Test func `an archive with an invalid value is rejected`() throws {
    var text = AttributedString("search")
    text[try #require(text.range(of: "se"))].suggestionHighlight = "search"
    #expect(try read(Self.values) == CSSuggestion(text))
    for values in corruptions(of: Self.values) + [Self.values.merging(["parts": [["highlight": "x"]]]) { $1 }] {
      #expect(try read(values) == nil, "\(values)")
    }
    for entries in foreignEntries(forKey: "suggestion") {
      #expect(try ForgedObject.read(entries, as: CSSuggestion.self) == nil, "\(entries)")
    }
  }

  @Test(arguments: [-1, 3, Int.max]) func `an unknown kind is rejected`(kind: Int) throws {
    #expect(try read(Self.values.merging(["kind": kind]) { $1 }) == nil)
  }
}
