// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport
import Testing
import TextAnalysis

@testable import IndexStore

/// Ranked search finds the same documents in the same order as a simple computation of all scores,
/// however documents are divided into segments.
@Suite struct RankedScoringTests {
  /// Words too short for stems and typos.
  private static let words = ["ant", "bee", "cat", "dog", "eel", "fox", "gnu", "hen"]

  private static func parameters() -> RankingParameters {
    var parameters = RankingParameters()
    (parameters.proximityWeight, parameters.exactnessWeight, parameters.recencyWeight) = (0, 0, 0)
    return parameters
  }

  /// A document's score and tier from its fields and text alone.
  private struct Reference {
    var names: [String]
    var scores: [String: (tier: RankTier, score: Double)] = [:]

    init(_ documents: [String: RankedFolder.Document], _ typed: [String], _ parameters: RankingParameters) {
      names = []
      let tokens = documents.mapValues { document in
        (title: Self.tokens(document.title), keywords: document.keywords.flatMap(Self.tokens), text: Self.tokens(document.text))
      }
      let texts = tokens.values.filter { !$0.text.isEmpty }
      let mean = Double(texts.reduce(0) { $0 + $1.text.count }) / Double(max(texts.count, 1))
      var all: [String: (found: Set<String>, tier: RankTier, score: Double)] = [:]
      for (name, document) in tokens {
        let ownName = Self.tokens(name)
        var (found, score, inTitle, inFields): (Set<String>, Double, Int, Int) = ([], 0, 0, 0)
        for word in typed {
          let inFieldsCount = tokens.count { other, its in
            Self.tokens(other).contains(word) || its.title.contains(word) || its.keywords.contains(word)
          }
          // The folder of the documents is a document, too.
          let shareWithoutText = 1 - Double(texts.count) / Double(tokens.count + 1)
          let inTexts = tokens.values.count { $0.text.contains(word) }
          let documentFrequency = max(inFieldsCount, inTexts + Int((Double(inFieldsCount) * shareWithoutText).rounded()))
          let idf = log(1 + (Double(tokens.count + 1 - documentFrequency) + 0.5) / (Double(documentFrequency) + 0.5))
          var frequency = ownName.contains(word) ? Double(parameters.nameWeight) : 0
          if document.title.contains(word) { frequency += Double(parameters.titleWeight) }
          if ownName.contains(word) || document.title.contains(word) { inTitle += 1 }
          if document.keywords.contains(word) { frequency += Double(parameters.keywordsWeight) }
          if frequency > 0 { inFields += 1 }
          let b = Double(parameters.lengthNormalization)
          let norm = 1 - b + b * Double(document.text.count) / mean
          frequency += Double(document.text.count { $0 == word }) / norm
          if frequency > 0 { found.insert(word) }
          score += idf * frequency / (Double(parameters.saturation) + frequency)
        }
        if found.isEmpty { continue }
        var tier = inTitle == typed.count ? RankTier.title : inFields == typed.count ? .attributes : .everywhere
        for title in [document.title, ownName, ownName.dropLast()] where Array(title.prefix(typed.count)) == typed {
          tier = max(tier, title.count == typed.count ? .wholeTitle : .titlePrefix)
        }
        all[name] = (found, tier, score)
      }
      let strict = all.filter { $0.value.found.count == typed.count }
      let takesSome = strict.count < parameters.sufficientHits
      for (name, entry) in all {
        if entry.found.count == typed.count {
          scores[name] = (entry.tier, entry.score)
        } else if takesSome {
          scores[name] = (.some, entry.score)
        }
      }
    }

    private static func tokens(_ text: String) -> [String] { text.split { $0 == " " || $0 == "." || $0 == "-" }.map(String.init) }

    func final(_ name: String, _ parameters: RankingParameters, best: Double) -> Double {
      guard let (tier, score) = scores[name] else { return -1 }
      return Double(tier.rawValue) * parameters.tierStep + log(1 + score) / log(1 + best)
    }
  }

  private static func randomText(_ count: Int, _ random: inout SeededGenerator) -> String {
    (0..<count).map { _ in words[min(Int.random(in: 0...7, using: &random), Int.random(in: 0...7, using: &random))] }.joined(separator: " ")
  }

  private static func randomDocument(_ random: inout SeededGenerator) -> RankedFolder.Document {
    var document = RankedFolder.Document()
    if Bool.random(using: &random) { document.title = randomText(Int.random(in: 1...3, using: &random), &random) }
    if Int.random(in: 0...3, using: &random) == 0 { document.keywords = [randomText(1, &random), randomText(2, &random)] }
    if Int.random(in: 0...5, using: &random) > 0 { document.text = randomText(Int.random(in: 1...30, using: &random), &random) }
    return document
  }

  private func compare(_ folder: RankedFolder, _ random: inout SeededGenerator, _ comment: String) throws {
    var parameters = Self.parameters()
    for _ in 0..<12 {
      var typed = Self.words.shuffled(using: &random)
      typed.removeSubrange(Int.random(in: 1...4, using: &random)...)
      parameters.sufficientHits = [1, 10, 1000].randomElement(using: &random) ?? 10
      parameters.rescoringDepth = [1, 5, 200].randomElement(using: &random) ?? 200
      let limit = [1, 3, 20, 500].randomElement(using: &random) ?? 1
      let reference = Reference(folder.documents, typed, parameters)
      // The last word is not a prefix.
      let hits = try folder.store.ranked(RankedQuery(typed.joined(separator: " ") + " "), limit: limit, parameters: parameters)
      let names = try hits.map { try folder.name($0.reference) }
      let context = "\(comment), \(typed), limit \(limit), seed \(random.seed)"
      #expect(names.count == min(limit, reference.scores.count), "\(context)")
      #expect(Set(names).count == names.count, "\(context)")
      for (hit, name) in zip(hits, names) { #expect(hit.tier == reference.scores[name]?.tier, "\(context), \(name)") }
      // The tier of a whole title is only found among the candidates, so it cannot decide which
      // documents are candidates.
      guard max(limit, parameters.rescoringDepth) >= reference.scores.count else { continue }
      let best = reference.scores.values.map(\.score).max() ?? 0
      let expected = reference.scores.keys.map { reference.final($0, parameters, best: best) }.sorted(by: >)
      for (index, (hit, name)) in zip(hits, names).enumerated() {
        #expect(abs(Double(hit.score) / 1_048_576 - reference.final(name, parameters, best: best)) < 1e-4, "\(context), \(name)")
        #expect(abs(expected[index] - reference.final(name, parameters, best: best)) < 1e-4, "\(context), \(name)")
      }
    }
  }

  @Test(arguments: (0..<6 as Range<UInt64>).sampled(every: 2))
  func `the best documents are those of a full computation`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try RankedFolder()
    for round in 0..<6 {
      var added: [String: RankedFolder.Document] = [:]
      for _ in 0..<Int.random(in: 1...25, using: &random) {
        let name = "\(Self.words.randomElement(using: &random) ?? "")-\(Int.random(in: 0...60, using: &random)).txt"
        added[name] = Self.randomDocument(&random)
      }
      try folder.put(added)
      if let name = folder.documents.keys.sorted().randomElement(using: &random), folder.documents.count > 5 { try folder.remove(name) }
      try compare(folder, &random, "round \(round), pending")
      if Bool.random(using: &random) {
        try folder.store.indexPending()
        try compare(folder, &random, "round \(round), indexed")
      }
    }
    _ = try IndexedTexts.maintain(folder.store)
    try compare(folder, &random, "merged")
  }

  @Test(arguments: (0..<4 as Range<UInt64>).sampled(every: 2))
  func `pending, indexed and merged documents have the same scores`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try RankedFolder()
    func answers() throws -> [[RankedHit]] {
      try ["ant ", "an", "bee cat", "fox hen gnu ", "\"cat dog\"", "d", "cta"].map { try folder.store.ranked(RankedQuery($0), now: 7e8) }
    }
    for _ in 0..<4 {
      var added: [String: RankedFolder.Document] = [:]
      for index in 0..<20 { added["\(Self.words[index % 8])\(Int.random(in: 0...40, using: &random)).txt"] = Self.randomDocument(&random) }
      try folder.put(added)
      let pending = try answers()
      #expect(pending.contains { !$0.isEmpty })
      try folder.store.indexPending()
      #expect(try answers() == pending, "seed \(seed)")
      if let name = folder.documents.keys.min() { try folder.remove(name) }
      let removed = try answers()
      _ = try IndexedTexts.maintain(folder.store)
      #expect(try answers() == removed, "seed \(seed)")
    }
  }

  /// With a high limit, nothing can be pruned. More than 2,048 documents with a word and more than 16
  /// windows are pruned otherwise.
  ///
  /// - Parameter step: One document in so many has a title.
  @Test(arguments: [20, 2].sampled(every: 2))
  func `the best documents of many are the first of all documents`(step: Int) throws {
    var random = SeededGenerator()
    let folder = try RankedFolder()
    for first in stride(from: 0, to: 4000, by: 2000) {
      var added: [String: RankedFolder.Document] = [:]
      for number in first..<first + 2000 {
        var document = RankedFolder.Document()
        // Few texts are much better than the others, as in real folders.
        let length = Int.random(in: 0...40, using: &random) == 0 ? 200 : Int.random(in: 1...12, using: &random)
        document.text = Self.randomText(length, &random)
        if number % step == 0 { document.title = Self.randomText(2, &random) }
        if number % 3 == 0 { document.text = document.text.uppercased() }
        added["\(number)"] = document
      }
      try folder.put(added)
      if first > 0 { try folder.remove("\(first - 7)") }
      try folder.store.indexPending()
    }
    var pending: [String: RankedFolder.Document] = [:]
    for number in stride(from: 100, to: 140, by: 1) { pending["\(number)"] = Self.randomDocument(&random) }
    try folder.put(pending)
    for maintains in [false, true] {
      if maintains { _ = try IndexedTexts.maintain(folder.store) }
      for typed in ["ant ", "hen ", "fox hen gnu ", "bee zzz gnu "].sampled(every: 2) {
        var parameters = Self.parameters()
        parameters.rescoringDepth = 1
        let all = try folder.store.ranked(RankedQuery(typed), limit: 10_000, parameters: parameters)
        // Scores are relative to the best one.
        let scores = Dictionary(uniqueKeysWithValues: all.map { ($0.reference, $0.score) })
        for limit in [1, 10, 70] {
          let best = try folder.store.ranked(RankedQuery(typed), limit: limit, parameters: parameters)
          #expect(
            best.map { scores[$0.reference] } == all.prefix(limit).map(\.score),
            "\(typed), limit \(limit), \(maintains), seed \(random.seed)")
          #expect(best.map(\.tier) == all.prefix(limit).map(\.tier))
        }
      }
    }
  }
}
