internal import TextAnalysis

/// Where one word of a phrase occurs: all surface forms that match it, merged.
final class TermOccurrences {
  private struct Head {
    let cursor: PostingsCursor
    let width: UInt32
    var ordinal: UInt32
  }

  private let dictionary: TermDictionary
  private var lists: [(list: TermList, width: UInt32)] = []

  /// A binary heap, the least document first.
  private var heap: [Head] = []
  private var isOpen = false

  init(_ glob: Glob, _ folding: Folding, in dictionary: TermDictionary) throws(SegmentError) {
    self.dictionary = dictionary
    var lists: [(list: TermList, width: UInt32)] = []
    try GlobExpansion(glob, folding).forEachMatch(in: dictionary) { surface, list throws(SegmentError) in
      lists.append((list, UInt32(Tokenizer.width(of: surface))))
    }
    self.lists = lists
  }

  /// How many documents there are at most: a measure of the work.
  var cost: Int { lists.reduce(0) { $0 + $1.list.documentCount } }

  /// All documents that have the word.
  func documents() throws(SegmentError) -> OrdinalSet {
    var union = ListUnion(universe: dictionary.universe)
    for entry in lists { try union.add(entry.list, of: dictionary) }
    return union.finish()
  }

  /// Where the word's occurrences in a document end, ascending; an end may be there twice.
  ///
  /// - Parameters:
  ///   - document: Not less than at the call before.
  ///   - starts: Ascending: only occurrences at these positions; `nil` for all.
  func ends(in document: UInt32, from starts: [UInt32]?) throws(SegmentError) -> [UInt32] {
    if !isOpen { try open() }
    while let head = heap.first, head.ordinal < document {
      try replaceFirst(head, with: head.cursor.advance(to: document))
    }
    var ends: [UInt32] = []
    // Several surface forms may be there; they are left standing, for the same document may be asked for again.
    try visit(0, document, starts, &ends)
    if heap.count > 1, zip(ends, ends.dropFirst()).contains(where: { $0 > $1 }) { ends.sort() }
    return ends
  }

  /// Looks at the heads that stand at `document`: in a heap none is below one that stands further on.
  private func visit(_ place: Int, _ document: UInt32, _ starts: [UInt32]?, _ ends: inout [UInt32]) throws(SegmentError) {
    guard place < heap.count, heap[place].ordinal == document else { return }
    let (cursor, width) = (heap[place].cursor, heap[place].width)
    let first = ends.count
    try cursor.appendPositions(to: &ends)
    if let starts {
      ends.removeLast(ends.count - Self.intersect(&ends, from: first, with: starts, adding: width))
    } else {
      for index in first..<ends.count { ends[index] &+= width }
    }
    try visit(2 * place + 1, document, starts, &ends)
    try visit(2 * place + 2, document, starts, &ends)
  }

  /// Keeps of the positions from `first` on those that are starts, moved by `width`.
  ///
  /// - Returns: How many numbers are left in all.
  private static func intersect(_ ends: inout [UInt32], from first: Int, with starts: [UInt32], adding width: UInt32) -> Int {
    unsafe ends.withUnsafeMutableBufferPointer { ends in
      unsafe starts.withUnsafeBufferPointer { starts in
        var kept = first
        var place = 0
        for index in first..<ends.count {
          let position = unsafe ends[index]
          while place < starts.count, unsafe starts[place] < position { place &+= 1 }
          if place == starts.count { break }
          if unsafe starts[place] == position {
            unsafe ends[kept] = position &+ width
            kept &+= 1
          }
        }
        return kept
      }
    }
  }

  private func open() throws(SegmentError) {
    isOpen = true
    for entry in lists {
      let cursor = try PostingsCursor(entry.list, of: dictionary)
      if let ordinal = try cursor.next() { heap.append(Head(cursor: cursor, width: entry.width, ordinal: ordinal)) }
    }
    heap.sort { $0.ordinal < $1.ordinal }
  }

  private func replaceFirst(_ head: Head, with ordinal: UInt32?) {
    if let ordinal {
      heap[0].ordinal = ordinal
    } else {
      heap[0] = heap[heap.count - 1]
      heap.removeLast()
    }
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < heap.count && heap[child].ordinal < heap[least].ordinal { least = child }
      if least == place { return }
      heap.swapAt(place, least)
      place = least
    }
  }
}
