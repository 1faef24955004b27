/// Unites lists of documents of a dictionary into a set: of all documents, or of some that are of interest.
struct ListUnion {
  private let dictionary: TermDictionary
  private let candidates: OrdinalSet?
  /// The candidates again, ascending.
  private let targets: [UInt32]
  private let reader: ListReader
  private var words: [UInt64] = []
  private var ordinals: [UInt32] = []
  private var listCount = 0

  /// Reads one list after the other in the same memory.
  private final class ListReader {
    var cursor: PostingsCursor
    init(_ dictionary: TermDictionary) { cursor = PostingsCursor(of: dictionary) }
  }

  /// A list of so many documents for each candidate takes longer to read than to look the candidates up in it.
  private static let worthSkipping = 64

  /// - Parameter candidates: Only these are of interest; `nil` for all documents.
  init(of dictionary: TermDictionary, among candidates: OrdinalSet? = nil) {
    self.dictionary = dictionary
    self.candidates = candidates
    targets = candidates?.ordinals ?? []
    reader = ListReader(dictionary)
  }

  mutating func add(_ list: TermList) throws(SegmentError) {
    listCount += 1
    if candidates != nil, targets.count < list.documentCount / Self.worthSkipping {
      let found = try lookUp(in: list)
      return unsafe found.withUnsafeBufferPointer { unsafe insert($0, isFirst: listCount == 1) }
    }
    // The first list stays a list: it may be the only one, and short.
    let isShort = listCount == 1 && list.documentCount <= dictionary.universe / 32
    let reader = reader
    try reader.cursor.open(list)
    var union = self
    self.words = []
    self.ordinals = []
    unsafe try reader.cursor.forEachRemaining { unsafe union.insert($0, isFirst: isShort) }
    self = union
  }

  private func lookUp(in list: TermList) throws(SegmentError) -> [UInt32] {
    let reader = reader
    try reader.cursor.open(list)
    var found: [UInt32] = []
    for target in targets {
      guard let next = try reader.cursor.advance(to: target) else { break }
      if next == target { found.append(target) }
    }
    return found
  }

  /// - Parameter isFirst: Nothing greater was inserted before, and what was stayed a list.
  private mutating func insert(_ some: UnsafeBufferPointer<UInt32>, isFirst: Bool) {
    if isFirst { return unsafe ordinals.append(contentsOf: some) }
    if words.isEmpty {
      words = OrdinalSet(universe: dictionary.universe, ascending: ordinals).words
      ordinals = []
    }
    unsafe words.withUnsafeMutableBufferPointer { words in
      for index in 0..<some.count {
        let ordinal = unsafe some[index]
        unsafe words[Int(ordinal &>> 6)] |= 1 &<< UInt64(ordinal & 63)
      }
    }
  }

  consuming func finish() -> OrdinalSet {
    let universe = dictionary.universe
    let found = words.isEmpty ? OrdinalSet(universe: universe, ascending: ordinals) : OrdinalSet(universe: universe, words: words)
    return candidates.map { found.intersection($0) } ?? found
  }
}
