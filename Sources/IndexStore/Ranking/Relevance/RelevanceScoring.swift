// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import Segments

/// Orders hits by how well their names, folders, attributes and texts fit the words of a query, by whom they are for, and
/// by their dates.
struct RelevanceScoring {
  let query: RankedQuery
  let matching: RankedMatching
  let parameters: RelevanceParameters
  /// Additional weights of documents, from 0 to 1.
  let boosts: [DocumentID: Double]
  /// Seconds since the reference date.
  let now: Double

  /// What the type of a file says about its relevance.
  private struct TypeFeatures {
    let purpose: DocumentPurpose
    let isMail: Bool

    /// - Parameter tree: The type's identifiers.
    init(_ tree: [String]) {
      purpose = DocumentPurpose(type: tree)
      isMail = tree.contains("public.email-message")
    }
  }

  private struct Scored {
    let reference: DocumentReference
    /// Without the proximity of the words.
    var score: Double
    let placements: WordPlacements
    let placementWeight: Double
    let date: Double

    static func precedes(_ one: Scored, _ other: Scored) -> Bool {
      (other.rounded, other.date, other.reference.document) < (one.rounded, one.date, one.reference.document)
    }

    /// Differences below a millionth are noise of rounding.
    var rounded: Int64 { Int64((score * 1_048_576).rounded()) }
  }

  /// The documents as hits, the best first; those that are gone are left out.
  ///
  /// - Parameter tier: That of the hits. If it is ``RankTier/some``, documents without most of the words are left out.
  /// - Complexity: One row of the catalog for each document.
  func hits(
    _ documents: [TopDocuments.Entry], _ tier: RankTier, from source: RankedSource, in snapshot: borrowing Snapshot
  ) throws(StoreError) -> [RankedHit] {
    var scored = try scores(of: documents, in: try source.references(of: documents.map(\.document)), tier, snapshot)
    scored.sort(by: Scored.precedes)
    let depth = tier == .some ? scored.count : min(parameters.proximityDepth, scored.count)
    let proximities =
      query.words.count > 1 ? try matching.proximities(of: scored[..<depth].map(\.reference.document.rawValue)) : []
    for (index, proximity) in proximities.enumerated() {
      if let proximity { scored[index].score += parameters.proximityWeight * proximity.value(matching.idf) }
      var placements = scored[index].placements
      var wholes = WordPlacements(wordCount: query.words.count)
      for word in query.words.indices {
        if proximity?.has(word) ?? false { placements.raise(word, to: parameters.textPlacement) }
        if placements.values[word] >= parameters.folderPlacement || proximity?.hasWhole(word) ?? false { wholes.raise(word, to: 1) }
      }
      let gain = placements.mean(matching.idf) - scored[index].placements.mean(matching.idf)
      scored[index].score += scored[index].placementWeight * gain + parameters.wholeWordsWeight * wholes.mean(matching.idf)
      guard tier == .some else { continue }
      let share = placements.share(matching.idf)
      guard share >= parameters.minimumShare else {
        scored[index].score = -.infinity
        continue
      }
      scored[index].score += parameters.shareWeight * share
    }
    scored.removeAll { $0.score == -.infinity }
    scored.sort(by: Scored.precedes)
    return scored.map { RankedHit(reference: $0.reference, score: $0.rounded, tier: tier) }
  }

  private func scores(
    of documents: [TopDocuments.Entry], in references: [DocumentReference?], _ tier: RankTier, _ snapshot: borrowing Snapshot
  ) throws(StoreError) -> [Scored] {
    let greatest = logarithm(1 + Double(documents.reduce(Float(0)) { max($0, $1.score) }))
    let finder = WordFinder(query)
    let pattern = RankedTitles.Pattern(query)
    var folders = try RelevanceFolders(finder, parameters, snapshot)
    var types: [TypeID: TypeFeatures] = [:]
    var scored: [Scored] = []
    scored.reserveCapacity(documents.count)
    try snapshot.withView { view throws(StoreError) in
      var rows = try DocumentRows(snapshot)
      // Rows are read in the order of keys, which is faster.
      let order = zip(references, documents).compactMap { reference, document in reference.map { ($0, document.score) } }
        .sorted { $0.0 < $1.0 }
      try folders.lookUp(order.map(\.0.directory))
      for (reference, text) in order {
        guard try rows.withRow(of: reference, in: snapshot, { view.look(at: $0) }) != nil else { continue }
        let folder = try folders.features(of: reference.directory)
        if types[view.type] == nil { types[view.type] = TypeFeatures(view.content == .files ? try view.typeTree() : []) }
        let type = types[view.type]
        var names = WordPlacements(wordCount: query.words.count)
        var others = folder.placements
        var titles = RankedTitles()
        try view.forEachRankedText { field, text throws(StoreError) in
          // The subject is the title of mail.
          let isTitle = field.isTitle || field == .description && type?.isMail ?? false
          var found = WordPlacements(wordCount: query.words.count)
          finder.forEachMatch(in: text.utf8.span) { word, match in
            let placement = finder.placement(match, of: word, parameters)
            found.raise(word, to: isTitle ? placement : placement * parameters.attributePlacement / parameters.wholeNamePlacement)
          }
          guard isTitle else { return others.raise(to: found) }
          names.raise(to: found)
          // How much of a name the query covers counts if this name has all words.
          if found.areWhole(parameters) { titles.compare(text, of: field, with: pattern) }
        }
        var placements = names
        placements.raise(to: others)
        let leastPlacement = placements.values.min() ?? 0
        // What every hit has, and stands nowhere else, is in the text or in another attribute.
        if tier != .some { for word in query.words.indices { placements.raise(word, to: parameters.textPlacement) } }
        var isForProgram = false
        if view.content == .files {
          let name = view.name
          isForProgram = [folder.purpose, type?.purpose, DocumentPurpose(name: name.span)].contains(.program)
        }
        let placementWeight = isForProgram ? parameters.programPlacementWeight : parameters.placementWeight
        var score = placementWeight * placements.mean(matching.idf)
        let textWeight = isForProgram ? parameters.programTextWeight : parameters.textWeight
        if greatest > 0 { score += textWeight * logarithm(1 + Double(text)) / greatest }
        score += placementWeight / parameters.placementWeight * parameters.leastPlacementWeight * leastPlacement
        score += parameters.exactnessWeight * titles.coverage * titles.coverage
        let date = try view.latestDate()
        score += parameters.recencyWeight * power(0.5, max(0, ((now - date) / 86_400).rounded(.down)) / parameters.recencyHalfLife)
        if view.content == .items { score += parameters.hintWeight * (try view.rankingHint()) }
        score += parameters.engagementWeight * min(max(boosts[reference.document] ?? 0, 0), 1)
        scored.append(
          Scored(reference: reference, score: score, placements: placements, placementWeight: placementWeight, date: date))
      }
    }
    return scored
  }
}

extension RankedTitles {
  fileprivate mutating func compare(_ text: String, of field: RankedField, with pattern: Pattern) {
    if field == .name { compare(name: text.utf8.span, with: pattern) } else { compare(text.utf8.span, with: pattern) }
  }
}

extension WordPlacements {
  /// The weight of the words that were found, relative to all words.
  fileprivate func share(_ weights: [Float]) -> Double {
    var found = WordPlacements(wordCount: values.count)
    for word in values.indices where values[word] > 0 { found.raise(word, to: 1) }
    return found.mean(weights)
  }
}

extension DocumentView {
  /// The identifiers of the file's type.
  fileprivate func typeTree() throws(StoreError) -> [String] {
    guard case .array(let values)? = try value(of: AttributeKey.contentTypeTree) else { return [] }
    return values.compactMap { if case .string(let identifier) = $0 { identifier } else { nil } }
  }
}
