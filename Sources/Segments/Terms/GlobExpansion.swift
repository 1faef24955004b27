// SPDX-License-Identifier: Apache-2.0

internal import TextAnalysis

/// Expands a glob to the matching surface forms of a dictionary, under some folding.
///
/// A surface form that matches under any folding also matches under ``Folding/all``. Therefore the
/// search finds groups of surface forms by their fully folded key, then compares the surface forms.
struct GlobExpansion {
  private let glob: Glob
  private let folding: Folding

  /// The pattern under ``Folding/all``, for comparison with the keys of groups. `nil` if the glob
  /// has no stars.
  private let widened: StringPattern?

  /// The prefix that all matching keys share. Without stars, the whole key.
  private let beginning: [UInt8]

  /// Whether a matching key proves that all surface forms of its group match.
  private let decidesGroups: Bool

  /// Whether the surface forms are those of tokens.
  private let areTokens: Bool

  /// - Parameter areTokens: Whether the dictionary has tokens of texts and not values.
  init(_ glob: Glob, _ folding: Folding, areTokens: Bool) {
    self.glob = glob
    self.folding = folding
    self.areTokens = areTokens
    var literals = glob.literals.map { literal in
      var folded: [UInt8] = []
      Self.fold(literal.span, folding.widest, areTokens: areTokens, into: &folded)
      return folded
    }
    guard glob.hasStars else {
      beginning = literals[0]
      widened = nil
      decidesGroups = folding == folding.widest
      return
    }
    let whole = literals
    for index in literals.indices {
      literals[index] = Array(stableStretch(of: literals[index][...], trimsStart: index > 0, trimsEnd: index < literals.count - 1))
    }
    beginning = literals[0]
    widened = StringPattern(parts: literals.map { String(decoding: $0, as: UTF8.self) }, folding: folding.widest, wholeWords: false)
    decidesGroups = folding == folding.widest && literals == whole
  }

  /// Calls `body` with each matching surface form, unfolded, and its posting list.
  ///
  /// - Parameter prefix: The field prefix of the keys in the dictionary.
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

  /// An upper bound of the number of documents with a matching surface form. Returns `nil` if
  /// counting would visit more than 256 groups.
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

  private static func fold(_ text: Span<UInt8>, _ folding: Folding, areTokens: Bool, into output: inout [UInt8]) {
    if areTokens { foldToken(text, folding, into: &output) } else { foldUTF8(text, folding, into: &output) }
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
        Self.fold(surface.span, folding, areTokens: areTokens, into: &folded)
        guard glob.matches(folded: folded.span) else { continue }
      }
      try body(surface.span, candidate.list)
    }
  }
}

/// The part of a folded literal that survives in every folded text that contains the literal next
/// to other characters.
///
/// Full folding can remove a character at the border, and what remains on both sides may then
/// compose. Only non-ASCII characters can change this way, and ideographs never do.
func stableStretch(of literal: ArraySlice<UInt8>, trimsStart: Bool, trimsEnd: Bool) -> ArraySlice<UInt8> {
  var stretch = literal
  if trimsStart { while let first = stretch.first, first >= 0x80, !beginsWithIdeograph(stretch) { stretch.removeFirst() } }
  if trimsEnd { while let last = stretch.last, last >= 0x80, !beginsWithIdeograph(stretch.suffix(3)) { stretch.removeLast() } }
  return stretch
}

/// Whether the first scalar lies in U+3400...U+9FFF. All of these take three bytes in UTF-8.
private func beginsWithIdeograph(_ bytes: ArraySlice<UInt8>) -> Bool {
  bytes.count >= 3 && !bytes.lexicographicallyPrecedes([0xE3, 0x90, 0x80]) && bytes.lexicographicallyPrecedes([0xEA])
}
