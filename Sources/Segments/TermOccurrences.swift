internal import TextAnalysis

/// Where one word of a phrase occurs: all surface forms that match it.
struct TermOccurrences {
  private let dictionary: TermDictionary

  private let lists: [(list: TermList, width: UInt32)]

  /// How many documents there are at most: a measure of the work.
  let cost: Int

  /// The width of the form that most documents have: nearly always that of all forms.
  let usualWidth: UInt32
  /// Some form has another.
  let hasOtherWidths: Bool

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

  // MARK: Positions

  /// So many positions are looked for at a time.
  private static let maximumPositions = 1 << 16

  /// Appends the positions of the word in some documents.
  ///
  /// - Parameters:
  ///   - offset: Instead of where the word ends, append what is so far before it; leave it out where nothing is.
  ///   - last: The last document that is of interest. Less, when there are too many positions: those behind it are not all appended.
  func append(
    to places: inout PhrasePositions, before offset: UInt32?, in documents: Span<UInt32>, upTo last: inout UInt32,
    _ cursor: inout PostingsCursor
  ) throws(SegmentError) {
    var most = Self.maximumPositions
    for entry in lists {
      try cursor.open(entry.list)
      try places.append(
        &cursor, in: documents, from: offset ?? 0, movedBy: offset.map { 0 &- $0 } ?? entry.width, upTo: &last, most: &most)
    }
  }

  /// Appends those of `starts` that the word is at.
  ///
  /// - Parameter offset: The word is to be so far behind `starts`, and these are appended; `nil`: at `starts`, and its ends are appended.
  func append(
    to places: inout PhrasePositions, behind starts: borrowing PhrasePositions, by offset: UInt32?, firstMatchOnly: Bool,
    _ cursor: inout PostingsCursor
  ) throws(SegmentError) {
    for entry in lists {
      try cursor.open(entry.list)
      try places.append(
        &cursor, offset ?? 0, behind: starts, movedBy: offset.map { 0 &- $0 } ?? entry.width, firstMatchOnly: firstMatchOnly)
    }
  }
}
