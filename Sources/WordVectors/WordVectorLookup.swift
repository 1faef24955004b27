// SPDX-License-Identifier: Apache-2.0

package import TextAnalysis

/// Finds the vectors of words: through their English stems, or else through their translations.
///
/// Not thread-safe.
package final class WordVectorLookup {
  package let model: WordVectorModel
  private let stemmer = Stemmer(languages: [])
  /// For each table of translations.
  private let stemmers: [Stemmer?]
  private var known: [[UInt8]: KnownWord?] = [:]

  package init(_ model: WordVectorModel) {
    self.model = model
    stemmers = model.translations.map { WordTranslations.stemmer(for: $0.language) }
  }

  /// What the model has of a folded word; `nil` if it does not know it, as it knows no words with digits or signs.
  ///
  /// - Parameter isRepeated: Whether the word is probably looked up again.
  /// - Complexity: O(log *n*) for words of the model's tables. An unknown word of *m* letters is divided at O(*m*) places if there are
  ///   dictionaries.
  package func word(_ word: Span<UInt8>, isRepeated: Bool = true) -> KnownWord? {
    guard word.count >= Self.wordLengths.lowerBound, word.count <= Self.wordLengths.upperBound else { return nil }
    var isEnglish = true
    for index in word.indices where word[index] &- 0x61 >= 26 {
      guard !stemmers.isEmpty, word[index] >= 0x80 else { return nil }
      isEnglish = false
    }
    let key = unsafe word.withUnsafeBufferPointer { unsafe Array($0) }
    if !isRepeated { return found(key, isEnglish: isEnglish) }
    if let known = known[key] { return known }
    let found = found(key, isEnglish: isEnglish)
    if known.count >= Self.maximumCachedCount { known.removeAll(keepingCapacity: true) }
    known[key] = .some(found)
    return found
  }

  private func found(_ word: [UInt8], isEnglish: Bool) -> KnownWord? {
    let english = isEnglish ? Self.stem(word, stemmer).flatMap { model.number(of: $0.span) } : nil
    if stemmers.isEmpty { return english.map(KnownWord.stem) }
    for table in stemmers.indices {
      guard let number = number(of: word, in: table) else { continue }
      let translated = KnownWord.translated(table: table, number)
      // The German *die* is an article more often than an English verb.
      if english == nil || model.weight(of: translated) < Self.weightOfFunctionWords { return translated }
    }
    if let english { return .stem(english) }
    guard word.count >= Self.minimumCompoundLength else { return nil }
    for table in stemmers.indices { if let compound = compound(word, in: table) { return compound } }
    return nil
  }

  private func number(of word: [UInt8], in table: Int) -> Int? {
    model.translations[table].number(of: WordTranslations.key(of: word, stemmers[table]))
  }

  /// Divides a word into two known ones. Of several ways, that with the longest shorter part is likely right.
  private func compound(_ word: [UInt8], in table: Int) -> KnownWord? {
    var best: (first: Int, last: Int, length: Int)?
    for cut in Self.minimumPartLength...(word.count - Self.minimumPartLength) {
      let length = min(cut, word.count - cut)
      guard length > best?.length ?? 0, let last = number(of: Array(word[cut...]), in: table),
        let first = firstPart(Array(word[..<cut]), in: table)
      else { continue }
      best = (first, last, length)
    }
    return best.map { .compound(table: table, $0.first, $0.last) }
  }

  /// The first part of a compound: a word, a word and a joint, or a word that has lost its ending.
  private func firstPart(_ part: [UInt8], in table: Int) -> Int? {
    if let number = number(of: part, in: table) { return number }
    for joint in Self.joints where part.count >= Self.minimumPartLength + joint.count && part.suffix(joint.count) == joint[...] {
      if let number = number(of: Array(part.dropLast(joint.count)), in: table) { return number }
    }
    for ending in Self.endings { if let number = number(of: part + ending, in: table) { return number } }
    return nil
  }

  /// The stem under which a model has a folded word; `nil` for words that it does not have.
  package static func stem(_ word: [UInt8], _ stemmer: Stemmer) -> [UInt8]? {
    guard wordLengths.contains(word.count) else { return nil }
    return stemmer.algorithms(for: word).first?.stem(word.span)
  }

  /// Single letters mean nothing, and longer words are none.
  private static let wordLengths = 2...40

  private static let minimumCompoundLength = 8
  private static let minimumPartLength = 3
  private static let joints = ["es", "en", "s", "n"].map { Array($0.utf8) }
  private static let endings = ["e", "en"].map { Array($0.utf8) }

  /// Words that are in about one of eight definitions, or more.
  private static let weightOfFunctionWords: Float = 2

  private static let maximumCachedCount = 1 << 16
}
