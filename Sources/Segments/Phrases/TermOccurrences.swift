// SPDX-License-Identifier: Apache-2.0

internal import TextAnalysis

/// The occurrences of one word of a phrase: all surface forms that match it.
struct TermOccurrences {
  private let dictionary: TermDictionary

  private let lists: [(list: TermList, width: UInt32)]

  /// The sum of the document counts of all forms, an estimate of the work.
  let cost: Int

  /// The width, in positions, of the form that occurs in most documents. Nearly always all forms
  /// have this width.
  let usualWidth: UInt32
  /// Whether some form has a different width.
  let hasOtherWidths: Bool

  /// An empty instance.
  init(in dictionary: TermDictionary) { self.init([], in: dictionary) }

  init(_ glob: Glob, _ folding: Folding, in dictionary: TermDictionary) throws(SegmentError) {
    var lists: [(list: TermList, width: UInt32)] = []
    try GlobExpansion(glob, folding, areTokens: true).forEachMatch(in: dictionary) { surface, list throws(SegmentError) in
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

  /// All documents that contain the word.
  ///
  /// - Parameter candidates: Only these documents are of interest. `nil` for all documents.
  func documents(among candidates: OrdinalSet?) throws(SegmentError) -> OrdinalSet {
    var union = ListUnion(of: dictionary, among: candidates)
    for entry in lists { try union.add(entry.list) }
    return union.finish()
  }

  /// The candidates that contain the word in a form of unusual width.
  func documentsOfOtherWidths(among candidates: OrdinalSet) throws(SegmentError) -> OrdinalSet {
    var union = ListUnion(of: dictionary, among: candidates)
    for entry in lists where entry.width != usualWidth { try union.add(entry.list) }
    return union.finish()
  }

  // MARK: Positions

  /// Number of positions that are collected at a time.
  private static let maximumPositions = 1 << 16

  /// Appends the positions of the word in some documents.
  ///
  /// - Parameters:
  ///   - offset: If given, appends the position `offset` before each occurrence, unless that is
  ///     negative. If `nil`, appends the position after each occurrence.
  ///   - last: The last document of interest. Lowered if there are too many positions; then the
  ///     positions in later documents are incomplete.
  func append(
    to positions: inout PhrasePositions, before offset: UInt32?, in documents: Span<UInt32>, upTo last: inout UInt32,
    _ cursor: inout PostingsCursor
  ) throws(SegmentError) {
    var most = Self.maximumPositions
    for entry in lists {
      try cursor.open(entry.list)
      try positions.append(
        &cursor, in: documents, from: offset ?? 0, movedBy: offset.map { 0 &- $0 } ?? entry.width, upTo: &last, most: &most)
    }
  }

  /// Appends the positions in `starts` that have an occurrence of the word at a given distance.
  ///
  /// - Parameter offset: If given, the word must be `offset` after a start, and the start is
  ///   appended. If `nil`, the word must be at a start, and the position after the word is
  ///   appended.
  func append(
    to positions: inout PhrasePositions, behind starts: borrowing PhrasePositions, by offset: UInt32?, firstMatchOnly: Bool,
    _ cursor: inout PostingsCursor
  ) throws(SegmentError) {
    for entry in lists {
      try cursor.open(entry.list)
      try positions.append(
        &cursor, offset ?? 0, behind: starts, movedBy: offset.map { 0 &- $0 } ?? entry.width, firstMatchOnly: firstMatchOnly)
    }
  }
}
