/// Unites lists of documents into a set.
struct ListUnion {
  private let universe: Int
  private var words: [UInt64] = []
  private var ordinals: [UInt32] = []
  private var listCount = 0

  init(universe: Int) { self.universe = universe }

  mutating func add(_ list: TermList, of dictionary: TermDictionary) throws(SegmentError) {
    var cursor = try PostingsCursor(list, of: dictionary)
    listCount += 1
    // The first list stays a list: it may be the only one, and short.
    if listCount == 1, list.documentCount <= universe / 32 {
      var ordinals: [UInt32] = []
      ordinals.reserveCapacity(list.documentCount)
      unsafe try cursor.forEachRemaining { unsafe ordinals.append(contentsOf: $0) }
      self.ordinals = ordinals
      return
    }
    if words.isEmpty {
      words = OrdinalSet(universe: universe, ascending: ordinals).words
      ordinals = []
    }
    var words: [UInt64] = []
    swap(&words, &self.words)
    unsafe try cursor.forEachRemaining { block in
      for index in 0..<block.count {
        let ordinal = unsafe block[index]
        words[Int(ordinal &>> 6)] |= 1 &<< UInt64(ordinal & 63)
      }
    }
    self.words = words
  }

  consuming func finish() -> OrdinalSet {
    words.isEmpty ? OrdinalSet(universe: universe, ascending: ordinals) : OrdinalSet(universe: universe, words: words)
  }
}
