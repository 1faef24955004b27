internal import TextAnalysis

/// Where one word of a phrase occurs: all surface forms that match it.
struct TermOccurrences: ~Copyable {
  /// Where a list stands.
  // Not private, nor is a word's step: Swift 6.3.1 emits a broken module for arrays of private types within types that are not copied.
  struct Head {
    var ordinal: UInt32
    /// Of the list's cursor.
    let number: Int32
    let width: UInt32
  }

  private let dictionary: TermDictionary
  private let lists: [(list: TermList, width: UInt32)]

  private var cursors: UniqueArray<PostingsCursor>

  /// A binary heap, the least document first; those at the end of their lists are left out.
  private var heap: UniqueArray<Head>
  private var isOpen = false

  /// None.
  init(in dictionary: TermDictionary) {
    self.dictionary = dictionary
    lists = []
    cursors = UniqueArray(capacity: 0)
    heap = UniqueArray(capacity: 0)
  }

  init(_ glob: Glob, _ folding: Folding, in dictionary: TermDictionary) throws(SegmentError) {
    var lists: [(list: TermList, width: UInt32)] = []
    try GlobExpansion(glob, folding).forEachMatch(in: dictionary) { surface, list throws(SegmentError) in
      lists.append((list, UInt32(Tokenizer.width(of: surface))))
    }
    self.dictionary = dictionary
    self.lists = lists
    cursors = UniqueArray(capacity: lists.count)
    heap = UniqueArray(capacity: lists.count)
  }

  /// How many documents there are at most: a measure of the work.
  var cost: Int { lists.reduce(0) { $0 + $1.list.documentCount } }

  /// All documents that have the word.
  func documents() throws(SegmentError) -> OrdinalSet {
    var union = ListUnion(universe: dictionary.universe)
    for entry in lists { try union.add(entry.list, of: dictionary) }
    return union.finish()
  }

  /// Goes to `document`, which is not less than at the call before.
  ///
  /// - Returns: Whether the word is in it.
  mutating func advance(to document: UInt32) throws(SegmentError) -> Bool {
    if !isOpen { try open() }
    while heap.count > 0, heap[0].ordinal < document { try advanceFirst(to: document) }
    return heap.count > 0 && heap[0].ordinal == document
  }

  /// Appends where the word's occurrences in the current document end, in any order.
  mutating func appendEnds(to ends: inout PositionList) throws(SegmentError) {
    try appendEnds(at: 0, heap[0].ordinal, to: &ends)
  }

  /// Looks at the heads that stand at `document`: in a heap none is below one that stands further on.
  private mutating func appendEnds(at place: Int, _ document: UInt32, to ends: inout PositionList) throws(SegmentError) {
    guard place < heap.count, heap[place].ordinal == document else { return }
    let (number, width) = (Int(heap[place].number), heap[place].width)
    ends.reserve(cursors[number].frequency)
    _ = try cursors[number].forEachPosition { position in
      ends.append(position &+ width)
      return true
    }
    try appendEnds(at: 2 * place + 1, document, to: &ends)
    try appendEnds(at: 2 * place + 2, document, to: &ends)
  }

  /// Appends the ends of those occurrences in the current document that begin where `starts` are, which is marked.
  mutating func appendEnds(
    from starts: borrowing PositionList, _ marks: borrowing PositionMarks, to ends: inout PositionList
  ) throws(SegmentError) {
    try appendEnds(at: 0, heap[0].ordinal, from: starts, marks, to: &ends)
  }

  private mutating func appendEnds(
    at place: Int, _ document: UInt32, from starts: borrowing PositionList, _ marks: borrowing PositionMarks, to ends: inout PositionList
  ) throws(SegmentError) {
    guard place < heap.count, heap[place].ordinal == document else { return }
    let (number, width) = (Int(heap[place].number), heap[place].width)
    _ = try cursors[number].forEachPosition { position in
      if marks.contains(position, in: starts) { ends.append(position &+ width) }
      return true
    }
    try appendEnds(at: 2 * place + 1, document, from: starts, marks, to: &ends)
    try appendEnds(at: 2 * place + 2, document, from: starts, marks, to: &ends)
  }

  /// Whether some occurrence in the current document begins where `starts` are, which is marked.
  mutating func isAny(from starts: borrowing PositionList, _ marks: borrowing PositionMarks) throws(SegmentError) -> Bool {
    try isAny(at: 0, heap[0].ordinal, from: starts, marks)
  }

  private mutating func isAny(
    at place: Int, _ document: UInt32, from starts: borrowing PositionList, _ marks: borrowing PositionMarks
  ) throws(SegmentError) -> Bool {
    guard place < heap.count, heap[place].ordinal == document else { return false }
    let number = Int(heap[place].number)
    if try !cursors[number].forEachPosition({ !marks.contains($0, in: starts) }) { return true }
    if try isAny(at: 2 * place + 1, document, from: starts, marks) { return true }
    return try isAny(at: 2 * place + 2, document, from: starts, marks)
  }

  private mutating func open() throws(SegmentError) {
    isOpen = true
    for entry in lists {
      cursors.append(try PostingsCursor(entry.list, of: dictionary))
      let number = cursors.count - 1
      guard let ordinal = try cursors[number].next() else { continue }
      heap.append(Head(ordinal: ordinal, number: Int32(number), width: entry.width))
      var place = heap.count - 1
      while place > 0, heap[place].ordinal < heap[(place - 1) / 2].ordinal {
        heap.swapAt(place, (place - 1) / 2)
        place = (place - 1) / 2
      }
    }
  }

  private mutating func advanceFirst(to document: UInt32) throws(SegmentError) {
    if let ordinal = try cursors[Int(heap[0].number)].advance(to: document) {
      heap[0].ordinal = ordinal
    } else {
      if heap.count > 1 { heap.swapAt(0, heap.count - 1) }
      heap.removeLast()
    }
    var place = 0
    while 2 * place + 1 < heap.count {
      var least = 2 * place + 1
      if least + 1 < heap.count, heap[least + 1].ordinal < heap[least].ordinal { least += 1 }
      guard heap[least].ordinal < heap[place].ordinal else { return }
      heap.swapAt(place, least)
      place = least
    }
  }
}
