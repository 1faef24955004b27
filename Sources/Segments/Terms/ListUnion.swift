// SPDX-License-Identifier: Apache-2.0

internal import CVector

/// Computes the union of posting lists of one dictionary, optionally limited to a set of
/// candidates.
struct ListUnion: ~Copyable {
  private let universe: Int
  private var cursor: PostingsCursor

  /// Only these documents are of interest. `nil` for all documents.
  private let candidates: OrdinalSet?
  /// The candidates in ascending order if they are few; each list is then searched for them.
  /// Otherwise empty. ``isFound`` has one bit per element of this array.
  private let sought: [UInt32]
  private var isFound: [UInt64]

  private var words: [UInt64] = []
  /// The union while it is small. Once ``words`` is in use, this is empty.
  private var ordinals: [UInt32] = []
  private var isAscending = true

  /// - Parameter candidates: Only these documents are of interest. `nil` for all documents.
  init(of dictionary: TermDictionary, among candidates: OrdinalSet? = nil) {
    universe = dictionary.universe
    cursor = PostingsCursor(of: dictionary)
    self.candidates = candidates
    sought = candidates.map { $0.bitmap == nil ? $0.ordinals : [] } ?? []
    isFound = [UInt64](repeating: 0, count: (sought.count + 63) / 64)
  }

  mutating func add(_ list: TermList) throws(SegmentError) {
    try cursor.open(list)
    if !sought.isEmpty {
      let sought = sought
      var next = 0
      while try cursor.findDocuments(sought.span, from: &next) {
        for index in 0..<cursor.foundCount {
          let number = cursor.goToFound(index)
          isFound[number &>> 6] |= 1 &<< UInt64(number & 63)
        }
      }
      return
    }
    if words.isEmpty, mayStayList(with: list.documentCount) { ordinals.reserveCapacity(ordinals.count + list.documentCount) }
    while let block = unsafe try cursor.nextBlock() { unsafe insert(block) }
  }

  /// Whether the union stays an array after `more` further documents. An array in ascending order
  /// may be larger, because any other array must be sorted.
  private func mayStayList(with more: Int) -> Bool { ordinals.count + more <= universe / (isAscending ? 32 : 256) }

  /// - Parameter some: In ascending order.
  private mutating func insert(_ some: UnsafeBufferPointer<UInt32>) {
    guard let first = unsafe some.first else { return }
    if words.isEmpty {
      if let last = ordinals.last, first <= last { isAscending = false }
      if mayStayList(with: some.count) { return unsafe ordinals.append(contentsOf: some) }
      words = [UInt64](repeating: 0, count: (universe + 63) / 64)
      for ordinal in ordinals { words[Int(ordinal &>> 6)] |= 1 &<< UInt64(ordinal & 63) }
      ordinals = []
    }
    guard let numbers = some.baseAddress else { return }
    unsafe words.withUnsafeMutableBufferPointer { words in
      guard let words = words.baseAddress else { return }
      unsafe vector_set_bits(numbers, CInt(truncatingIfNeeded: some.count), words)
    }
  }

  /// Returns the union and resets it.
  mutating func finish() -> OrdinalSet {
    if !sought.isEmpty {
      var found: [UInt32] = []
      for (number, ordinal) in sought.enumerated() where isFound[number &>> 6] &>> UInt64(number & 63) & 1 != 0 { found.append(ordinal) }
      return OrdinalSet(universe: universe, ascending: found)
    }
    let found: OrdinalSet
    if words.isEmpty {
      if !isAscending { ordinals.sortDistinct() }
      found = OrdinalSet(universe: universe, ascending: ordinals)
    } else {
      var words: [UInt64] = []
      swap(&words, &self.words)
      found = OrdinalSet(universe: universe, words: words)
    }
    return candidates.map { found.intersection($0) } ?? found
  }
}
