// SPDX-License-Identifier: Apache-2.0

package import TextAnalysis

/// Finds the vectors of words through their English stems.
///
/// Not thread-safe.
package final class WordVectorLookup {
  package let model: WordVectorModel
  private let stemmer = Stemmer(languages: [])
  private var numbers: [[UInt8]: Int] = [:]

  package init(_ model: WordVectorModel) { self.model = model }

  /// The number of the stem of a folded word in the model; `nil` if the model does not know it, as it knows no words with digits or
  /// other letters than English ones.
  ///
  /// - Parameter isRepeated: Whether the word is probably looked up again.
  package func number(of word: Span<UInt8>, isRepeated: Bool = true) -> Int? {
    guard word.count >= Self.wordLengths.lowerBound, word.count <= Self.wordLengths.upperBound else { return nil }
    for index in word.indices where word[index] &- 0x61 >= 26 { return nil }
    let key = unsafe word.withUnsafeBufferPointer { unsafe Array($0) }
    if !isRepeated { return Self.stem(key, stemmer).flatMap { model.number(of: $0.span) } }
    if let known = numbers[key] { return known < 0 ? nil : known }
    let number = Self.stem(key, stemmer).flatMap { model.number(of: $0.span) }
    if numbers.count >= Self.maximumCachedCount { numbers.removeAll(keepingCapacity: true) }
    numbers[key] = number ?? -1
    return number
  }

  /// The stem under which a model has a folded word; `nil` for words that it does not have.
  package static func stem(_ word: [UInt8], _ stemmer: Stemmer) -> [UInt8]? {
    guard wordLengths.contains(word.count) else { return nil }
    return stemmer.algorithms(for: word).first?.stem(word.span)
  }

  /// Single letters mean nothing, and longer words are none.
  private static let wordLengths = 2...40

  private static let maximumCachedCount = 1 << 16
}
