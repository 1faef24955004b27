// SPDX-License-Identifier: Apache-2.0

import Attributes
import QueryLanguage
import Testing

@testable import IndexStore

/// The order of the hits of typed words.
@Suite struct RelevanceTests {
  typealias Document = RankedFolder.Document

  private func relevant(_ typed: String, in folder: RankedFolder, limit: Int? = nil) throws -> RelevantHits {
    let predicate = CompiledPredicate(try FreeTextQuery(parsing: typed, in: .current()).query, in: .current())
    return try folder.store.relevant(RankedQuery(typed).completingAllWords, where: predicate, limit: limit)
  }

  /// The names of the hits in order, in every state of the index.
  private func found(_ typed: String, in folder: RankedFolder) throws -> [String] {
    let pending = try relevant(typed, in: folder).best.map { try folder.name($0.reference) }
    try folder.store.indexPending()
    #expect(try relevant(typed, in: folder).best.map { try folder.name($0.reference) } == pending, "\(typed)")
    return pending
  }

  @Test func `a whole word of a name precedes the beginning and the part of one, and these a text`() throws {
    let folder = try RankedFolder()
    try folder.put([
      "ForegroundBudget.txt": Document(), "Household budget.txt": Document(), "letter.txt": Document(text: "the budget, the budget"),
      "Budgets of clubs.txt": Document(), "plan.txt": Document(keywords: ["budget"]), "other.txt": Document(text: "other"),
    ])
    #expect(
      try found("budget", in: folder) == [
        "Household budget.txt", "Budgets of clubs.txt", "plan.txt", "ForegroundBudget.txt", "letter.txt",
      ])
  }

  @Test func `a name that equals the words precedes longer ones`() throws {
    let folder = try RankedFolder()
    try folder.put(["my blue whale songs.txt": Document(), "blue whale.txt": Document(), "blue whale songs of 1999.txt": Document()])
    #expect(try found("blue whale", in: folder).first == "blue whale.txt")
  }

  @Test func `a whole word of a text precedes words that begin with it`() throws {
    let folder = try RankedFolder()
    try folder.put([
      "a.txt": Document(text: "recognise punjabi"), "b.txt": Document(text: "recognised punjabi, recognises punjabi"),
      "c.txt": Document(text: "other"),
    ])
    #expect(try found("recognise punjabi", in: folder) == ["a.txt", "b.txt"])
  }

  @Test func `words in attributes alone precede a name that lacks a word`() throws {
    let folder = try RankedFolder()
    try folder.put([
      "Addresses of Copenhagen.txt": Document(text: "Moreau, Moreau, Moreau"), "harbour.jpg": Document(keywords: ["Copenhagen", "Moreau"]),
      "c.txt": Document(text: "other"),
    ])
    #expect(try found("copenhagen moreau", in: folder) == ["harbour.jpg", "Addresses of Copenhagen.txt"])
  }

  @Test func `a name with all words precedes a name and a title that share them`() throws {
    let folder = try RankedFolder()
    try folder.put(["compass.txt": Document(title: "thread"), "the thread compass.txt": Document()])
    #expect(try found("thread compass", in: folder) == ["the thread compass.txt", "compass.txt"])
  }

  @Test func `documents of people precede those of programs`() throws {
    let folder = try RankedFolder()
    try folder.put([
      "report.c": Document(), "report.1.gz": Document(text: "report report report"), "ReporterTests.c": Document(),
      "NEWS.gz": Document(text: "We discussed the report."), "A long report of the year.odt": Document(),
      "Reporters.odt": Document(), "minutes.txt": Document(text: "We discussed the report."),
    ])
    let found = try found("report", in: folder)
    #expect(found.prefix(2) == ["A long report of the year.odt", "Reporters.odt"] && found.count == 7, "\(found)")
    // Of programs, only names that equal the query precede a mention.
    #expect(found.suffix(3) == ["minutes.txt", "ReporterTests.c", "NEWS.gz"], "\(found)")
  }

  @Test func `texts are ordered by their words and the distances between them`() throws {
    let folder = try RankedFolder()
    let filler = String(repeating: "filler words of no interest ", count: 20)
    try folder.put([
      "a.txt": Document(text: "quarterly \(filler) report"), "b.txt": Document(text: "\(filler) the quarterly report \(filler)"),
      "c.txt": Document(text: "quarterly \(filler) \(filler)"),
    ])
    #expect(try found("quarterly report", in: folder) == ["b.txt", "a.txt"])
  }

  @Test func `newer documents precede older ones that are equally good`() throws {
    let folder = try RankedFolder()
    let day: Int64 = 86_400_000_000_000
    let now = EvaluationContext.current().now.unixSeconds * 1_000_000_000
    try folder.put(["walrus 1.txt": Document(modified: now - 400 * day), "walrus 2.txt": Document(modified: now - day)])
    #expect(try found("walrus", in: folder) == ["walrus 2.txt", "walrus 1.txt"])
  }

  @Test func `the hits that are not ordered follow, and a limit cuts the same list`() throws {
    let folder = try RankedFolder()
    try folder.put(Dictionary(uniqueKeysWithValues: (0..<40).map { ("\($0) walrus.txt", Document(text: "sea")) }))
    try folder.put(["walrus.txt": Document(), "sea.txt": Document(text: "walrus")])
    try folder.store.indexPending()
    var parameters = RelevanceParameters()
    parameters.maximumRankedHits = 6
    let predicate = CompiledPredicate(try FreeTextQuery(parsing: "walrus", in: .current()).query, in: .current())
    func list(_ limit: Int?) throws -> [DocumentReference] {
      let hits = try folder.store.relevant(RankedQuery("walrus"), where: predicate, limit: limit, parameters: parameters)
      #expect(hits.best.count <= 6)
      return try hits.best.map(\.reference) + hits.others.references()
    }
    let all = try list(nil)
    #expect(try all.count == 42 && Set(all) == Set(folder.store.search(predicate).references()))
    #expect(try folder.name(all[0]) == "walrus.txt")
    for limit in [0, 1, 3, 6, 7, 41, 100] { #expect(try list(limit) == Array(all.prefix(limit))) }
  }

  @Test func `documents with some of the words do not have all of them, and have the rarer ones`() throws {
    let folder = try RankedFolder()
    try folder.put(Dictionary(uniqueKeysWithValues: (0..<30).map { ("\($0).txt", Document(text: "the sea")) }))
    try folder.put(["a.txt": Document(text: "the walrus"), "walrus.txt": Document(), "b.txt": Document(text: "a walrus")])
    let predicate = CompiledPredicate(try FreeTextQuery(parsing: "the walrus", in: .current()).query, in: .current())
    let query = RankedQuery("the walrus").completingAllWords
    let hits = try folder.store.partlyRelevant(query, limit: 9, where: nil, except: predicate)
    #expect(try hits.map { try folder.name($0.reference) } == ["walrus.txt", "b.txt"])
    #expect(hits.allSatisfy { $0.tier == .some })
    #expect(try folder.store.partlyRelevant(query, limit: 1, where: nil, except: predicate).count == 1)
    let none = CompiledPredicate(try Query(parsing: "kMDItemFSName == nothing"), in: .current())
    #expect(try folder.store.partlyRelevant(query, limit: 9, where: none, except: predicate).isEmpty)
    #expect(try folder.store.partlyRelevant(RankedQuery("walrus"), limit: 9, where: nil, except: predicate).isEmpty)
  }

  @Test(arguments: [
    ("annaul report", "annual report"), ("reprot", "report"), ("\"annaul\" reprot", "\"annaul\" report"),
    ("Reprot kaputt", "report kaputt"),
    ("recieve", "receive"),
  ])
  func `words that no document has are corrected`(typed: String, meant: String) throws {
    let folder = try RankedFolder()
    try folder.put([
      "a.txt": Document(text: "the annual report"), "b.txt": Document(title: "Receive", text: "reports"), "c.txt": Document(text: "kaputt"),
    ])
    for _ in 0..<2 {
      let corrections = try folder.store.corrections(of: RankedQuery(typed).completingAllWords)
      #expect(RankedQuery.correcting(typed, corrections) == meant)
      try folder.store.indexPending()
    }
  }

  @Test(arguments: ["annual", "rep", "xyz", "20245", "\"reprot\"", "a"])
  func `words that are right, short or in quotation marks are not corrected`(typed: String) throws {
    let folder = try RankedFolder()
    try folder.put(["a.txt": Document(text: "the annual report 20246")])
    #expect(try folder.store.corrections(of: RankedQuery(typed).completingAllWords).isEmpty)
  }

  @Test(
    arguments: [
      ("budget", "Household budget.xlsx", 1.0), ("budget", "budget", 1), ("budget", "BUDGET_2024", 1),
      ("budget", "ForegroundBudget.swift", 0.5),
      ("budget", "foregroundbudget", 0), ("budgets", "budget", 0), ("bud", "budget", 0.675), ("2024", "report2024.pdf", 0.5),
      ("c++", "c++ notes", 1), ("über", "Über uns.txt", 1), ("uber", "überall.txt", 0.7), ("東京", "東京.txt", 1), ("", "x", 0),
    ] as [(String, String, Double)])
  func `words are found in names`(word: String, name: String, placement: Double) {
    let finder = WordFinder(RankedQuery(word + " "))
    var placements = WordPlacements(wordCount: finder.words.count)
    let parameters = RelevanceParameters()
    finder.forEachMatch(in: name.utf8.span) { placements.raise($0, to: finder.placement($1, of: $0, parameters)) }
    #expect(abs((placements.values.first ?? 0) - placement) < 0.01, "\(placements.values)")
  }

  @Test(arguments: [
    ("letter.odt", true), ("main.c", false), ("README.md", false), ("News of May.txt", true), ("curl.1.gz", false), ("photo.JPG", true),
    (".bashrc", false), ("Makefile", false),
    ("archive.tar.gz", true), ("MAIN.PY", false), ("a.b.", true), (".c", false), ("report.2024", true), ("", true),
  ])
  func `names tell whom a file is for`(name: String, isForPerson: Bool) {
    #expect((DocumentPurpose(name: name.utf8.span) == .person) == isForPerson)
  }

  @Test(arguments: [
    ("/home/ann/Documents/", true), ("/usr/share/doc/", false), ("/home/ann/usr/", true), ("/home/ann/site/node_modules/x/", false),
    ("/home/ann/.config/x/", false), ("/", true),
  ])
  func `folders tell whom their files are for`(path: String, isForPerson: Bool) {
    #expect((DocumentPurpose(folder: Array(path.utf8)) == .person) == isForPerson)
  }
}
