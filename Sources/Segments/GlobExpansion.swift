internal import TextAnalysis

/// Finds the surface forms in a dictionary that a glob matches under some folding.
///
/// What matches under a folding matches under ``Folding/all``: groups are found by their folded form, then surface forms are compared.
struct GlobExpansion {
  private let glob: Glob
  private let folding: Folding

  /// The pattern under the widest folding, for folded forms; `nil` when the glob has no stars.
  private let widened: StringPattern?

  /// What the folded form begins with; without stars, all of it.
  private let beginning: [UInt8]

  /// A group whose folded form matches need not be looked into.
  private let decidesGroups: Bool

  init(_ glob: Glob, _ folding: Folding) {
    self.glob = glob
    self.folding = folding
    var literals = glob.literals.map { literal in
      var folded: [UInt8] = []
      foldUTF8(literal.span, .all, into: &folded)
      return folded
    }
    guard glob.hasStars else {
      beginning = literals[0]
      widened = nil
      decidesGroups = folding == .all
      return
    }
    let whole = literals
    for index in literals.indices {
      literals[index] = Array(stableStretch(of: literals[index][...], trimsStart: index > 0, trimsEnd: index < literals.count - 1))
    }
    beginning = literals[0]
    widened = StringPattern(parts: literals.map { String(decoding: $0, as: UTF8.self) }, folding: .all, wholeWords: false)
    decidesGroups = folding == .all && literals == whole
  }

  /// Calls `body` with each surface form, spelled, that matches.
  ///
  /// - Parameter prefix: The field that the term is in, as keys begin with it.
  func forEachMatch(
    in dictionary: TermDictionary, prefix: [UInt8] = [], _ body: (Span<UInt8>, TermList) throws(SegmentError) -> Void
  ) throws(SegmentError) {
    guard let widened else {
      try dictionary.withGroup(prefix + beginning) { group throws(SegmentError) in try visit(group, body) }
      return
    }
    let filter = TermGroups.Filter(prefix: prefix + beginning, fieldCount: prefix.count, glob: widened.glob)
    try dictionary.forEachGroup(withPrefix: filter.prefix, filter: filter) { group throws(SegmentError) in
      let isMatch = widened.glob.matches(folded: group.key.span.extracting(prefix.count...))
      if isMatch { try visit(group, body) }
      return true
    }
  }

  /// At least as many documents as have a matching surface form; `nil` when it would take a look at more than some hundred groups.
  func maximumDocumentCount(in dictionary: TermDictionary, prefix: [UInt8]) throws(SegmentError) -> Int? {
    var total = 0
    guard let widened else {
      try forEachMatch(in: dictionary, prefix: prefix) { _, list throws(SegmentError) in total += list.documentCount }
      return total
    }
    var groupsLeft = 256
    try dictionary.forEachGroup(withPrefix: prefix + beginning) { group throws(SegmentError) in
      if widened.glob.matches(folded: group.key.span.extracting(prefix.count...)) {
        for surface in group.surfaces { total += surface.list.documentCount }
      }
      groupsLeft -= 1
      return groupsLeft > 0
    }
    return groupsLeft > 0 ? total : nil
  }

  private func visit(
    _ group: borrowing TermGroups, _ body: (Span<UInt8>, TermList) throws(SegmentError) -> Void
  ) throws(SegmentError) {
    var surface: [UInt8] = []
    var folded: [UInt8] = []
    for candidate in group.surfaces {
      surface.removeAll(keepingCapacity: true)
      group.append(candidate, to: &surface)
      if !decidesGroups {
        folded.removeAll(keepingCapacity: true)
        foldUTF8(surface.span, folding, into: &folded)
        guard glob.matches(folded: folded.span) else { continue }
      }
      try body(surface.span, candidate.list)
    }
  }
}

/// The part of a folded literal that is found in every folded text that has the literal before or behind other characters.
///
/// Characters outside ASCII at the border may compose with what follows when the widest folding removes what stood between; ideographs
/// never do.
func stableStretch(of literal: ArraySlice<UInt8>, trimsStart: Bool, trimsEnd: Bool) -> ArraySlice<UInt8> {
  var stretch = literal
  if trimsStart { while let first = stretch.first, first >= 0x80, !beginsWithIdeograph(stretch) { stretch.removeFirst() } }
  if trimsEnd { while let last = stretch.last, last >= 0x80, !beginsWithIdeograph(stretch.suffix(3)) { stretch.removeLast() } }
  return stretch
}

/// Whether the first scalar is one of U+3400...U+9FFF, all of three bytes.
private func beginsWithIdeograph(_ bytes: ArraySlice<UInt8>) -> Bool {
  bytes.count >= 3 && !bytes.lexicographicallyPrecedes([0xE3, 0x90, 0x80]) && bytes.lexicographicallyPrecedes([0xEA])
}
