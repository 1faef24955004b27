// SPDX-License-Identifier: Apache-2.0

import CoreSpotlight
import Foundation
import Testing

@Suite struct QueryContextTests {
  private func configured(_ context: CSSearchQueryContext) {
    context.fetchAttributes = ["title", "authorNames"]
    context.filterQueries = ["title == \"a*\""]
    context.keyboardLanguage = "de-CH"
    context.sourceOptions = .allowMail
  }

  private func configuredUserContext() -> CSUserQueryContext {
    let context = CSUserQueryContext(currentSuggestion: CSSuggestion("milk"))
    configured(context)
    context.enableRankedResults = false
    context.disableSemanticSearch = true
    context.maxResultCount = 10
    context.maxSuggestionCount = 5
    context.maxRankedResultCount = 7
    return context
  }

  private func expectConfigured(_ context: CSSearchQueryContext) {
    #expect(context.fetchAttributes == ["title", "authorNames"] && context.filterQueries == ["title == \"a*\""])
    #expect(context.keyboardLanguage == "de-CH" && context.sourceOptions == .allowMail)
  }

  private func expectConfigured(user context: CSUserQueryContext) {
    expectConfigured(context)
    #expect(!context.enableRankedResults && context.disableSemanticSearch && context.currentSuggestion == CSSuggestion("milk"))
    #expect(context.maxResultCount == 10 && context.maxSuggestionCount == 5 && context.maxRankedResultCount == 7)
  }

  @Test func `contexts have Apple's defaults`() {
    let context = CSUserQueryContext()
    #expect(context.fetchAttributes == [] && context.filterQueries == [] && context.keyboardLanguage == nil)
    #expect(context.sourceOptions == [] && CSSearchQueryContext.SourceOptions.allowMail.rawValue == 1)
    #expect(context.enableRankedResults && !context.disableSemanticSearch)
    #expect(context.maxResultCount == 0 && context.maxSuggestionCount == 0 && context.maxRankedResultCount == 100)
    #expect(context.currentSuggestion == nil && CSUserQueryContext(currentSuggestion: nil).currentSuggestion == nil)
  }

  @Test func `contexts survive archiving`() throws {
    let context = CSSearchQueryContext()
    configured(context)
    expectConfigured(try #require(try archivedCopy(of: context)))
    expectConfigured(user: try #require(try archivedCopy(of: configuredUserContext())))
    #expect(try archivedCopy(of: CSUserQueryContext())?.keyboardLanguage == nil)
  }

  @Test func `a user query's context is restored where any context is expected`() throws {
    let data = try NSKeyedArchiver.archivedData(withRootObject: configuredUserContext(), requiringSecureCoding: true)
    let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: CSSearchQueryContext.self, from: data)
    expectConfigured(user: try #require(copy as? CSUserQueryContext))
  }

  @Test func `copies are independent and keep their class`() throws {
    let context = configuredUserContext()
    let copy = try #require((context as CSSearchQueryContext).copy() as? CSUserQueryContext)
    expectConfigured(user: copy)
    copy.fetchAttributes = []
    copy.maxResultCount = 1
    copy.sourceOptions = []
    expectConfigured(user: context)
    let plain = CSSearchQueryContext()
    configured(plain)
    expectConfigured(try #require(plain.copy() as? CSSearchQueryContext))
  }

  // MARK: Hostile archives

  private static var values: [String: Any] {
    ["fetchAttributes": ["title"], "filterQueries": ["a == 1"], "keyboardLanguage": "en", "sourceOptions": 1]
  }

  private static var userValues: [String: Any] {
    [
      "enableRankedResults": true, "disableSemanticSearch": true, "maxResultCount": 1, "maxSuggestionCount": 2, "maxRankedResultCount": 3,
      "currentSuggestion": ["parts": [["text": "milk"]], "kind": 2] as [String: Any],
    ]
  }

  private func read(_ values: [String: Any]) throws -> CSSearchQueryContext? {
    try ForgedObject.read(["queryContext": .propertyList(values)], as: CSSearchQueryContext.self)
  }

  private func read(user values: [String: Any], _ inherited: [String: Any] = values) throws -> CSUserQueryContext? {
    try ForgedObject.read(
      ["queryContext": .propertyList(inherited), "userQueryContext": .propertyList(values)], as: CSUserQueryContext.self)
  }

  @Test func `archives with an invalid value are rejected`() throws {
    #expect(try read(Self.values)?.fetchAttributes == ["title"])
    for values in corruptions(of: Self.values, optional: ["keyboardLanguage"]) {
      #expect(try read(values) == nil, "\(values)")
      #expect(try read(user: Self.userValues, values) == nil, "\(values)")
    }
    #expect(try read(user: Self.userValues)?.currentSuggestion == CSSuggestion("milk"))
    for values in corruptions(of: Self.userValues, optional: ["currentSuggestion"]) {
      #expect(try read(user: values) == nil, "\(values)")
    }
    for entries in foreignEntries(forKey: "queryContext") {
      #expect(try ForgedObject.read(entries, as: CSSearchQueryContext.self) == nil, "\(entries)")
    }
  }

  @Test func `an archived suggestion of an unknown kind is rejected`() throws {
    let suggestion: [String: Any] = ["parts": [Any](), "kind": 7]
    #expect(try read(user: Self.userValues.merging(["currentSuggestion": suggestion]) { $1 }) == nil)
  }
}
