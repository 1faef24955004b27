// SPDX-License-Identifier: Apache-2.0

internal import TextAnalysis
internal import WordVectors

/// How much each stem belongs to each synset: a sparse matrix with a row for each stem and a normalized column for each synset.
struct TermMatrix {
  /// The stems of the rows.
  private(set) var stems: [[UInt8]] = []
  /// The weight of each stem in a text.
  private(set) var weights: [Float] = []
  /// For each column, the end of its cells.
  private(set) var ends: [Int] = []
  private(set) var cells: [(row: Int32, value: Float)] = []

  // How much a word counts by where it is.
  private static let lemmaValue = 2.0
  private static let definitionValue = 1.0
  private static func value(ofRelation symbol: String) -> Double? {
    switch symbol {
    case "@", "@i", "&": 1  // more general, similar
    case "~", "~i": 0.3  // more special
    case "+", "#p", "%p", "#m", "%m", ";c", "\\": 0.5  // derived, part, member, topic, pertaining to
    case "-c": 0.15  // of the topic
    default: nil
    }
  }

  /// Of a related synset, the first words are the usual ones.
  private static let maximumRelatedLemmas = 4

  /// Rarer stems are left out.
  private static let minimumColumnCount = 2

  init(_ dictionary: WordNetDictionary) {
    var numbers = StemNumbers()
    let synsets = dictionary.synsets
    let indices = Dictionary(synsets.indices.map { (synsets[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
    var columns: [[(row: Int, value: Double)]] = []
    var inDefinitions: [Int] = []
    for synset in synsets {
      var column = ColumnSum()
      for lemma in synset.lemmas { column.add(lemma, Self.lemmaValue / Double(lemma.count).squareRoot(), &numbers) }
      for word in synset.definition where !functionWords.contains(word) { column.add([word], Self.definitionValue, &numbers) }
      for (symbol, target) in synset.relations {
        guard let value = Self.value(ofRelation: symbol), let index = indices[target] else { continue }
        for lemma in synsets[index].lemmas.prefix(Self.maximumRelatedLemmas) {
          column.add(lemma, value / Double(lemma.count).squareRoot(), &numbers)
        }
      }
      columns.append(column.sorted)
      let defined = Set(synset.definition.compactMap { numbers.number(of: $0) })
      inDefinitions.append(contentsOf: repeatElement(0, count: max(0, numbers.stems.count - inDefinitions.count)))
      for number in defined { inDefinitions[number] += 1 }
    }
    arrange(columns, numbers.stems, inDefinitions)
  }

  private mutating func arrange(_ columns: [[(row: Int, value: Double)]], _ all: [[UInt8]], _ inDefinitions: [Int]) {
    var counts = [Int](repeating: 0, count: all.count)
    for column in columns { for cell in column { counts[cell.row] += 1 } }
    // In the order of stems, which does not depend on the order of the files.
    let kept = all.indices.filter { counts[$0] >= Self.minimumColumnCount }.sorted { all[$0].lexicographicallyPrecedes(all[$1]) }
    var rows = [Int32](repeating: -1, count: all.count)
    for (row, number) in kept.enumerated() { rows[number] = Int32(row) }
    stems = kept.map { all[$0] }
    let columnCount = Double(columns.count)
    weights = kept.map { Float(max(0, naturalLogarithm(columnCount / Double(1 + inDefinitions[$0])))) }
    let rarities = counts.map { $0 == 0 ? 0 : naturalLogarithm(columnCount / Double($0)) }
    for column in columns {
      let values = column.filter { rows[$0.row] >= 0 }.map { ($0.row, naturalLogarithm(1 + $0.value) * rarities[$0.row]) }
      let length = values.reduce(0) { $0 + $1.1 * $1.1 }.squareRoot()
      if length > 0 { for (number, value) in values { cells.append((rows[number], Float(value / length))) } }
      ends.append(cells.count)
    }
  }

  /// The cells of one column.
  private struct ColumnSum {
    private var values: [Int: Double] = [:]

    mutating func add(_ words: [[UInt8]], _ value: Double, _ numbers: inout StemNumbers) {
      for word in words { if let number = numbers.number(of: word) { values[number, default: 0] += value } }
    }

    var sorted: [(row: Int, value: Double)] { values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
  }

  /// Numbers stems in the order of their first occurrence.
  private struct StemNumbers {
    private(set) var stems: [[UInt8]] = []
    private var ofStems: [[UInt8]: Int] = [:]
    private var ofWords: [[UInt8]: Int] = [:]
    private let stemmer = Stemmer(languages: [])

    /// - Returns: `nil` for words that a model does not have.
    mutating func number(of word: [UInt8]) -> Int? {
      if let known = ofWords[word] { return known }
      guard let stem = WordVectorLookup.stem(word, stemmer) else { return nil }
      let number = ofStems[stem] ?? stems.count
      if number == stems.count { stems.append(stem) }
      ofStems[stem] = number
      ofWords[word] = number
      return number
    }
  }

  /// Words of definitions that mean nothing by themselves.
  private let functionWords: Set<[UInt8]> = Set(
    """
    a an the of or and in to that is are was were be been being by with for from as at on into it its his her their your one oneself
    which who whom whose this these those such other not no than but if when where used usually often especially having has have
    had can may some any etc
    """.split { $0 == " " || $0 == "\n" }.map { Array($0.utf8) })
}
