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

  /// How many documents there are at most: a measure of the work.
  let cost: Int

  /// The width of the form that most documents have: nearly always that of all forms.
  let usualWidth: UInt32
  /// Some form has another.
  let hasOtherWidths: Bool

  private var cursors: UniqueArray<PostingsCursor>

  /// A binary heap, the least document first; those at the end of their lists are left out.
  private var heap: UniqueArray<Head>
  private var isOpen = false

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
    heap = UniqueArray(capacity: lists.count)
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
    if !isOpen { try open() }
    while heap.count > 0, heap[0].ordinal < document { try advanceFirst(to: document) }
    return heap.count > 0 && heap[0].ordinal == document
  }

  // MARK: In the current document
  //
  // Each looks at the heads that stand at the document: in a heap none is below one that stands further on.

  /// How often the word occurs.
  mutating func frequency() throws(SegmentError) -> Int { try frequency(0, heap[0].ordinal) }

  private mutating func frequency(_ place: Int, _ document: UInt32) throws(SegmentError) -> Int {
    guard place < heap.count, heap[place].ordinal == document else { return 0 }
    let own = try cursors[Int(heap[place].number)].frequency()
    guard heap.count > 2 * place + 1 else { return own }
    return own + (try frequency(2 * place + 1, document)) + (try frequency(2 * place + 2, document))
  }

  /// Appends where the word's occurrences end, in any order.
  mutating func appendEnds(to ends: inout PositionList) throws(SegmentError) {
    try append(0, heap[0].ordinal, offset: 0, addingWidth: true, to: &ends)
  }

  /// Appends where something must begin so that the word occurs `offset` positions behind, in any order.
  mutating func appendStarts(before offset: UInt32, to starts: inout PositionList) throws(SegmentError) {
    try append(0, heap[0].ordinal, offset: offset, addingWidth: false, to: &starts)
  }

  private mutating func append(
    _ place: Int, _ document: UInt32, offset: UInt32, addingWidth: Bool, to output: inout PositionList
  ) throws(SegmentError) {
    guard place < heap.count, heap[place].ordinal == document else { return }
    let number = Int(heap[place].number)
    let added = addingWidth ? heap[place].width : 0
    output.reserve(try cursors[number].frequency())
    _ = try cursors[number].forEachPosition { position in
      if position >= offset { output.append(position &- offset &+ added) }
      return true
    }
    guard heap.count > 2 * place + 1 else { return }
    try append(2 * place + 1, document, offset: offset, addingWidth: addingWidth, to: &output)
    try append(2 * place + 2, document, offset: offset, addingWidth: addingWidth, to: &output)
  }

  /// Appends the ends of those occurrences that begin where `starts` are, which is marked.
  mutating func appendEnds(
    from starts: borrowing PositionList, _ marks: borrowing PositionMarks, to ends: inout PositionList
  ) throws(SegmentError) {
    try append(0, heap[0].ordinal, at: starts, marks, offset: 0, addingWidth: true, to: &ends)
  }

  /// Appends those of `starts`, which is marked, that the word occurs behind, by `offset` positions.
  mutating func appendStarts(
    of starts: borrowing PositionList, _ marks: borrowing PositionMarks, before offset: UInt32, to kept: inout PositionList
  ) throws(SegmentError) {
    try append(0, heap[0].ordinal, at: starts, marks, offset: offset, addingWidth: false, to: &kept)
  }

  private mutating func append(
    _ place: Int, _ document: UInt32, at starts: borrowing PositionList, _ marks: borrowing PositionMarks, offset: UInt32,
    addingWidth: Bool, to output: inout PositionList
  ) throws(SegmentError) {
    guard place < heap.count, heap[place].ordinal == document else { return }
    let number = Int(heap[place].number)
    let added = addingWidth ? heap[place].width : 0
    _ = try cursors[number].forEachPosition { position in
      let start = position &- offset
      if marks.contains(start, in: starts) { output.append(start &+ added) }
      return true
    }
    guard heap.count > 2 * place + 1 else { return }
    try append(2 * place + 1, document, at: starts, marks, offset: offset, addingWidth: addingWidth, to: &output)
    try append(2 * place + 2, document, at: starts, marks, offset: offset, addingWidth: addingWidth, to: &output)
  }

  /// Whether some occurrence is `offset` positions behind one of `starts`, which is marked.
  mutating func isAny(
    at starts: borrowing PositionList, _ marks: borrowing PositionMarks, offset: UInt32 = 0
  ) throws(SegmentError) -> Bool {
    try isAny(0, heap[0].ordinal, at: starts, marks, offset)
  }

  private mutating func isAny(
    _ place: Int, _ document: UInt32, at starts: borrowing PositionList, _ marks: borrowing PositionMarks, _ offset: UInt32
  ) throws(SegmentError) -> Bool {
    guard place < heap.count, heap[place].ordinal == document else { return false }
    let number = Int(heap[place].number)
    if try !cursors[number].forEachPosition({ !marks.contains($0 &- offset, in: starts) }) { return true }
    guard heap.count > 2 * place + 1 else { return false }
    if try isAny(2 * place + 1, document, at: starts, marks, offset) { return true }
    return try isAny(2 * place + 2, document, at: starts, marks, offset)
  }

  // MARK: The heap

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
