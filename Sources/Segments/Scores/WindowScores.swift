// SPDX-License-Identifier: Apache-2.0

internal import CVector

/// The weighted frequencies of a word in the texts of a window.
@safe package struct WindowSums: ~Copyable {
  fileprivate let sums: UnsafeMutablePointer<UInt32>

  package init() {
    unsafe sums = .allocate(capacity: TextLengths.windowSize)
    unsafe sums.initialize(repeating: 0, count: TextLengths.windowSize)
  }

  deinit { unsafe sums.deallocate() }

  package mutating func read(_ postings: WordPostings, _ window: Int) throws(SegmentError) {
    unsafe try postings.read(window, into: sums)
  }

  fileprivate mutating func removeAll() { unsafe sums.update(repeating: 0, count: TextLengths.windowSize) }

  /// The sum of a text, in 64ths; see ``WordPostings/frequency(_:)``.
  package subscript(offset: Int) -> UInt32 {
    precondition(offset >= 0 && offset < TextLengths.windowSize, "there is no such text")
    return unsafe sums[offset]
  }

  /// A bit for each text with a sum.
  fileprivate var found: WindowBits { unsafe WindowBits(vector_nonzero(sums), vector_nonzero(sums + 64)) }
}

/// The BM25 scores of the texts of a window.
@safe package struct WindowScores: ~Copyable {
  private let normalization: LengthNormalization
  /// BM25's *k1*.
  private let saturation: Float
  private var sums = WindowSums()
  /// Classes of a window whose texts may have the wanted scores.
  private var remaining: [(number: Int, texts: WindowBits)] = []
  private let scores: UnsafeMutablePointer<Float>

  package init(_ normalization: LengthNormalization, saturation: Float) {
    self.normalization = normalization
    self.saturation = saturation
    unsafe scores = .allocate(capacity: TextLengths.windowSize)
    unsafe scores.initialize(repeating: 0, count: TextLengths.windowSize)
  }

  deinit { unsafe scores.deallocate() }

  /// The score of a text that was returned as a candidate.
  package subscript(offset: Int) -> Float {
    precondition(offset >= 0 && offset < TextLengths.windowSize, "there is no such text")
    return unsafe scores[offset]
  }

  /// Computes the scores of a window of texts whose documents have no words in their fields.
  ///
  /// - Parameters:
  ///   - words: In the order in which their scores are added: the postings, and the weight (the
  ///     inverse document frequency).
  ///   - lengths: The lengths of the segment's texts.
  ///   - eligible: The wanted texts of the segment, as a bitmap.
  ///   - needsAll: Whether a text must contain all words; otherwise, one of them is enough.
  ///   - least: The least wanted score.
  package mutating func candidates(
    of window: Int, _ words: [(postings: WordPostings, weight: Float)], _ lengths: TextLengths, eligible: [UInt64], needsAll: Bool,
    least: Float
  ) throws(SegmentError) -> WindowBits {
    var wanted = WindowBits(eligible, of: window)
    if wanted.isEmpty { return wanted }
    var found = WindowBits.none
    unsafe scores.update(repeating: 0, count: TextLengths.windowSize)
    for (postings, weight) in words {
      if postings.bounds[window] == 0, !needsAll { continue }
      try sums.read(postings, window)
      if needsAll {
        wanted.formIntersection(sums.found)
        if wanted.isEmpty { return wanted }
      } else {
        found.formUnion(sums.found)
      }
      unsafe lengths.withWindow(window) {
        unsafe vector_add_scores(
          sums.sums, Float(WordPostings.fullWeight), $0, normalization.constant, normalization.slope, weight, saturation, scores)
      }
    }
    if !needsAll { wanted.formIntersection(found) }
    unsafe wanted.formIntersection(WindowBits(vector_at_least(scores, least), vector_at_least(scores + 64, least)))
    return wanted
  }

  /// Computes the scores of texts whose documents have all words in their fields.
  ///
  /// - Parameters:
  ///   - bounds: For each class, an upper bound of the scores.
  ///   - words: In the order in which their scores are added: the word's index in the query, the postings, and the
  ///     weight.
  ///   - lengths: The lengths of the segment's texts.
  ///   - least: The least wanted score.
  package mutating func candidates(
    of window: WindowClasses.Window, in classes: WindowClasses, _ bounds: [Float],
    _ words: [(word: Int, postings: WordPostings, weight: Float)], _ lengths: TextLengths, least: Float
  ) throws(SegmentError) -> WindowBits {
    remaining.removeAll(keepingCapacity: true)
    for number in window.classes where bounds[number] >= least { remaining.append((number, classes.texts[number])) }
    for (place, (word, postings, weight)) in words.enumerated() {
      let inTexts = postings.bounds[window.number]
      if inTexts > 0 { try sums.read(postings, window.number) } else { sums.removeAll() }
      for index in remaining.indices {
        let number = remaining[index].number
        let inFields = classes.frequency(of: word, in: number)
        // What the score of this word must be at least if all others are as great as possible.
        let share = least - (bounds[number] - (inTexts == .infinity ? weight : score(inFields + inTexts, weight)))
        let needed = (frequency(of: share, weight) - inFields) * 0.999
        remaining[index].texts = add(
          weight, inFields, needed, begins: place == 0, to: remaining[index].texts, of: window.number, lengths)
      }
    }
    var found = remaining.reduce(into: WindowBits.none) { $0.formUnion($1.texts) }
    found.mapWords { texts, first in unsafe vector_some_at_least(texts, scores + first, least) }
    return found
  }

  /// Adds the score of a word in fields and texts.
  ///
  /// - Parameters:
  ///   - inFields: The frequency in the fields of all documents.
  ///   - needed: Texts with a smaller frequency are left out.
  ///   - begins: Whether this is the first word.
  /// - Returns: The other texts.
  private func add(
    _ weight: Float, _ inFields: Float, _ needed: Float, begins: Bool, to texts: WindowBits, of window: Int, _ lengths: TextLengths
  ) -> WindowBits {
    var texts = texts
    unsafe lengths.withWindow(window) { lengths in
      texts.mapWords { texts, first in
        unsafe vector_add_some_scores(
          texts, sums.sums + first, Float(WordPostings.fullWeight), lengths + first, normalization.constant, normalization.slope, inFields,
          needed, weight, saturation, begins, scores + first)
      }
    }
    return texts
  }

  /// The score of a word with a frequency.
  @inline(__always)
  private func score(_ frequency: Float, _ weight: Float) -> Float { weight * frequency / (saturation + frequency) }

  /// The frequency of a word with a score; not positive if any suffices.
  @inline(__always)
  private func frequency(of score: Float, _ weight: Float) -> Float {
    score < weight ? saturation * score / (weight - score) : .infinity
  }
}

/// The scores of documents with words in their fields, word by word.
package enum RowScores {
  /// Adds the score of a word to each of `scores`.
  ///
  /// - Parameters:
  ///   - fields: The frequency of the word in the fields of each document.
  ///   - texts: Its relative frequency in the text of each document.
  ///   - weight: The inverse document frequency.
  ///   - missing: What is added for a document without the word.
  package static func add(
    _ fields: [Float], _ texts: [Float], weight: Float, saturation: Float, missing: Float, to scores: inout [Float]
  ) {
    precondition(fields.count == scores.count && texts.count == scores.count, "the columns have different lengths")
    unsafe fields.withUnsafeBufferPointer { fields in
      unsafe texts.withUnsafeBufferPointer { texts in
        unsafe scores.withUnsafeMutableBufferPointer { scores in
          guard let field = fields.baseAddress, let text = texts.baseAddress, let score = scores.baseAddress else { return }
          unsafe vector_add_row_scores(field, text, Int64(scores.count), weight, saturation, missing, score)
        }
      }
    }
  }
}

extension TextLengths {
  /// Calls `body` with the lengths of the texts of a window.
  @inline(__always)
  fileprivate func withWindow(_ window: Int, _ body: (UnsafePointer<UInt32>) -> Void) {
    let first = window * TextLengths.windowSize
    precondition(first >= 0 && first + TextLengths.windowSize <= counts.count, "there is no such window")
    unsafe counts.withUnsafeBufferPointer { if let base = $0.baseAddress { unsafe body(base + first) } }
  }
}
