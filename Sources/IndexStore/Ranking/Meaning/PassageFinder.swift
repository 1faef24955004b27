// SPDX-License-Identifier: Apache-2.0

internal import LogMessages
internal import Segments
internal import TextAnalysis

/// A part of a document's text that shows why the document matches a ranked query.
package struct Passage: Hashable, Sendable {
  /// One line of printable text. An ellipsis stands for the text before or after it.
  package let text: String

  /// The ranges of the query's words in ``text``, in bytes of UTF-8. They ascend and do not overlap.
  package let matches: [Range<Int>]

  /// The line of a plain text file in which the first of the words stands, from 1; `nil` for other texts.
  package var line: Int?

  /// Whether the file has changed since it was indexed. Then the text, which is what the file contains now, may be empty.
  package var isOutdated = false

  package init(text: String, matches: [Range<Int>], line: Int? = nil) {
    (self.text, self.matches, self.line) = (text, matches, line)
  }
}

/// Finds the best passage of texts for a ranked query.
///
/// The best passage has the most distinct words of the query, exact ones before other forms, close
/// to each other. Of equal passages, the first one is the best.
package struct PassageFinder {
  private let forms: [WordForm]
  /// The forms with corrections, for texts that have none of the words.
  private let corrected: [WordForm]

  /// Maximum number of bytes of a passage, before white space is removed.
  static let maximumLength = 200

  package init(_ query: RankedQuery) {
    let parameters = RankingParameters()
    let (stemmer, stemWeight) = (Stemmer(languages: parameters.languages), parameters.stemWeight)
    forms = query.words.map { WordForm($0, stemmer, stemWeight: stemWeight) }
    corrected = query.words.map { WordForm($0, stemmer, stemWeight: stemWeight, isCorrected: true) }
  }

  /// The best passage of the text that the catalog stores for a document.
  ///
  /// - Returns: `nil` if the catalog stores no text, which is usual for plain text files, or the text
  ///   has none of the words.
  /// - Complexity: O(length of the text), about 20 ms for a megabyte.
  package func passage(of document: DocumentID, in snapshot: borrowing Snapshot) throws(StoreError) -> Passage? {
    if let passage = try best(forms, document, snapshot) { return passage }
    return corrected.contains { $0.hasCorrections } ? try best(corrected, document, snapshot) : nil
  }

  /// The best passage of a text in UTF-8, with its line.
  ///
  /// - Returns: `nil` if the text has none of the words.
  package func passage(of text: Span<UInt8>) -> Passage? {
    for forms in corrected.contains(where: \.hasCorrections) ? [forms, corrected] : [forms] {
      var best = BestPassage()
      best.add(text, forms)
      if var passage = best.passage {
        passage.line = 1 + Self.lineEnds(in: text.extracting(..<best.offset))
        return passage
      }
    }
    return nil
  }

  /// The number of line ends of a text.
  package static func lineEnds(in text: Span<UInt8>) -> Int {
    var count = 0
    for index in text.indices where text[index] == UInt8(ascii: "\n") { count += 1 }
    return count
  }

  private func best(_ forms: [WordForm], _ document: DocumentID, _ snapshot: borrowing Snapshot) throws(StoreError) -> Passage? {
    var best = BestPassage()
    try snapshot.forEachTextChunk(of: document) { chunk throws(StoreError) in
      best.add(chunk, forms)
      return true
    }
    return best.passage
  }

  /// The best passage of the chunks of a text.
  private struct BestPassage {
    private(set) var passage: Passage?
    /// Where its first word begins in its chunk.
    private(set) var offset = 0
    private var rank: Rank?
    private var isFirst = true

    mutating func add(_ chunk: Span<UInt8>, _ forms: [WordForm]) {
      let matches = PassageFinder.matches(of: forms, in: chunk)
      if let (window, rank) = PassageFinder.bestWindow(of: matches), self.rank.map({ $0 < rank }) ?? true {
        passage = PassageFinder.passage(around: window, in: chunk, matches.map(\.range), isFirst: isFirst)
        offset = window.lowerBound
        self.rank = rank
      }
      isFirst = false
    }
  }

  // MARK: Matches

  /// An occurrence of a word of the query.
  private struct Match {
    let word: Int
    let weight: UInt32
    let range: Range<Int>
  }

  /// How good a passage is.
  private struct Rank: Comparable {
    /// The sum of the best weight of each word.
    let weight: UInt32
    /// Number of bytes from the first word to the last one.
    let length: Int

    static func < (one: Rank, other: Rank) -> Bool { (one.weight, other.length) < (other.weight, one.length) }
  }

  private static func matches(of forms: [WordForm], in text: Span<UInt8>) -> [Match] {
    var matches: [Match] = []
    var folded: [UInt8] = []
    Tokenizer.forEachToken(in: text) { surface, token in
      folded.removeAll(keepingCapacity: true)
      foldToken(surface, .all, into: &folded)
      for (word, form) in forms.enumerated() {
        let weight = form.weight(of: folded.span, in: .text)
        if weight > 0 { matches.append(Match(word: word, weight: weight, range: token.range)) }
      }
    }
    return matches
  }

  /// The best part of a text that is not longer than a passage, without text around the words.
  private static func bestWindow(of matches: [Match]) -> (range: Range<Int>, rank: Rank)? {
    var best: (range: Range<Int>, rank: Rank)?
    var first = 0
    for last in matches.indices {
      while matches[last].range.upperBound - matches[first].range.lowerBound > maximumLength, first < last { first += 1 }
      // Words that occur again in the window do not improve it.
      var start = first
      while start < last {
        let first = matches[start]
        guard matches[(start + 1)...last].contains(where: { $0.word == first.word && $0.weight >= first.weight }) else { break }
        start += 1
      }
      var weights: [Int: UInt32] = [:]
      for match in matches[start...last] { weights[match.word] = max(weights[match.word] ?? 0, match.weight) }
      let range = matches[start].range.lowerBound..<max(matches[last].range.upperBound, matches[start].range.upperBound)
      let rank = Rank(weight: weights.values.reduce(0, +), length: range.count)
      if best.map({ $0.rank < rank }) ?? true { best = (range, rank) }
    }
    return best
  }

  // MARK: Text

  /// - Parameter isFirst: Whether the text begins with the chunk.
  private static func passage(
    around window: Range<Int>, in text: Span<UInt8>, _ matches: [Range<Int>], isFirst: Bool
  ) -> Passage {
    let range = extended(window, in: text)
    let scalars = String(decoding: (range.lowerBound..<range.upperBound).map { text[$0] }, as: UTF8.self).unicodeScalars
    var line = range.lowerBound > 0 || !isFirst ? "…" : ""
    var offset = range.lowerBound
    var hasSpace = false
    var found: [Range<Int>] = []
    var inside = matches.filter { range.lowerBound <= $0.lowerBound && $0.upperBound <= range.upperBound }[...]
    for scalar in scalars {
      let end = offset + UTF8.width(scalar)
      if scalar.properties.isWhitespace || !PrintableText.isPrintable(scalar) {
        hasSpace = true
      } else {
        if hasSpace, !line.isEmpty, line != "…" { line += " " }
        hasSpace = false
        let start = line.utf8.count
        line.unicodeScalars.append(scalar)
        // A whole word precedes its parts, which are then inside the last range.
        while let match = inside.first, match.lowerBound <= offset {
          inside.removeFirst()
          if match.lowerBound == offset, found.last.map({ $0.upperBound <= start }) ?? true { found.append(start..<start + match.count) }
        }
      }
      offset = end
    }
    if range.upperBound < text.count { line += "…" }
    return Passage(text: line, matches: found)
  }

  /// Adds text on both sides of a window: more after it, and only whole words where white space
  /// separates them. A passage begins with a sentence if one begins near.
  private static func extended(_ window: Range<Int>, in text: Span<UInt8>) -> Range<Int> {
    let rest = max(0, maximumLength - window.count)
    var start = max(0, window.lowerBound - rest / 3)
    if start > 0 {
      let sentence = (start...window.lowerBound).first { $0 > 1 && isSpace(text[$0 - 1]) && isEnd(text[$0 - 2]) && !isSpace(text[$0]) }
      let word = (start...window.lowerBound).first { isSpace(text[$0 - 1]) && !isSpace(text[$0]) }
      start = sentence ?? word ?? start
      while start < window.lowerBound, text[start] & 0xC0 == 0x80 { start += 1 }
    }
    var end = min(text.count, start + maximumLength)
    end = max(end, window.upperBound)
    if end < text.count {
      let word = (window.upperBound..<end + 1).last { isSpace(text[$0]) }
      end = word ?? end
      while end > window.upperBound, text[end] & 0xC0 == 0x80 { end -= 1 }
    }
    return start..<end
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }

  /// Whether a byte ends a sentence or a paragraph.
  private static func isEnd(_ byte: UInt8) -> Bool { [UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"), 0x0A].contains(byte) }
}
