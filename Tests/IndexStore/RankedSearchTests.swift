// SPDX-License-Identifier: Apache-2.0

import Attributes
import QueryLanguage
import Testing
import TextAnalysis

@testable import IndexStore

/// What people expect of ranked search.
@Suite struct RankedSearchTests {
  typealias Document = RankedFolder.Document

  @Test(arguments: [
    ("Blue Whale", ["blue", "whale*"]), ("blue whale ", ["blue", "whale"]), ("whale.", ["whale"]),
    ("Café PostgreSQL ", ["cafe", "postgresql"]),
    ("C++ and .NET ", ["c++", "and", ".net"]), ("\"blue whale\" song", ["'blue'", "'whale'", "song*"]), ("“blue”", ["'blue'"]),
    ("\"blue", ["blue*"]), ("a b a ", ["a×2", "b"]), ("", []), (" ?! ", []),
  ])
  func `words are tokens of the index`(typed: String, words: [String]) {
    let described = RankedQuery(typed).words.map { word in
      let token = String(decoding: word.token, as: UTF8.self) + (word.isPrefix ? "*" : "") + (word.count > 1 ? "×\(word.count)" : "")
      return word.isQuoted ? "'\(token)'" : token
    }
    #expect(described == words)
  }

  @Test func `only several words in quotation marks are a phrase`() {
    #expect(RankedQuery("\"one\" \"two three\" four").phrases.map(\.words) == [0b110])
  }

  @Test func `a query has a maximum number of words`() {
    #expect(RankedQuery((0..<100).map { "w\($0)" }.joined(separator: " ")).words.count == RankedQuery.maximumWordCount)
    // Those of phrases count first.
    let words = (0..<64).map { "w\($0)" }
    let query = RankedQuery("\"a b\" " + words.joined(separator: " ") + " \"c d\" e")
    let phrases = query.phrases
    #expect(query.words.count == 64 && phrases.map(\.words) == [0b11, 0b11 << 62])
    #expect(query.words.map { String(decoding: $0.token, as: UTF8.self) } == ["a", "b"] + words.dropLast(4) + ["c", "d"])
    // A long phrase counts, also if some of its words do not.
    #expect(RankedQuery("\"" + (0..<100).map { "w\($0)" }.joined(separator: " ") + "\"").phrases.map(\.words) == [.max])
    let many = RankedQuery((0..<100).map { "\"a\($0) b\($0)\"" }.joined(separator: " "))
    #expect(many.words.count == 64 && many.phrases.count == 32 && many.phrases.allSatisfy { $0.words != 0 })
  }

  @Test(arguments: [false, true])
  func `a phrase behind more words than a query has must occur`(isInTitle: Bool) throws {
    let folder = try RankedFolder()
    let numbers = (1...2000).map { "\($0)" }.joined(separator: " ")
    func document(_ text: String) -> Document { isInTitle ? Document(title: text, text: numbers) : Document(text: text + " " + numbers) }
    try folder.put([
      "a.txt": document("the linguistic filter"), "b.txt": document("a filter, linguistic"), "c.txt": Document(text: numbers),
    ])
    for isIndexed in [false, true] {
      if isIndexed { try folder.store.indexPending() }
      #expect(try folder.found((1001...1064).map { "\($0)" }.joined(separator: " ") + " \"linguistic filter\"") == ["a.txt"])
    }
  }

  @Test(arguments: [
    ("cat report", ["a.txt", "b.txt"]), ("本語", ["c.txt"]), ("語", ["c.txt"]), ("전자", ["d.txt"]), ("전자 실적", ["d.txt"]), ("ไทย", ["c.txt"]),
    ("username ", ["e.txt"]), ("user wins", ["e.txt"]), ("httprequest ", ["e.txt"]), ("dont ", ["f.txt"]), ("f ✅", ["f.txt ✅"]),
  ])
  func `what a search without ranking finds is found`(typed: String, wanted: [String]) throws {
    let folder = try RankedFolder()
    try folder.put([
      "a.txt": Document(text: "cat report"), "b.txt": Document(text: "catalogue of reporters"), "c.txt": Document(text: "日本語学 ภาษาไทย 本 語"),
      "d.txt": Document(text: "삼성전자 실적이"), "e.txt": Document(text: "getUserName winsock XMLHttpRequest"), "f.txt": Document(text: "don’t"),
      "f.txt ✅": Document(text: "x"),
    ])
    for isIndexed in [false, true] {
      if isIndexed { try folder.store.indexPending() }
      let text = QueryLanguage.RankedText(parsing: typed, in: .current())
      let plain = CompiledPredicate(text.query, in: .current())
      let filter = text.filter.predicate == .constant(true) ? nil : CompiledPredicate(text.filter, in: .current())
      let hits = try folder.store.ranked(RankedQuery(text.words), where: filter, or: plain)
      let found = try hits.filter { $0.tier != .some && $0.tier != .corrected }.map { try folder.name($0.reference) }
      #expect(Set(found) == Set(wanted), "\(typed)")
      let unranked = try folder.store.search(text.query).hits().map { try folder.name($0.reference) }
      #expect(Set(unranked).isSubset(of: found))
    }
  }

  @Test func `titles come before attributes, and attributes before texts`() throws {
    let folder = try RankedFolder()
    try folder.put([
      "a.txt": Document(text: "about the blue whale, the blue whale, and the blue whale"),
      "b.txt": Document(keywords: ["blue whale"]),
      "c.txt": Document(title: "Songs of the blue whale"),
      "d.txt": Document(title: "Blue whale songs"),
      "e.txt": Document(title: "Blue Whale"),
      "f.txt": Document(title: "Blue", text: "whale"),
      "g.txt": Document(text: "red whale"),
    ])
    let found = try folder.found("blue whale ")
    #expect(found.prefix(4) == ["e.txt", "d.txt", "c.txt", "b.txt"])
    #expect(Set(found[4...5]) == ["a.txt", "f.txt"] && found.last == "g.txt")
    let tiers = try folder.store.ranked(RankedQuery("blue whale ")).map(\.tier)
    #expect(tiers == [.wholeTitle, .titlePrefix, .title, .attributes, .everywhere, .everywhere, .some])
  }

  @Test func `a name without its extension is a title`() throws {
    let folder = try RankedFolder()
    try folder.put(["invoice.pdf": Document(), "invoice march.pdf": Document(), "my invoice.pdf": Document()])
    let hits = try folder.store.ranked(RankedQuery("invoice "))
    #expect(try hits.map { try folder.name($0.reference) } == ["invoice.pdf", "invoice march.pdf", "my invoice.pdf"])
    #expect(hits.map(\.tier) == [.wholeTitle, .titlePrefix, .title])
  }

  @Test func `the last word is a prefix`() throws {
    let folder = try RankedFolder()
    try folder.put([
      "a.txt": Document(text: "kernel"), "b.txt": Document(text: "kern"), "c.txt": Document(title: "Kernels"), "d.txt": Document(text: "k"),
    ])
    #expect(try folder.found("ker") == ["c.txt", "b.txt", "a.txt"])
    // Short prefixes are completed in attributes only.
    #expect(try folder.found("ke") == ["c.txt"])
    #expect(try folder.found("ker ") == [])
  }

  @Test func `other forms of a word are found after the word`() throws {
    let folder = try RankedFolder()
    try folder.put([
      "a.txt": Document(text: "relations and so on"), "b.txt": Document(text: "relation and so on"),
      "c.txt": Document(text: "related things and so on"),
    ])
    #expect(try folder.found("relation ") == ["b.txt", "a.txt", "c.txt"])
    #expect(try folder.found("\"relation\"") == ["b.txt"])
    var parameters = RankingParameters()
    parameters.stemWeight = 0
    parameters.correctsSpelling = false
    #expect(try folder.store.ranked(RankedQuery("relation "), parameters: parameters).count == 1)
  }

  /// Folding removes the signs of some endings that the algorithms know.
  @Test(arguments: [
    ("de", "Häuser", "Haus", "Hausmann"), ("fr", "chevaux", "cheval", "chevron"), ("es", "hablaban", "hablar", "habitar"),
    ("pt", "informações", "informação", "forma"), ("sv", "flickorna", "flicka", "flik"), ("it", "gatti", "gatto", "gattopardo"),
    ("", "книги", "книгу", "книжник"), ("", "новая", "новый", "новость"), ("", "γάτες", "γάτα", "γατόπαρδος"),
  ])
  func `other forms of words in other languages are found`(language: String, form: String, word: String, other: String) throws {
    let folder = try RankedFolder()
    try folder.put(["a.txt": Document(text: form), "b.txt": Document(text: word), "c.txt": Document(text: other)])
    var parameters = RankingParameters()
    parameters.languages = [language]
    parameters.correctsSpelling = false
    func found(_ query: String) throws -> [String] {
      try folder.store.ranked(RankedQuery(query), parameters: parameters).map { try folder.name($0.reference) }
    }
    #expect(try found(word + " ") == ["b.txt", "a.txt"])
    #expect(try found(form + " ") == ["a.txt", "b.txt"])
    #expect(try found("\"\(word)\"") == ["b.txt"])
    if language.isEmpty { return }
    parameters.languages = []
    #expect(try found(word + " ") == ["b.txt"])
  }

  @Test func `misspelled words are corrected`() throws {
    let folder = try RankedFolder()
    try folder.put([
      "a.txt": Document(text: "please receive the parcel"), "b.txt": Document(title: "Receive"), "c.txt": Document(text: "number 20245"),
      "d.txt": Document(text: "deceive"),
    ])
    #expect(try folder.found("recieve ") == ["b.txt", "a.txt"])
    #expect(try folder.found("recieve parcel ").first == "a.txt")
    #expect(try folder.store.ranked(RankedQuery("recieve ")).allSatisfy { $0.tier == .corrected })
    // Without a document that has any of the words.
    #expect(try folder.found("recieve zzqqx ") == ["b.txt", "a.txt"])
    #expect(try folder.found("recie") == ["b.txt", "a.txt"])
    #expect(try folder.found("20246 ") == [])
    // The first letter must be right.
    #expect(try folder.found("xeceive ") == [])
  }

  @Test func `a misspelling that occurs does not hide the right word`() throws {
    let folder = try RankedFolder()
    try folder.put([
      "a.txt": Document(text: "please receive the parcel"), "b.txt": Document(text: "recieve"),
      "c.txt": Document(text: "message in a bottle"),
      "d.txt": Document(text: "four cups of coffee"),
    ])
    for isIndexed in [false, true] {
      if isIndexed { try folder.store.indexPending() }
      #expect(try folder.found("recieve ") == ["b.txt", "a.txt"])
      #expect(try folder.found("receive ") == ["a.txt", "b.txt"])
      #expect(try folder.found("recieve") == ["b.txt", "a.txt"])
      // Both are misspelled, and one of them occurs.
      #expect(try folder.found("recieve parcle ").contains("a.txt"))
      #expect(try folder.found("recieve parcel ").first == "a.txt")
      #expect(try folder.found("recieve zzqqx ") == ["b.txt", "a.txt"])
      #expect(try folder.found("mesage botle ") == ["c.txt"])
      #expect(try folder.found("cofee cpus ") == ["d.txt"])
    }
    // A word that fills a page is right.
    try folder.put(Dictionary(uniqueKeysWithValues: (0..<9).map { ("\($0).txt", Document(text: "recieve")) }))
    #expect(try !folder.found("recieve ").contains("a.txt"))
  }

  @Test func `words of four letters are corrected, and shorter ones are not`() throws {
    let folder = try RankedFolder()
    try folder.put(["a.txt": Document(text: "milk"), "b.txt": Document(text: "tea"), "c.txt": Document(title: "Soup")])
    #expect(try folder.found("milc ") == ["a.txt"])
    #expect(try folder.found("mlik ") == ["a.txt"])
    #expect(try folder.found("soop ") == ["c.txt"])
    #expect(try folder.found("tae ") == [])
    #expect(try folder.found("\"milc\"") == [])
  }

  @Test func `without words, the newest documents of the filter are found`() throws {
    let folder = try RankedFolder()
    let day: Int64 = 86_400_000_000_000
    try folder.put([
      "a.txt": Document(text: "whale", modified: 19_000 * day), "b.txt": Document(text: "whale", modified: 19_900 * day),
      "c.md": Document(text: "whale", modified: 19_999 * day),
    ])
    let filter = CompiledPredicate(try Query(parsing: "kMDItemFSName == \"*.txt\""), in: .current())
    // The dates of addition are those of the first listing.
    let now = Timestamp(unixSeconds: 20_000 * 86_400).secondsSinceReferenceDate
    func found(_ query: RankedQuery, limit: Int = 9, _ boosts: [DocumentID: Double] = [:]) throws -> [String] {
      try folder.store.ranked(query, limit: limit, where: filter, adjusting: boosts, now: now).map { try folder.name($0.reference) }
    }
    #expect(Set(try found(RankedQuery(""))) == ["a.txt", "b.txt"])
    #expect(try found(RankedQuery(""), limit: 1, [try folder.reference("a.txt").document: 1]) == ["a.txt"])
    #expect(try folder.store.ranked(RankedQuery(""), where: CompiledPredicate(.constant(false))).isEmpty)
    // With alternatives, the filter decides.
    #expect(Set(try found(RankedQuery("blue whale ", needsAllWords: false))) == ["a.txt", "b.txt"])
    #expect(Set(try found(RankedQuery("blue red ", needsAllWords: false))) == ["a.txt", "b.txt"])
  }

  @Test func `words are dropped only if few documents contain all`() throws {
    let folder = try RankedFolder()
    var documents: [String: Document] = ["only blue.txt": Document()]
    for index in 0..<9 { documents["\(index).txt"] = Document(text: "blue whale") }
    try folder.put(documents)
    #expect(try folder.found("blue whale ").count == 10)
    #expect(try folder.found("blue whale ").last == "only blue.txt")
    try folder.put(["9.txt": Document(text: "whale, blue")])
    #expect(try folder.found("blue whale ").count == 10)
    #expect(try !folder.found("blue whale ").contains("only blue.txt"))
  }

  @Test func `phrases are required in the text or in one attribute`() throws {
    let folder = try RankedFolder()
    try folder.put([
      "a.txt": Document(text: "the blue whale"), "b.txt": Document(text: "a whale, blue"), "c.txt": Document(title: "Blue Whale"),
      "d.txt": Document(title: "Blue", keywords: ["whale"]), "e.txt": Document(title: "Whale blue", text: "blue whale"),
    ])
    #expect(Set(try folder.found("\"blue whale\"")) == ["a.txt", "c.txt", "e.txt"])
    #expect(Set(try folder.found("\"blue whale\" nowhere")) == ["a.txt", "c.txt", "e.txt"])
  }

  @Test func `near words come before distant ones`() throws {
    let folder = try RankedFolder()
    let filler = Array(repeating: "filler", count: 20).joined(separator: " ")
    try folder.put([
      "a.txt": Document(text: "blue \(filler) whale"), "b.txt": Document(text: "\(filler) blue whale"),
      "c.txt": Document(text: "whale blue \(filler)"),
    ])
    #expect(try folder.found("blue whale ") == ["b.txt", "c.txt", "a.txt"])
  }

  @Test func `recent documents, hints and boosts decide among equal ones`() throws {
    let folder = try RankedFolder()
    let day: Int64 = 86_400_000_000_000
    try folder.put([
      "old a.txt": Document(text: "whale", modified: 0), "old b.txt": Document(text: "whale", hint: 100, modified: 0),
      "new c.txt": Document(text: "whale", modified: 20_000 * day), "old d.txt": Document(text: "whale", hint: 0, modified: 0),
    ])
    // The dates of addition are those of the first listing.
    let now = Timestamp(unixSeconds: 20_000 * 86_400).secondsSinceReferenceDate
    func found(_ boosts: [String: Double] = [:]) throws -> [String] {
      let boosts = try Dictionary(uniqueKeysWithValues: boosts.map { (try folder.reference($0.key).document, $0.value) })
      return try folder.store.ranked(RankedQuery("whale "), adjusting: boosts, now: now).map { try folder.name($0.reference) }
    }
    #expect(try found().last == "old d.txt")
    #expect(try found(["old d.txt": 0.5]).first == "old d.txt")
  }

  @Test func `a document that is used is found although others are better`() throws {
    let folder = try RankedFolder()
    var documents: [String: Document] = [:]
    for index in 0..<20 {
      documents["\(index).txt"] = Document(text: Array(repeating: "whale", count: index + 1).joined(separator: " "))
    }
    try folder.put(documents)
    var parameters = RankingParameters()
    parameters.rescoringDepth = 3
    let boosts = [try folder.reference("0.txt").document: 1.0, DocumentID(rawValue: 1 << 60): 1.0]
    let hits = try folder.store.ranked(RankedQuery("whale "), limit: 3, adjusting: boosts, parameters: parameters)
    #expect(try hits.map { try folder.name($0.reference) }.first == "0.txt")
    #expect(hits.count == 3)
  }

  @Test func `a filter excludes documents but changes no order`() throws {
    let folder = try RankedFolder()
    try folder.put([
      "a.txt": Document(text: "whale whale"), "b.md": Document(text: "whale"), "c.txt": Document(title: "whale"),
      "d.md": Document(title: "Whale"),
    ])
    let filter = CompiledPredicate(try Query(parsing: "kMDItemFSName == \"*.txt\""), in: .current())
    #expect(try folder.store.ranked(RankedQuery("whale"), where: filter).map { try folder.name($0.reference) } == ["c.txt", "a.txt"])
    #expect(try folder.store.ranked(RankedQuery("whale"), where: CompiledPredicate(.constant(false))).isEmpty)
  }

  @Test func `removed and changed texts are not found`() throws {
    let folder = try RankedFolder()
    try folder.put(["a.txt": Document(text: "whale"), "b.txt": Document(text: "whale")])
    try folder.store.indexPending()
    try folder.remove("a.txt")
    try folder.put(["b.txt": Document(text: "dolphin")])
    #expect(try folder.found("whale ") == [])
    #expect(try folder.found("dolphin ") == ["b.txt"])
    #expect(try folder.store.completions(of: "wha", limit: 5).isEmpty)
  }

  @Test func `an empty query finds nothing`() throws {
    let folder = try RankedFolder()
    try folder.put(["a.txt": Document(text: "whale")])
    #expect(try folder.found("") == [])
    #expect(try folder.found("whale", limit: 0) == [])
    #expect(try folder.store.completions(of: " ", limit: 5).isEmpty)
  }
}

@Suite struct RankedCompletionTests {
  typealias Document = RankedFolder.Document

  private func completions(_ folder: RankedFolder, _ typed: String, limit: Int = 6) throws -> [String] {
    try folder.store.completions(of: typed, limit: limit).map { completion in
      let bytes = Array(completion.text.utf8)
      var marked = ""
      var index = 0
      for range in completion.matches {
        marked +=
          String(decoding: bytes[index..<range.lowerBound], as: UTF8.self) + "[" + String(decoding: bytes[range], as: UTF8.self) + "]"
        index = range.upperBound
      }
      return marked + String(decoding: bytes[index...], as: UTF8.self)
    }
  }

  @Test func `titles, keywords and words are completed, and matches are marked`() throws {
    let folder = try RankedFolder()
    try folder.put([
      "a.txt": Document(title: "Whale songs", text: "whales whaling"), "b.txt": Document(title: "The Blue Whale", text: "whales"),
      "c.txt": Document(keywords: ["whaling ships"]), "d.txt": Document(title: "Größe der Wale"),
    ])
    for isIndexed in [false, true] {
      if isIndexed { try folder.store.indexPending() }
      let found = try completions(folder, "wha", limit: 9)
      #expect(found.prefix(1) == ["[Wha]le songs"])
      #expect(found.contains("The Blue [Wha]le") && found.contains("[wha]ling ships") && found.contains("[wha]les"))
      #expect(try completions(folder, "blue wha") == ["The [Blue] [Wha]le"])
      #expect(try completions(folder, "gro") == ["[Grö]ße der Wale", "[gro]sse"])
      #expect(try completions(folder, "gros") == ["[Größ]e der Wale", "[gros]se"])
    }
  }

  @Test func `a completed word occurs together with the other words`() throws {
    let folder = try RankedFolder()
    try folder.put(["a.txt": Document(text: "blue whales"), "b.txt": Document(text: "red wharf")])
    #expect(try completions(folder, "blue wha") == ["[blue wha]les"])
    #expect(try completions(folder, "blue ") == [])
  }

  @Test func `completions have hits without the excluded words, which are not completed`() throws {
    let folder = try RankedFolder()
    try folder.put([
      "a.txt": Document(title: "Whale songs", text: "whaling"), "b.txt": Document(title: "Whale bones", text: "red wharf"),
      "c.md": Document(keywords: ["whaleboat"]),
    ])
    for isIndexed in [false, true] {
      if isIndexed { try folder.store.indexPending() }
      let found = try completions(folder, "-red wha", limit: 9)
      #expect(found.contains("[Wha]le songs") && !found.contains { $0.contains("bones") || $0.contains("rf") })
      #expect(try completions(folder, "wha -re") == [])
      #expect(try completions(folder, "songs -wha") == [])
      #expect(try completions(folder, "ext:md wha").contains("[wha]leboat"))
      #expect(try !completions(folder, "ext:md wha", limit: 9).contains("[Wha]le songs"))
      #expect(try completions(folder, "red OR wha") == [])
    }
  }
}
