// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import Segments

/// The documents whose names or titles begin with a query.
///
/// Rescoring compares the names and titles of the best documents. If more documents than it looks at
/// have all words in their titles, those that begin with the query must be known before.
struct TitleTiers {
  /// ``RankTier/titlePrefix`` and ``RankTier/wholeTitle``.
  private(set) var beginnings: FieldSet
  private(set) var wholes: FieldSet

  /// - Parameter found: Only documents with all words in their names or titles are compared.
  init(_ query: RankedQuery, in found: FieldPostings, _ words: PendingWords) throws(StoreError) {
    let pattern = RankedTitles.Pattern(query)
    var (beginnings, wholes): ([OrdinalSet], [OrdinalSet]) = ([], [])
    for (segment, wanted) in zip(found.segments, found.inTitle.segments) {
      let tiers = try translatingSegmentErrors { () throws(SegmentError) in try Self.tiers(of: wanted, in: segment, pattern) }
      beginnings.append(tiers.beginnings)
      wholes.append(tiers.wholes)
    }
    self.beginnings = FieldSet(segments: beginnings, pending: [])
    self.wholes = FieldSet(segments: wholes, pending: [])
    for (index, field, text) in words.titles where found.inTitle.pending.contains(index) {
      var titles = RankedTitles()
      if field == .name { titles.compare(name: text.utf8.span, with: pattern) } else { titles.compare(text.utf8.span, with: pattern) }
      switch titles.tier {
      case .wholeTitle: self.wholes.pending.insert(index)
      case .titlePrefix: self.beginnings.pending.insert(index)
      default: break
      }
    }
  }

  private static func tiers(
    of wanted: OrdinalSet, in segment: FieldSegment, _ pattern: RankedTitles.Pattern
  ) throws(SegmentError) -> (beginnings: OrdinalSet, wholes: OrdinalSet) {
    var found = [RankTier: OrdinalSet]()
    func add(_ ordinals: OrdinalSet, _ tier: RankTier) {
      found[tier] = found[tier].map { $0.union(ordinals) } ?? ordinals
    }
    let universe = segment.reader.documentCount
    let names = segment.postings.filter { $0.word == 0 && $0.field == .name }.map(\.ordinals)
    if !names.isEmpty {
      var named: [(ordinal: UInt32, tier: RankTier)] = []
      try segment.reader.forEachName(of: OrdinalSet(universe: universe, unionOf: names).intersection(wanted)) { ordinal, name in
        if RankedTitles.beginsOtherwise(name, than: pattern) { return }
        if let tier = RankedTitles.tier(ofName: name, with: pattern) { named.append((ordinal, tier)) }
      }
      for tier in [RankTier.titlePrefix, .wholeTitle] {
        add(OrdinalSet(universe: universe, ascending: named.filter { $0.tier == tier }.map(\.ordinal)), tier)
      }
    }
    for key in RankedField.titleKeys {
      var values: [RankTier: [TermPostings]] = [:]
      var tier: RankTier?
      func isWanted(_ title: Span<UInt8>) -> Bool {
        tier = pattern.tier(ofFolded: title)
        return tier != nil
      }
      let titles = TermSpace.values(SegmentField(.known(key)))
      try segment.reader.forEachTerm(in: titles, beginningWith: pattern.firstWord, where: isWanted) { _, postings in
        if let tier { values[tier, default: []].append(postings) }
      }
      for (tier, postings) in values { add(try segment.reader.documents(with: postings).intersection(wanted), tier) }
    }
    let none = OrdinalSet(universe: universe)
    return (found[.titlePrefix] ?? none, found[.wholeTitle] ?? none)
  }
}
