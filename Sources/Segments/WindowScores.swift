internal import CVector

/// The weighted frequencies of a word in the texts of a window.
@safe package struct WindowSums: ~Copyable {
  fileprivate let sums: UnsafeMutablePointer<UInt32>

  package init() {
    unsafe sums = .allocate(capacity: WordPostings.windowSize)
    unsafe sums.initialize(repeating: 0, count: WordPostings.windowSize)
  }

  deinit { unsafe sums.deallocate() }

  package mutating func read(_ postings: WordPostings, _ window: Int) throws(SegmentError) {
    unsafe try postings.read(window, into: sums)
  }

  /// The sum of a text, in 64ths; see ``WordPostings/frequency(_:)``.
  package subscript(offset: Int) -> UInt32 {
    precondition(offset >= 0 && offset < WordPostings.windowSize, "there is no such text")
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
  private let scores: UnsafeMutablePointer<Float>
  /// The lengths of the texts of a segment's last window, which may be shorter.
  private let lengths: UnsafeMutablePointer<UInt32>

  package init(_ normalization: LengthNormalization, saturation: Float) {
    self.normalization = normalization
    self.saturation = saturation
    unsafe scores = .allocate(capacity: WordPostings.windowSize)
    unsafe scores.initialize(repeating: 0, count: WordPostings.windowSize)
    unsafe lengths = .allocate(capacity: WordPostings.windowSize)
    unsafe lengths.initialize(repeating: 0, count: WordPostings.windowSize)
  }

  deinit {
    unsafe scores.deallocate()
    unsafe lengths.deallocate()
  }

  /// The score of a text that was returned as a candidate.
  package subscript(offset: Int) -> Float {
    precondition(offset >= 0 && offset < WordPostings.windowSize, "there is no such text")
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
    unsafe scores.update(repeating: 0, count: WordPostings.windowSize)
    let first = window * WordPostings.windowSize
    let count = min(WordPostings.windowSize, lengths.counts.count - first)
    try unsafe lengths.counts.withUnsafeBufferPointer { counts throws(SegmentError) in
      guard var base = unsafe counts.baseAddress.map({ unsafe $0 + first }) else { return }
      if count < WordPostings.windowSize {
        unsafe self.lengths.update(from: base, count: count)
        unsafe base = UnsafePointer(self.lengths)
      }
      for (postings, weight) in words {
        if postings.bounds[window] == 0, !needsAll { continue }
        try sums.read(postings, window)
        if needsAll {
          wanted.formIntersection(sums.found)
          if wanted.isEmpty { return }
        } else {
          found.formUnion(sums.found)
        }
        unsafe vector_add_scores(
          sums.sums, Float(WordPostings.fullWeight), base, normalization.constant, normalization.slope, weight, saturation, scores)
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
    unsafe scores.update(repeating: 0, count: WordPostings.windowSize)
    let first = window.number * WordPostings.windowSize
    for (word, postings, weight) in words {
      let hasWord = postings.bounds[window.number] > 0
      if hasWord { try sums.read(postings, window.number) }
      for number in window.classes where bounds[number] >= least {
        let inFields = classes.frequency(of: word, in: number)
        classes.texts[number].forEach { offset in
          var frequency = inFields
          let sum = hasWord ? sums[offset] : 0
          if sum > 0 { frequency += WordPostings.frequency(sum) / normalization.divisor(lengths.counts[first + offset]) }
          unsafe scores[offset] += weight * frequency / (saturation + frequency)
        }
      }
    }
    var found = WindowBits.none
    for number in window.classes where bounds[number] >= least {
      classes.texts[number].forEach { if unsafe scores[$0] >= least { found.insert($0) } }
    }
    return found
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
