// SPDX-License-Identifier: Apache-2.0

/// A line of a data file of WordNet: words with one meaning. wndb(5WN)
struct WordNetSynset {
  /// Identifies a synset among all files.
  struct ID: Hashable {
    let offset: UInt32
    let part: PartOfSpeech
  }

  enum PartOfSpeech: UInt8, CaseIterable {
    case noun = 0x6E  // n
    case verb = 0x76  // v
    case adjective = 0x61  // a
    case adverb = 0x72  // r

    /// Some adjectives are satellites of others, with a letter of their own.
    init?(letter: Substring) { self.init(rawValue: letter == "s" ? 0x61 : letter.utf8.first ?? 0) }

    var fileName: String {
      switch self {
      case .noun: "data.noun"
      case .verb: "data.verb"
      case .adjective: "data.adj"
      case .adverb: "data.adv"
      }
    }
  }

  let id: ID
  /// The words, each of one or more parts.
  let lemmas: [[[UInt8]]]
  let relations: [(symbol: String, target: ID)]
  /// The words of the definition, without examples.
  let definition: [[UInt8]]

  /// - Returns: `nil` if the line has another form.
  init?(_ line: Substring, _ part: PartOfSpeech) {
    let halves = line.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let fields = halves[0].split(separator: " ")
    guard halves.count == 2, fields.count > 4, let offset = UInt32(fields[0]), let wordCount = Int(fields[3], radix: 16) else { return nil }
    var next = 4 + 2 * wordCount
    guard fields.count > next, let relationCount = Int(fields[next]), fields.count > next + 4 * relationCount else { return nil }
    id = ID(offset: offset, part: part)
    lemmas = (0..<wordCount).map { index in
      // The syntactic position of an adjective is in parentheses.
      Self.words(fields[4 + 2 * index].prefix { $0 != "(" })
    }
    next += 1
    var relations: [(String, ID)] = []
    for index in 0..<relationCount {
      let start = next + 4 * index
      guard let target = UInt32(fields[start + 1]), let part = PartOfSpeech(letter: fields[start + 2]) else { return nil }
      relations.append((String(fields[start]), ID(offset: target, part: part)))
    }
    self.relations = relations
    definition = Self.words(halves[1][..<Self.endOfDefinition(halves[1])])
  }

  /// Examples are in quotation marks.
  private static func endOfDefinition(_ gloss: Substring) -> Substring.Index {
    gloss.utf8.firstIndex(of: UInt8(ascii: "\"")) ?? gloss.endIndex
  }

  /// The runs of letters, in lower case.
  private static func words(_ text: Substring) -> [[UInt8]] {
    text.utf8.split { ($0 | 0x20) &- 0x61 >= 26 }.map { $0.map { $0 | 0x20 } }
  }
}
