internal import TextAnalysis

/// Where one word of a phrase occurs: all surface forms that match it.
struct TermOccurrences: ~Copyable {
  /// Where a list stands.
  // Not private, nor is a word's step: Swift 6.3.1 emits a broken module for arrays of private types within types that are not copied.
  struct Head {
    var ordinal: UInt32
    /// Of the list's cursor.
    let number: UInt32
  }

  private let dictionary: TermDictionary
  private let lists: [(list: TermList, width: UInt32)]

  /// How many documents there are at most: a measure of the work.
  let cost: Int

  /// The width of the form that most documents have: nearly always that of all forms.
  let usualWidth: UInt32
  /// Some form has another.
  let hasOtherWidths: Bool

  private var cursors: UniqueArray<PostingsCursor>

  /// Where each list stands, while there are few; behind every document at its end.
  private var ordinals: UniqueArray<UInt32>

  /// Of many lists a binary heap, the least document first; those at their ends are left out.
  private var heap: UniqueArray<Head>
  private var isOpen = false
  private let isFew: Bool

  /// The numbers of the lists that have the document that was asked for last: bits while there are few, and a list of them.
  private var present: UInt32 = 0
  private var current = PositionList()
  private var document: UInt32?

  /// Asking each of so many lists takes less than to keep a heap.
  private static let fewLists = 8

  /// None.
  init(in dictionary: TermDictionary) { self.init([], in: dictionary) }

  init(_ glob: Glob, _ folding: Folding, in dictionary: TermDictionary) throws(SegmentError) {
    var lists: [(list: TermList, width: UInt32)] = []
    try GlobExpansion(glob, folding).forEachMatch(in: dictionary) { surface, list throws(SegmentError) in
      lists.append((list, UInt32(Tokenizer.width(of: surface))))
    }
    self.init(lists, in: dictionary)
  }

  private init(_ lists: [(list: TermList, width: UInt32)], in dictionary: TermDictionary) {
    self.dictionary = dictionary
    self.lists = lists
    let usual = lists.max { $0.list.documentCount < $1.list.documentCount }?.width ?? 1
    usualWidth = usual
    hasOtherWidths = lists.contains { $0.width != usual }
    cost = lists.reduce(0) { $0 + $1.list.documentCount }
    cursors = UniqueArray(capacity: lists.count)
    isFew = lists.count <= Self.fewLists
    ordinals = UniqueArray(capacity: isFew ? lists.count : 0)
    heap = UniqueArray(capacity: isFew ? 0 : lists.count)
  }

  /// All documents that have the word.
  ///
  /// - Parameter candidates: Only these are of interest; `nil` for all.
  func documents(among candidates: OrdinalSet?) throws(SegmentError) -> OrdinalSet {
    var union = ListUnion(of: dictionary, among: candidates)
    for entry in lists { try union.add(entry.list) }
    return union.finish()
  }

  /// The documents that have the word in a form whose width is not the usual one, of those that are of interest.
  func documentsOfOtherWidths(among candidates: OrdinalSet) throws(SegmentError) -> OrdinalSet {
    var union = ListUnion(of: dictionary, among: candidates)
    for entry in lists where entry.width != usualWidth { try union.add(entry.list) }
    return union.finish()
  }

  /// Goes to `document`, which is not less than at the call before.
  ///
  /// - Returns: Whether the word is in it.
  mutating func advance(to document: UInt32) throws(SegmentError) -> Bool {
    if self.document == document { return isPresent }
    if !isOpen { try open() }
    self.document = document
    present = 0
    current.removeAll()
    if isFew {
      for number in 0..<cursors.count {
        if ordinals[number] < document { ordinals[number] = try cursors[number].advance(to: document) ?? .max }
        if ordinals[number] == document { present |= 1 &<< UInt32(truncatingIfNeeded: number) }
      }
    } else {
      while heap.count > 0, heap[0].ordinal < document { try advanceFirst(to: document) }
      collectHeads(at: 0)
    }
    return isPresent
  }

  /// Goes to `documents[number]`, as ``advance(to:)`` does.
  ///
  /// - Parameter documents: The same at each call: those that may be asked for.
  @inline(__always)
  mutating func advance(to number: Int, of documents: SoughtDocuments) throws(SegmentError) -> Bool {
    let document = documents[number]
    guard isFew else { return try advance(to: document) }
    if !isOpen { try open() }
    self.document = document
    var present: UInt32 = 0
    for list in 0..<cursors.count {
      var ordinal = ordinals[list]
      if ordinal < document {
        ordinal = try cursors[list].advance(to: number, of: documents)
        ordinals[list] = ordinal
      }
      present |= (ordinal == document ? 1 : 0) &<< UInt32(truncatingIfNeeded: list)
    }
    self.present = present
    return present != 0
  }

  @inline(__always)
  private var isPresent: Bool { present != 0 || !current.isEmpty }

  /// Finds the lists that stand at the document: in a heap none is below one that stands further on.
  private mutating func collectHeads(at place: Int) {
    guard place < heap.count, heap[place].ordinal == document else { return }
    current.append(heap[place].number)
    collectHeads(at: 2 * place + 1)
    collectHeads(at: 2 * place + 2)
  }

  // MARK: In the current document

  /// How often the word occurs.
  @inline(__always)
  mutating func frequency() throws(SegmentError) -> Int {
    var frequency = 0
    var rest = present
    while rest != 0 {
      try frequency &+= cursors[rest.trailingZeroBitCount].frequency()
      rest &= rest &- 1
    }
    for place in 0..<current.count { try frequency &+= cursors[Int(current[place])].frequency() }
    return frequency
  }

  /// Calls `body` with the positions of one form after the other, until it returns `false`.
  ///
  /// - Parameter body: Gets the number of the form's list, too.
  @inline(__always)
  private mutating func forEachPositions(
    _ body: (borrowing PositionGaps, inout UInt32, _ number: Int) -> Bool
  ) throws(SegmentError) -> Bool {
    var rest = present
    var place = 0
    while true {
      let number: Int
      if rest != 0 {
        number = rest.trailingZeroBitCount
        rest &= rest &- 1
      } else if place < current.count {
        number = Int(current[place])
        place += 1
      } else {
        return true
      }
      guard try cursors[number].forEachPositions({ body($0, &$1, number) }) else { return false }
    }
  }

  /// Appends where the word's occurrences end, in any order.
  mutating func appendEnds(to ends: inout PositionList) throws(SegmentError) {
    let lists = lists
    _ = try forEachPositions { gaps, position, number in
      let width = lists[number].width
      return gaps.forEach(from: &position) { position in
        ends.append(position &+ width)
        return true
      }
    }
  }

  /// Appends where something must begin so that the word occurs `offset` positions behind, in any order.
  mutating func appendStarts(before offset: UInt32, to starts: inout PositionList) throws(SegmentError) {
    _ = try forEachPositions { gaps, position, _ in
      gaps.append(to: &starts, from: &position, before: offset)
      return true
    }
  }

  /// Appends the ends of those occurrences that begin where `starts` are, which is marked.
  mutating func appendEnds(
    from starts: borrowing PositionList, _ marks: borrowing PositionMarks, to ends: inout PositionList
  ) throws(SegmentError) {
    let lists = lists
    _ = try forEachPositions { gaps, position, number in
      let width = lists[number].width
      return gaps.forEach(from: &position) { position in
        if marks.contains(position, in: starts) { ends.append(position &+ width) }
        return true
      }
    }
  }

  /// Appends those of `starts`, which is marked, that the word occurs behind, by `offset` positions.
  mutating func appendStarts(
    of starts: borrowing PositionList, _ marks: borrowing PositionMarks, before offset: UInt32, to kept: inout PositionList
  ) throws(SegmentError) {
    _ = try forEachPositions { gaps, position, _ in
      marks.forEachMarked(gaps, from: &position, offset: offset, in: starts) { start in
        kept.append(start)
        return true
      }
    }
  }

  /// Whether some occurrence is `offset` positions behind one of `starts`, which is marked.
  mutating func isAny(
    at starts: borrowing PositionList, _ marks: borrowing PositionMarks, offset: UInt32 = 0
  ) throws(SegmentError) -> Bool {
    try !forEachPositions { gaps, position, _ in
      marks.forEachMarked(gaps, from: &position, offset: offset, in: starts) { _ in false }
    }
  }

  // MARK: The lists

  private mutating func open() throws(SegmentError) {
    isOpen = true
    for entry in lists {
      cursors.append(try PostingsCursor(entry.list, of: dictionary))
      let number = cursors.count - 1
      let first = try cursors[number].next()
      if lists.count <= Self.fewLists { ordinals.append(first ?? .max) } else if let first { push(first, number) }
    }
  }

  private mutating func push(_ ordinal: UInt32, _ number: Int) {
    heap.append(Head(ordinal: ordinal, number: UInt32(number)))
    var place = heap.count - 1
    while place > 0, heap[place].ordinal < heap[(place - 1) / 2].ordinal {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
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
