internal import Attributes
internal import Segments

/// The rows of ``FieldMatches`` whose names or titles begin with a query.
///
/// Rescoring compares the names and titles of the best documents. If more documents than it looks at
/// have all words in their titles, those that begin with the query must be known before.
struct TitleTiers {
  /// ``RankTier/titlePrefix`` and ``RankTier/wholeTitle``.
  private(set) var beginnings: RowSet
  private(set) var wholes: RowSet

  /// - Parameter rows: Rows with all words in their names or titles.
  init(
    _ query: RankedQuery, of rows: RowSet, in fields: FieldMatches, _ pending: PendingWords
  ) throws(StoreError) {
    (beginnings, wholes) = (RowSet(count: fields.count), RowSet(count: fields.count))
    let pattern = RankedTitles.Pattern(query)
    for segment in fields.segments {
      try translatingSegmentErrors { () throws(SegmentError) in try add(segment, pattern, rows) }
    }
    for (index, field, text) in pending.titles {
      guard let row = fields.ranks.rank(of: pending.references[index].document.rawValue), rows.contains(row) else { continue }
      var titles = RankedTitles()
      if field == .name { titles.compare(name: text.utf8.span, with: pattern) } else { titles.compare(text.utf8.span, with: pattern) }
      add(row, titles.tier)
    }
  }

  private mutating func add(_ segment: FieldSegment, _ pattern: RankedTitles.Pattern, _ rows: RowSet) throws(SegmentError) {
    let names = segment.postings.filter { $0.word == 0 && $0.field == .name }.map(\.ordinals)
    if !names.isEmpty {
      var found: [(ordinal: UInt32, tier: RankTier)] = []
      let ordinals = OrdinalSet(universe: segment.reader.documentCount, unionOf: names)
      try segment.reader.forEachName(of: ordinals) { ordinal, name in
        if RankedTitles.beginsOtherwise(name, than: pattern) { return }
        var titles = RankedTitles()
        titles.compare(name: name, with: pattern)
        if let tier = titles.tier { found.append((ordinal, tier)) }
      }
      for tier in [RankTier.titlePrefix, .wholeTitle] {
        let matching = found.filter { $0.tier == tier }.map(\.ordinal)
        add(OrdinalSet(universe: segment.reader.documentCount, ascending: matching), tier, segment, rows)
      }
    }
    for key in RankedField.titleKeys {
      var found: [RankTier: [TermPostings]] = [:]
      try segment.reader.forEachTerm(in: .values(SegmentField(.known(key))), beginningWith: pattern.firstWord) { value, postings in
        if let tier = pattern.tier(ofFolded: value) { found[tier, default: []].append(postings) }
      }
      for (tier, postings) in found {
        add(try segment.reader.documents(with: postings).intersection(segment.ordinals), tier, segment, rows)
      }
    }
  }

  private mutating func add(_ ordinals: OrdinalSet, _ tier: RankTier, _ segment: FieldSegment, _ rows: RowSet) {
    segment.forEachRow(of: ordinals) { row in if rows.contains(row) { add(row, tier) } }
  }

  private mutating func add(_ row: Int, _ tier: RankTier?) {
    switch tier {
    case .wholeTitle: wholes.insert(row)
    case .titlePrefix: beginnings.insert(row)
    default: break
    }
  }
}
