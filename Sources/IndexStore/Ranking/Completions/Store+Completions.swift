// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import QueryLanguage
internal import Segments
internal import TextAnalysis
internal import Threading

extension Store {
  /// Texts that continue what a person typed: names and titles with all its words, keywords and
  /// people, and completions of the last word. Each has a hit, also of the keywords and without the excluded terms that
  /// were typed. The best ones come first.
  ///
  /// - Parameter typed: Its last word is completed unless something follows it, or it is no word to rank by.
  /// - Returns: An empty list if `typed` has no words, or alternatives.
  /// - Throws: `StoreError.damagedSegment` if a segment is damaged, until it is repaired.
  /// - Complexity: O(*d* + *k*), *d* = documents with these words in their attributes, *k* = terms
  ///   that begin with the last word.
  package func completions(of typed: String, limit: Int) throws(StoreError) -> [Completion] {
    let text = QueryLanguage.RankedText(parsing: typed, in: .current())
    let query = RankedQuery(text.words)
    guard !query.words.isEmpty, !text.hasAlternatives, limit > 0 else { return [] }
    let filter = text.filter.predicate == .constant(true) ? nil : CompiledPredicate(text.filter, in: .current())
    let limit = min(limit, CompletionSearch.maximumLimit)
    return try retrying { missing throws(StoreError) in
      do throws(StoreError) {
        let snapshots = try SharedSnapshot.open(filter == nil ? 1 : Parallel.threadCount, of: self)
        let allowed = try filter.map { filter throws(StoreError) in
          let request = SearchRequest(predicate: filter)
          let answer = try SearchExecution(request: request, store: self, snapshots: snapshots, missing: missing).run()
          return DocumentIDSet(ascending: try answer.results.references().map(\.document.rawValue).sorted())
        }
        let source = try RankedSource(snapshots[0].snapshot, at: clock())
        return try CompletionSearch(query, typed, limit, allowed, source).completions(snapshots[0].snapshot)
      } catch {
        if let path = error.damagedSegment(missing: missing) { Store.reportDamage(of: path) }
        throw error
      }
    }
  }
}

/// Finds completions in one snapshot.
private struct CompletionSearch {
  let query: RankedQuery
  let typed: String
  let limit: Int
  /// The documents that match the filter; `nil` for all.
  let allowed: DocumentIDSet?
  let source: RankedSource
  let forms: [WordForm]
  let parameters = RankingParameters()

  /// More completions than there can be, so that multiples of the limit are numbers.
  static let maximumLimit = Int.max >> 8

  init(_ query: RankedQuery, _ typed: String, _ limit: Int, _ allowed: DocumentIDSet?, _ source: RankedSource) {
    self.query = query
    self.typed = typed
    self.limit = limit
    self.allowed = allowed
    self.source = source
    forms = query.words.map { WordForm($0, nil, stemWeight: 0) }
  }

  func completions(_ snapshot: borrowing Snapshot) throws(StoreError) -> [Completion] {
    let values = try values(snapshot)
    let words = try words()
    // Words get a third of the places, because a word leads to more documents than a title.
    let count = min(values.count, limit - min(words.count, limit / 3))
    return Array(values.prefix(count) + words.prefix(limit - count))
  }

  // MARK: Values

  /// Number of documents whose values are read for each completion; many have the same values.
  private static let documentsPerCompletion = 8

  private func values(_ snapshot: borrowing Snapshot) throws(StoreError) -> [Completion] {
    let capacity = limit * Self.documentsPerCompletion
    // Names and titles come first, so other fields are read only if there are few of them. Short
    // completions of a single word come before long ones.
    var postings = try FieldPostings(
      forms, in: source.attributes, source.pending, parameters, fields: [.name, .title],
      sufficient: forms.count == 1 && allowed == nil ? capacity : .max)
    if postings.inTitle.count < capacity { postings = try FieldPostings(forms, in: source.attributes, source.pending, parameters) }
    let fields = try FieldMatches(postings.inFields, of: postings, source.pending, parameters)
    let inTitle = fields.table.rows(of: postings.inTitle)
    var top = TopDocuments(capacity: capacity)
    RowSet(all: fields.count).forEachReversed { row in
      if let allowed, !allowed.contains(fields.documents[row]) { return }
      let tier = inTitle.contains(row) ? RankTier.title : .attributes
      var frequency: Float = 0
      for column in fields.table.frequencies { frequency += column[row] }
      if top.mayAdd(tier, frequency) { top.insert(.init(tier: tier, score: frequency, document: fields.documents[row])) }
    }
    let references = try source.references(of: top.heap.map(\.document)).compactMap(\.self)
    let pattern = CompletionPattern(query)
    let whole = RankedTitles.Pattern(query)
    var found: [[UInt8]: (completion: Completion, rank: Rank)] = [:]
    let isFiltered = try snapshot.hasInvisibleDirectories()
    var directories = try DirectoryResolver(snapshot, scope: nil, keepingPaths: false)
    try snapshot.withView { view throws(StoreError) in
      var rows = try DocumentRows(snapshot)
      for reference in references.sorted() {
        if isFiltered { guard try directories.sees(reference) else { continue } }
        guard try rows.withRow(of: reference, in: snapshot, { view.look(at: $0) }) != nil else { continue }
        let date = try view.latestDate()
        try view.forEachRankedText { field, text throws(StoreError) in
          guard field != .description, let matches = pattern.matches(in: text) else { return }
          var title = RankedTitles()
          title.compare(text.utf8.span, with: whole)
          let rank = Rank(tier: title.tier ?? (field.isTitle ? .title : .attributes), date: date, length: text.utf8.count)
          var key: [UInt8] = []
          foldUTF8(text.utf8.span, .all, into: &key)
          if let known = found[key], !(rank < known.rank) { return }
          found[key] = (Completion(text: text, matches: matches, source: field.isTitle ? .title : .value), rank)
        }
      }
    }
    let sorted = found.values.sorted { ($0.rank, $0.completion.text) < ($1.rank, $1.completion.text) }
    return sorted.prefix(limit).map(\.completion)
  }

  /// The order of values: those that begin with what was typed first, then the latest, then the
  /// shortest.
  private struct Rank: Comparable {
    let tier: RankTier
    let date: Double
    let length: Int

    static func < (one: Rank, other: Rank) -> Bool { (other.tier, other.date, one.length) < (one.tier, one.date, other.length) }
  }

  // MARK: Words

  /// What an occurrence in an attribute counts compared to one in a text.
  private static let fieldFactor = 8

  /// What was typed, with the last word completed in the ways that most documents contain.
  private func words() throws(StoreError) -> [Completion] {
    guard let last = forms.last, last.word.isPrefix else { return [] }
    let counts = try translatingSegmentErrors { () throws(SegmentError) in try documentCounts(last) }
    let best = counts.sorted { one, other in
      if one.value != other.value { return one.value > other.value }
      return one.key.count != other.key.count ? one.key.count < other.key.count : one.key.lexicographicallyPrecedes(other.key)
    }
    let others = try forms.dropLast().isEmpty ? nil : textsWithOtherWords()
    let ending = RankedQuery.longestTokens(in: typed.utf8.span).last?.lowerBound ?? 0
    let beginning = String(decoding: Array(typed.utf8)[..<ending], as: UTF8.self)
    var completions: [Completion] = []
    // Of the most frequent words, some occur only in documents that were changed or removed.
    for (term, _) in best.prefix(2 * limit) where completions.count < limit {
      guard try hasHit(term, others) else { continue }
      let text = beginning + String(decoding: term, as: UTF8.self)
      completions.append(Completion(text: text, matches: [0..<ending + last.word.token.count], source: .word))
    }
    return completions
  }

  /// For each term that begins with the last word, an upper bound of the number of documents.
  private func documentCounts(_ last: WordForm) throws(SegmentError) -> [[UInt8]: Int] {
    var counts: [[UInt8]: Int] = [:]
    func add(_ space: TermSpace, of segment: SegmentReader, _ factor: Int) throws(SegmentError) {
      try segment.forEachTermCount(in: space, beginningWith: last.word.token) { term, count in
        guard term.count > last.word.token.count else { return }
        counts[unsafe term.withUnsafeBufferPointer { unsafe [UInt8]($0) }, default: 0] += factor * count
      }
    }
    if last.isCompleted(in: .text) { for segment in source.texts { try add(.text, of: segment.reader, 1) } }
    for segment in source.attributes {
      for field in RankedField.allCases { try add(.words(field.words), of: segment.reader, Self.fieldFactor) }
    }
    for (term, places) in source.pending.documents where term.count > last.word.token.count && term.starts(with: last.word.token) {
      counts[term, default: 0] += Self.fieldFactor * places.count
    }
    return counts
  }

  /// For each text segment, the live texts with all words but the last.
  private func textsWithOtherWords() throws(StoreError) -> [OrdinalSet] {
    try source.texts.map { text throws(StoreError) in
      try translatingSegmentErrors { () throws(SegmentError) in
        var all = text.excluded.complement
        for form in forms.dropLast() {
          let terms = try form.terms(in: .text, of: text.reader).map(\.postings)
          all = all.intersection(try text.reader.texts(with: terms))
        }
        return all
      }
    }
  }

  /// Whether a live document contains a term, and the other words.
  private func hasHit(_ term: [UInt8], _ others: [OrdinalSet]?) throws(StoreError) -> Bool {
    func isAllowed(_ document: UInt64) -> Bool { allowed?.contains(document) ?? true }
    let pending = source.pending.documents[term] ?? []
    if others == nil, pending.contains(where: { isAllowed(source.pending.references[$0.index].document.rawValue) }) { return true }
    return try translatingSegmentErrors { () throws(SegmentError) in
      for (number, text) in source.texts.enumerated() {
        guard let postings = try text.reader.postings(of: term, in: .text) else { continue }
        // Of a common word, no postings need to be read.
        if others == nil, allowed == nil, postings.minimumDocumentCount > text.excluded.count { return true }
        var found = try text.reader.texts(with: [postings])
        if let allowed { found = found.intersection(try text.reader.ordinals(of: allowed)) }
        if !(others.map { found.intersection($0[number]) } ?? found.subtracting(text.excluded)).isEmpty { return true }
      }
      if others != nil { return false }
      for segment in source.attributes {
        for field in RankedField.allCases {
          guard let postings = try segment.reader.postings(of: term, in: .words(field.words)) else { continue }
          var found = try segment.reader.documents(with: [postings]).subtracting(segment.dead)
          if let allowed { found = found.intersection(try segment.reader.ordinals(of: allowed)) }
          if !found.isEmpty { return true }
        }
      }
      return false
    }
  }
}
