// SPDX-License-Identifier: Apache-2.0

import Attributes
import QueryLanguage
import TestSupport
import Testing

@testable import IndexStore

/// The order by relevance agrees with a simple computation, and never changes what is found.
@Suite struct RandomRelevanceTests {
  private static let words = ["ant", "bee", "cat", "dog", "eel", "fox"]
  private static let endings = ["txt", "odt", "c", "json", "1.gz"]

  private struct Name {
    /// Each word of the name with its parts.
    var words: [[String]]
    var ending: String

    init(_ random: inout SeededGenerator) {
      words = (0...Int.random(in: 0..<3, using: &random)).map { _ in
        (0..<(Int.random(in: 0..<3, using: &random) == 0 ? 2 : 1)).map { _ in RandomRelevanceTests.words.randomElement(using: &random) ?? ""
        }
      }
      ending = RandomRelevanceTests.endings.randomElement(using: &random) ?? ""
    }

    func text(_ number: Int, _ separator: String) -> String {
      words.map { $0.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() }.joined(separator: separator) + separator
        + "\(number * 1000)." + ending
    }

    var isForProgram: Bool { !["txt", "odt"].contains(ending) }

    /// Defined anew, from the words of which the name was made.
    func placement(of word: String, _ parameters: RelevanceParameters) -> Double {
      func completion(_ length: Int) -> Double {
        let share = Double(word.count) / Double(length)
        return parameters.partOfNamePlacement + (parameters.completedNamePlacement - parameters.partOfNamePlacement) * share
      }
      var best = 0.0
      for parts in words {
        let whole = parts.joined()
        if whole == word {
          best = max(best, parameters.wholeNamePlacement)
        } else if whole.hasPrefix(word) {
          best = max(best, completion(whole.count))
        } else if parts.contains(where: { $0.hasPrefix(word) }) {
          best = max(best, parameters.partOfNamePlacement)
        }
      }
      return best
    }

    /// The score of a document with a name and the words of a text, of which every one of some words is a part.
    func score(_ words: [String], text: [String], _ parameters: RelevanceParameters) -> Double {
      let inName = words.map { placement(of: $0, parameters) }
      func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
      let weight = isForProgram ? parameters.programPlacementWeight : parameters.placementWeight
      let least = parameters.leastPlacementWeight * weight / parameters.placementWeight * (inName.min() ?? 0)
      let wholes = zip(words, inName).map { $1 >= parameters.folderPlacement || text.contains($0) ? 1.0 : 0 }
      return weight * mean(inName.map { max($0, parameters.textPlacement) }) + least
        + (words.count > 1 ? parameters.wholeWordsWeight * mean(wholes) : 0)
    }
  }

  private static func parameters(maximum: Int = 500) -> RelevanceParameters {
    var parameters = RelevanceParameters()
    (
      parameters.textWeight, parameters.programTextWeight, parameters.proximityWeight, parameters.exactnessWeight, parameters.recencyWeight
    ) = (0, 0, 0, 0, 0)
    parameters.matching.weighsFrequencies = false
    parameters.maximumRankedHits = maximum
    if maximum < 500 { parameters.maximumComparedNames = 2 * maximum }
    return parameters
  }

  @Test(arguments: [UInt64.random(in: 0 ... .max), 1, 2])
  func `scores are those of a simple computation`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try RankedFolder()
    var names: [String: Name] = [:]
    var texts: [String: [String]] = [:]
    for round in 0..<3 {
      var added: [String: RankedFolder.Document] = [:]
      for number in 0..<15 {
        let name = Name(&random)
        let text = name.text(round * 100 + number, [" ", "_", "-"].randomElement(using: &random) ?? " ")
        names[text] = name
        let words = (0..<Int.random(in: 0..<4, using: &random)).map { _ in Self.words.randomElement(using: &random) ?? "" }
        texts[text] = words
        added[text] = RankedFolder.Document(text: words.joined(separator: " "))
      }
      try folder.put(added)
      if round == 1 { try folder.store.indexPending() }
      for typed in ["ant", "be", "cat dog", "eel fo ant"] {
        let words = typed.split(separator: " ").map(String.init)
        let parameters = Self.parameters()
        let predicate = CompiledPredicate(try FreeTextQuery(parsing: typed, in: .current()).query, in: .current())
        let hits = try folder.store.relevant(RankedQuery(typed).completingAllWords, where: predicate, parameters: parameters)
        #expect(hits.others.isEmpty)
        #expect(Set(hits.best.map(\.reference)) == Set(try folder.store.search(predicate).references()), "seed \(seed): \(typed)")
        #expect(zip(hits.best, hits.best.dropFirst()).allSatisfy { $0.score >= $1.score }, "seed \(seed): \(typed)")
        for hit in hits.best {
          let text = try folder.name(hit.reference)
          let name = try #require(names[text])
          let expected = name.score(words, text: texts[text] ?? [], parameters)
          #expect(abs(Double(hit.score) / 1_048_576 - expected) < 0.0001, "seed \(seed): \(typed) in \(text)")
        }
      }
    }
  }

  @Test(arguments: [UInt64.random(in: 0 ... .max), 3])
  func `the hits are those of a search, in every state of the index`(seed: UInt64) throws {
    let indexed = try IndexedFolder()
    let tree = try ModelTree(indexed, seed: seed)
    var hits = 0
    for state in 0..<6 {
      var random = RandomTyping(seed: seed << 8 | UInt64(state))
      for round in 0..<12 {
        let path = try #require(tree.documents.randomElement(using: &tree.random.generator)).path
        let name = String(decoding: path.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
        let typed = round % 2 == 0 ? String(name.prefix(1 + round)) : random.text()
        let text = QueryLanguage.RankedText(parsing: typed, in: .current())
        let query = RankedQuery(text.words, needsAllWords: !text.hasAlternatives).completingAllWords
        if query.words.isEmpty { continue }
        let predicate = CompiledPredicate(text.query, in: .current())
        let expected = try tree.store.search(predicate).references()
        let scope = round % 3 == 0 ? [tree.rootPath] : []
        for maximum in [2, 500] {
          let comment: Comment = "seed \(seed), state \(state), \(maximum): \(typed.debugDescription)"
          func list(_ limit: Int?) throws -> [DocumentReference] {
            let found = try tree.store.relevant(
              query, where: predicate, within: scope, limit: limit, parameters: Self.parameters(maximum: maximum))
            #expect(found.best.count <= maximum, comment)
            let others = try found.others.references()
            return found.best.map(\.reference) + others
          }
          let all = try list(nil)
          #expect(all.sorted() == expected, comment)
          let limit = random.number(below: all.count + 2)
          #expect(try list(limit) == Array(all.prefix(limit)), comment)
        }
        let partial = try tree.store.partlyRelevant(query, limit: 50, where: nil, except: predicate)
        #expect(Set(partial.map(\.reference)).isDisjoint(with: expected), "seed \(seed): \(typed.debugDescription)")
        hits += expected.count
      }
      if state % 2 == 0 { try tree.store.indexPending() }
      for _ in 0..<8 { try tree.change() }
    }
    #expect(hits > 0, "seed \(seed)")
  }
}
