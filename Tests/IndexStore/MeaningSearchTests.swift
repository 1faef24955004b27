// SPDX-License-Identifier: Apache-2.0

import Attributes
import QueryLanguage
import TestSupport
import Testing
import WordVectors

@testable import IndexStore

/// Documents that are found although they have no word of the query.
@Suite struct MeaningSearchTests {
  typealias Document = RankedFolder.Document

  private static let documents: [String: Document] = [
    "1.pdf": Document(title: "Car insurance invoice"), "2.pdf": Document(title: "Bread recipe", text: "flour water oven baked loaf"),
    "3.txt": Document(text: "The doctor gave me medicine against the illness, and the nurse cared for me in the hospital."),
    "4.txt": Document(text: "A puppy barks at a cat."), "5.txt": Document(title: "Beach hotel", text: "Travel on vacation to the seaside."),
    "6.txt": Document(text: "zzz 12345"), "7.pdf": Document(title: "Payment receipt", text: "bill money owes customer"),
  ]

  private func folder(_ documents: [String: Document] = documents, _ model: WordVectorModel? = SmallDictionary.model) throws -> RankedFolder
  {
    let folder = try RankedFolder(vectors: model)
    try folder.put(documents)
    return folder
  }

  private func related(_ typed: String, _ folder: RankedFolder) throws -> [String] {
    try folder.store.ranked(RankedQuery(typed)).filter { $0.tier == .related }.map { try folder.name($0.reference) }
  }

  @Test(arguments: [
    ("vehicle policy", "1.pdf"), ("physician", "3.txt"), ("sickness clinic", "3.txt"), ("hound", "4.txt"), ("holiday inn", "5.txt"),
    ("cake", "2.pdf"),
  ])
  func `a question finds documents without any of its words`(question: String, name: String) throws {
    let folder = try folder()
    for isIndexed in [false, true] {
      if isIndexed { try folder.store.indexPending() }
      #expect(try related(question, folder).first == name)
    }
  }

  @Test(arguments: ["\"physician\"", "zebra", "12345", "physician2", ""])
  func `quoted words, identifiers, numbers and unknown words are not looked for by meaning`(question: String) throws {
    #expect(try related(question, folder()) == [])
  }

  @Test func `documents with all words come first, and those by meaning are marked`() throws {
    var documents = Self.documents
    documents["8.txt"] = Document(text: "physician")
    let folder = try folder(documents)
    let hits = try folder.store.ranked(RankedQuery("physician "))
    #expect(try hits.map { try folder.name($0.reference) }.prefix(2) == ["8.txt", "3.txt"])
    #expect(hits.map(\.tier).prefix(2) == [.everywhere, .related])
  }

  @Test func `a full page with all words needs no others`() throws {
    var documents = Self.documents
    for number in 10..<20 { documents["\(number).txt"] = Document(text: "physician \(number)") }
    for number in 100..<200 { documents["\(number).txt"] = Document(text: "bread flour \(number)") }
    let folder = try folder(documents)
    #expect(try folder.store.ranked(RankedQuery("physician ")).map(\.tier) == Array(repeating: .everywhere, count: 10))
    try folder.remove("10.txt")
    #expect(try related("physician ", folder) == ["3.txt"])
  }

  @Test func `at most ten documents are found by meaning`() throws {
    var documents = Self.documents
    for number in 10..<30 { documents["\(number).txt"] = Document(text: "doctor medicine \(number)") }
    for number in 100..<400 { documents["\(number).txt"] = Document(text: "bread flour \(number)") }
    #expect(try related("physician", folder(documents)).count == 10)
  }

  @Test func `meaning can be switched off, and needs a model`() throws {
    let folder = try folder()
    var parameters = RankingParameters()
    parameters.findsRelated = false
    #expect(try folder.store.ranked(RankedQuery("physician"), parameters: parameters).isEmpty)
    #expect(try related("physician", self.folder(Self.documents, nil)) == [])
    try folder.store.setComparesMeanings(false)
    #expect(try related("physician", folder) == [])
    #expect(try folder.store.vectorsForWriting() == nil)
    // Also for a maintenance that opened the index by itself.
    let other = try Store.open(folder.store.path, .read, mapSize: 1 << 30, writingVectors: { SmallDictionary.model })
    #expect(try other.vectorsForWriting() == nil)
    try folder.store.setComparesMeanings(true)
    #expect(try related("physician", folder) == ["3.txt"])
    #expect(try other.vectorsForWriting() != nil)
  }

  @Test func `documents outside a search are found by meaning as in it, except those of the search`() throws {
    let folder = try folder()
    func found(_ question: String, except predicate: String) throws -> [String] {
      let known = CompiledPredicate(try Query(parsing: predicate), in: .current())
      return try folder.store.related(RankedQuery(question), limit: 10, where: nil, except: known).map { try folder.name($0.reference) }
    }
    #expect(try found("physician", except: "kMDItemTextContent == 'physician'") == ["3.txt"])
    #expect(try found("physician", except: "kMDItemTextContent == 'doctor'") == [])
  }

  private func similar(_ name: String, _ folder: RankedFolder, limit: Int = 10) throws -> [String] {
    let reference = try folder.reference(name)
    guard case .known(let meaning) = try folder.store.meaning(of: reference.document) else { return [] }
    return try folder.store.similar(to: meaning, limit: limit, where: nil, except: reference.document).map { try folder.name($0.reference) }
  }

  @Test func `documents are similar to a document by its text and title`() throws {
    var documents = Self.documents
    documents["8.txt"] = Document(text: "a physician in the clinic treats sickness")
    documents["9.txt"] = Document(title: "Payment", text: "an unpaid bill")
    let folder = try folder(documents)
    for isIndexed in [false, true] {
      if isIndexed { try folder.store.indexPending() }
      #expect(try similar("3.txt", folder).first == "8.txt")
      #expect(try similar("8.txt", folder).first == "3.txt")
      #expect(try similar("7.pdf", folder).first == "9.txt")
      #expect(try similar("8.txt", folder, limit: 0) == [])
      #expect(try folder.store.meaning(of: folder.reference("6.txt").document) == .unknown)
    }
    // Of another model, nothing is comparable.
    let other = try Store.open(folder.store.path, .read, mapSize: 1 << 30)
    #expect(try other.meaning(of: folder.reference("3.txt").document) == .noWordVectors)
    try folder.store.setComparesMeanings(false)
    #expect(try folder.store.meaning(of: folder.reference("3.txt").document) == .switchedOff)
  }

  @Test func `of the words in common, those come first that few documents have`() throws {
    var documents = Self.documents
    for number in 10..<40 { documents["\(number).txt"] = Document(text: "money and bread \(number)") }
    documents["8.txt"] = Document(title: "Zanzibar", text: "money for an invoice of the hospital 4711 in Zanzibar")
    documents["9.txt"] = Document(text: "zanzibar money invoice 4711 at")
    let folder = try folder(documents)
    try folder.store.indexPending()
    func words(_ name: String) throws -> DocumentWords {
      let reference = try folder.reference(name)
      var words = try folder.store.read { snapshot throws(StoreError) in try DocumentWords(of: reference, in: snapshot) }
      words.add(try #require(documents[name]).text.utf8.span)
      return words
    }
    let common = try folder.store.commonWords(of: words("8.txt"), and: words("9.txt"), limit: 10)
    #expect(common == ["zanzibar", "invoice", "money"])
    #expect(try folder.store.commonWords(of: words("8.txt"), and: words("9.txt"), limit: 1) == ["zanzibar"])
    #expect(try folder.store.commonWords(of: words("8.txt"), and: words("4.txt"), limit: 9) == [])
  }

  @Test func `a restriction holds for documents that are found by meaning`() throws {
    let folder = try folder()
    let hits = try folder.store.ranked(RankedQuery("physician"), within: [bytes("/home/ann/4.txt")])
    #expect(hits.isEmpty)
  }

  @Test(arguments: (0..<4 as Range<UInt64>))
  func `the answer depends neither on segments nor on what is pending`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let words = ["car", "bread", "doctor", "holiday", "invoice", "cat", "puppy", "insurance", "12", "zzz", "hotel", "loaf", "vehicle"]
    func text(_ count: ClosedRange<Int>) -> String {
      (0..<Int.random(in: count, using: &random)).map { _ in words[Int.random(in: words.indices, using: &random)] }.joined(separator: " ")
    }
    let names = (0..<60).map { "\($0).txt" }
    let parts = try (0..<3).map { _ in try RankedFolder(vectors: SmallDictionary.model) }
    // The same history: all at once, in parts that are indexed and merged, and without vectors at first.
    let steps = (0..<6).map { _ -> [String: Document] in
      let some = names.shuffled(using: &random).prefix(25)
      return Dictionary(uniqueKeysWithValues: some.map { ($0, Document(title: text(0...3), text: text(0...9))) })
    }
    let removed = names.shuffled(using: &random).prefix(12)
    for (number, folder) in parts.enumerated() {
      for step in steps {
        try folder.put(step)
        if number > 0 { try folder.store.indexPending() }
        if number == 2 { _ = try IndexedTexts.maintain(folder.store) }
      }
      for name in removed where folder.documents[name] != nil { try folder.remove(name) }
      if number == 2 { _ = try IndexedTexts.maintain(folder.store) }
    }
    for question in ["vehicle", "physician", "loaf dog", "journey", "bill policy", "car zzz"] {
      let answers = try parts.map { folder in
        try folder.store.ranked(RankedQuery(question), now: 0).map { "\(try folder.name($0.reference)) \($0.tier) \($0.score)" }
      }
      #expect(answers[1] == answers[0] && answers[2] == answers[0], "\(question), seed \(seed)")
    }
    #expect(try parts.flatMap { try $0.store.verify().map(\.description) } == [])
  }

  @Test func `vectors are made at idle for what was indexed without a model`() throws {
    let folder = try folder(Self.documents, nil)
    try folder.store.indexPending()
    let path = folder.store.path
    let store = try Store.open(
      path, .write(creating: false), writingVectors: { SmallDictionary.model }, searchingVectors: { SmallDictionary.model })
    #expect(try store.ranked(RankedQuery("physician")).isEmpty)
    let works = try IndexedTexts.maintain(store)
    #expect(works.count { $0 == .madeVectors } == 2)
    #expect(try store.ranked(RankedQuery("physician")).map { try folder.name($0.reference) } == ["3.txt"])
    #expect(try !IndexedTexts.maintain(store).contains(.madeVectors))
    #expect(try store.verify().map(\.description) == [])
  }
}
