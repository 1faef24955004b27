/// Unites lists of documents of a dictionary into a set: of all documents, or of some that are of interest.
struct ListUnion {
  private let dictionary: TermDictionary
  private let candidates: OrdinalSet?
  /// The candidates again, ascending.
  private let targets: [UInt32]
  private let reader: ListReader
  private var words: [UInt64] = []
  /// While they are few, and ``words`` is empty.
  private var ordinals: [UInt32] = []
  private var isAscending = true

  /// Reads one list after the other in the same memory.
  private final class ListReader {
    var cursor: PostingsCursor
    init(_ dictionary: TermDictionary) { cursor = PostingsCursor(of: dictionary) }
  }

  /// A list of so many documents for each candidate takes longer to read than to look the candidates up in it.
  private static let worthSkipping = 16

  /// - Parameter candidates: Only these are of interest; `nil` for all documents.
  init(of dictionary: TermDictionary, among candidates: OrdinalSet? = nil) {
    self.dictionary = dictionary
    self.candidates = candidates
    targets = candidates?.ordinals ?? []
    reader = ListReader(dictionary)
  }

  mutating func add(_ list: TermList) throws(SegmentError) {
    if candidates != nil, targets.count < list.documentCount / Self.worthSkipping {
      let found = try lookUp(in: list)
      return unsafe found.withUnsafeBufferPointer { unsafe insert($0) }
    }
    if words.isEmpty, mayStayList(with: list.documentCount) { ordinals.reserveCapacity(ordinals.count + list.documentCount) }
    let reader = reader
    try reader.cursor.open(list)
    var union = self
    self.words = []
    self.ordinals = []
    unsafe try reader.cursor.forEachRemaining { unsafe union.insert($0) }
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

  /// Whether that many more documents are few enough for a list. Those that come in order may be many; others have to be sorted.
  private func mayStayList(with more: Int) -> Bool {
    ordinals.count + more <= dictionary.universe / (isAscending ? 32 : 256)
  }

  private mutating func insert(_ some: UnsafeBufferPointer<UInt32>) {
    guard let first = unsafe some.first else { return }
    if words.isEmpty {
      if let last = ordinals.last, first <= last { isAscending = false }
      if mayStayList(with: some.count) { return unsafe ordinals.append(contentsOf: some) }
      words = Self.words(ordinals, universe: dictionary.universe)
      ordinals = []
    }
    unsafe words.withUnsafeMutableBufferPointer { words in
      for index in 0..<some.count {
        let ordinal = unsafe some[index]
        unsafe words[Int(ordinal &>> 6)] |= 1 &<< UInt64(ordinal & 63)
      }
    }
  }

  private static func words(_ ordinals: [UInt32], universe: Int) -> [UInt64] {
    var words = [UInt64](repeating: 0, count: (universe + 63) / 64)
    for ordinal in ordinals { words[Int(ordinal &>> 6)] |= 1 &<< UInt64(ordinal & 63) }
    return words
  }

  consuming func finish() -> OrdinalSet {
    let universe = dictionary.universe
    if !words.isEmpty {
      let found = OrdinalSet(universe: universe, words: words)
      return candidates.map { found.intersection($0) } ?? found
    }
    if !isAscending {
      ordinals.sort()
      var kept = 0
      for index in ordinals.indices where kept == 0 || ordinals[kept - 1] != ordinals[index] {
        ordinals[kept] = ordinals[index]
        kept += 1
      }
      ordinals.removeSubrange(kept...)
    }
    let found = OrdinalSet(universe: universe, ascending: ordinals)
    return candidates.map { found.intersection($0) } ?? found
  }
}
