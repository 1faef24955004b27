// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import CSystem
internal import IndexStore
internal import QueryLanguage
internal import Threading

/// The hits that the asker may see.
extension SystemSearch {
  /// Number of hits in one part of the answer.
  private static let partSize = 256

  /// Number of documents that are read in one snapshot.
  private static let batchSize = 512

  func delivery(ofFileAt path: [UInt8]) throws -> Delivery {
    // The index is not asked about names that the caller may not list.
    guard access.mayList(path.parent) else { return { _ in } }
    let file = try store.read { snapshot throws(StoreError) in
      if let reference = try snapshot.reference(for: path) { try snapshot.matchedFile(reference) } else { MatchedFile?.none }
    }
    let seen = try file.map { try examined([$0], for: .list) } ?? []
    return { try send(seen, $0) }
  }

  func delivery(of predicate: CompiledPredicate, within folders: [[UInt8]]) throws -> Delivery {
    let right = Viewer.Right(predicate.requirements)
    if let order = query.order { return try delivery(of: predicate, within: folders, orderedBy: order, right) }
    guard let limit = query.limit else {
      let files = try store.matchedFiles(predicate, within: folders, orderedBy: nil, limit: nil, for: access.viewer(right))
      return { answer in try forEachBatch(of: files, for: right) { try send($0, answer) } }
    }
    let (seen, _) = try first(limit, for: right, countingThoseFor: right) { count in
      try store.matchedFiles(predicate, within: folders, orderedBy: nil, limit: count, for: access.viewer(right))
    }
    return { try send(seen, $0) }
  }

  /// Finds hits in an order. Those whose place in it the caller may not know come last, like documents without the
  /// attribute.
  private func delivery(
    of predicate: CompiledPredicate, within folders: [[UInt8]], orderedBy order: SearchOrder, _ right: Viewer.Right
  ) throws -> Delivery {
    let orderRight = max(right, Viewer.Right(Requirements(of: order.attribute)))
    let (all, ordered) = (access.viewer(right), access.viewer(orderRight))
    func unordered(_ limit: Int?) throws -> [MatchedFile] {
      guard all != nil, orderRight > right else { return [] }
      return try store.matchedFiles(predicate, within: folders, orderedBy: nil, limit: limit, for: all, butNotFor: ordered)
    }
    func byPath(_ seen: [Seen]) -> [Seen] { seen.sorted { $0.hit.path.lexicographicallyPrecedes($1.hit.path) } }
    guard let limit = query.limit else {
      let files = try store.matchedFiles(predicate, within: folders, orderedBy: order, limit: nil, for: ordered)
      let others = try unordered(nil)
      return { answer in
        // The kernel may know more than the index.
        var rest: [Seen] = []
        try forEachBatch(of: files, for: right) { seen in
          try send(seen.filter { $0.isSeen(with: orderRight) }, answer)
          rest += seen.filter { !$0.isSeen(with: orderRight) }
        }
        try forEachBatch(of: others, for: right) { rest += $0 }
        try send(byPath(rest), answer)
      }
    }
    let (seen, others) = try first(limit, for: right, countingThoseFor: orderRight) { count in
      try store.matchedFiles(predicate, within: folders, orderedBy: order, limit: count, for: ordered)
    }
    let missing = limit - seen.count
    // The first ones by their paths can be any of them.
    let rest = missing > 0 ? others + (try examined(unordered(nil)[...], for: right)) : []
    return { try send(seen + byPath(rest).prefix(missing), $0) }
  }

  /// The first files that the caller may see.
  ///
  /// - Parameters:
  ///   - counted: Which of the files that the caller may see are wanted.
  ///   - search: Finds files up to a limit.
  /// - Returns: The wanted files up to the limit; and other files before them that the caller may see.
  private func first(
    _ limit: Int, for right: Viewer.Right, countingThoseFor counted: Viewer.Right, _ search: (Int) throws -> [MatchedFile]
  ) throws -> (wanted: [Seen], others: [Seen]) {
    // The kernel may hide some.
    var count = max(limit, limit &+ 64)
    while true {
      let files = try search(count)
      let seen = try examined(files[...], for: right)
      let wanted = seen.filter { $0.isSeen(with: counted) }
      if wanted.count >= limit || files.count < count {
        return (Array(wanted.prefix(limit)), seen.filter { !$0.isSeen(with: counted) })
      }
      count = count > .max / 4 ? .max : count * 4
    }
  }

  /// Finds the best files for words, so that nothing follows from the answer about the words of hidden files:
  /// no document counts for another one, neither by how often a word occurs, nor by whether it occurs at
  /// all, nor by a place that it takes.
  func delivery(of words: RankedQuery, where filter: CompiledPredicate?, within folders: [[UInt8]]) throws -> Delivery {
    let documents = try store.read { snapshot throws(StoreError) in try snapshot.counts().documents }
    var parameters = RankingParameters()
    (parameters.weighsFrequencies, parameters.correctsSpelling, parameters.findsRelated) = (false, false, false)
    let enough = parameters.sufficientHits
    (parameters.sufficientHits, parameters.rescoringDepth) = (.max, documents)
    let found = try store.rankedFiles(
      words, limit: documents, where: filter, within: folders, for: access.viewer(.read), parameters: parameters)
    let limit = query.limit ?? 100
    var seen = try firstVisible(limit, of: found.filter { $0.hit.tier != .some }.map(\.file))
    if seen.count < min(limit, enough) {
      seen += try firstVisible(limit - seen.count, of: found.filter { $0.hit.tier == .some }.map(\.file))
    }
    let partial = Set(found.lazy.filter { $0.hit.tier == .some }.map(\.hit.reference))
    let passages = query.wantsPassages ? PassageFinder(words) : nil
    return { [seen] answer in
      let hits = try examined(seen[...], for: .read, passages).map { seen in
        var seen = seen
        seen.hit.isPartial = partial.contains(seen.file.reference)
        return seen
      }
      try send(hits, answer)
    }
  }

  private func firstVisible(_ limit: Int, of files: [MatchedFile]) throws -> [MatchedFile] {
    var (seen, start): ([MatchedFile], Int) = ([], 0)
    // The kernel hides few of them.
    var count = min(max(limit, 16), Self.batchSize)
    while start < files.count, seen.count < limit {
      let end = min(start + count, files.count)
      seen += try examined(files[start..<end], for: .read).map(\.file)
      (start, count) = (end, Self.batchSize)
    }
    return Array(seen.prefix(limit))
  }

  private func forEachBatch(of files: [MatchedFile], for right: Viewer.Right, _ body: ([Seen]) throws -> Void) throws {
    for start in stride(from: 0, to: files.count, by: Self.batchSize) {
      try body(examined(files[start..<min(start + Self.batchSize, files.count)], for: right))
    }
  }

  /// A file that the caller may see.
  private struct Seen {
    let file: MatchedFile
    var hit: SystemHit
    let visibility: FileAccess.Visibility

    func isSeen(with right: Viewer.Right) -> Bool { visibility >= right.visibility(of: hit.kind) }
  }

  /// The hits that the caller may see. What is sent of a document, what it matched with, and what decides
  /// about it belong to the same state of its file.
  private func examined(
    _ files: ArraySlice<MatchedFile>, for right: Viewer.Right, _ passages: PassageFinder? = nil
  ) throws -> [Seen] {
    var (hits, candidates): ([(file: MatchedFile, hit: SystemHit)], [FileAccess.Candidate]) = ([], [])
    try store.read { [query] snapshot throws(StoreError) in
      for file in files {
        guard let now = try snapshot.matchedFile(file.reference), now.status.identity == file.status.identity,
          let path = try snapshot.path(of: file.reference)
        else { continue }
        let status = now.status
        var hit = SystemHit(path: path, kind: status.kind, mode: status.mode)
        switch query.attributes {
        case .named(let names):
          let values = try snapshot.values(of: names, for: file.reference) ?? []
          hit.values = names.indices.map { $0 < values.count ? values[$0] ?? .null : .null }
        case .shown:
          let shown = try snapshot.shownAttributes(of: file.reference) ?? []
          (hit.names, hit.values) = (shown.map(\.name), shown.map(\.value))
        }
        hit.passage = try passages?.passage(of: file.reference.document, in: snapshot)
        hits.append((file, hit))
        let isCurrent = status.changed == file.status.changed && file.content != .pending && now.content != .pending
        candidates.append(
          FileAccess.Candidate(
            path: path, status: status, isCurrent: isCurrent || status.kind == .directory,
            filesystem: try snapshot.filesystem(ofFile: file.reference)))
      }
    }
    var seen: [Seen] = []
    for (found, visibility) in zip(hits, access.visibilities(of: candidates)) where visibility >= right.visibility(of: found.hit.kind) {
      let hit = visibility == .readable ? found.hit : withoutContents(found.hit)
      seen.append(Seen(file: found.file, hit: hit, visibility: visibility))
    }
    return seen
  }

  /// What is seen of a file that can only be listed.
  private func withoutContents(_ hit: SystemHit) -> SystemHit {
    var hit = hit
    let names = if case .named(let names) = query.attributes { names } else { hit.names }
    let isShown = names.map { Viewer.Right(Requirements(of: $0)).visibility(of: hit.kind) != .readable }
    if hit.names.isEmpty {
      for index in names.indices where !isShown[index] { hit.values[index] = .null }
    } else {
      // Which attributes a file has tells about its content.
      hit.names = names.indices.filter { isShown[$0] }.map { names[$0] }
      hit.values = names.indices.filter { isShown[$0] }.map { hit.values[$0] }
    }
    hit.passage = nil
    return hit
  }

  private func send(_ seen: [Seen], _ answer: AnswerStream) throws(ConnectionError) {
    let hits = seen.map(\.hit)
    for start in stride(from: 0, to: hits.count, by: Self.partSize) {
      try answer.send(.hits(Array(hits[start..<min(start + Self.partSize, hits.count)])))
    }
  }
}

extension Viewer.Right {
  /// What a caller must be allowed to do to find documents by some data.
  fileprivate init(_ requirements: Requirements) {
    let needsReading = !requirements.isDisjoint(with: [.types, .attributes, .text])
    // The status of a folder includes the number of its entries.
    self = needsReading ? .read : requirements.contains(.status) ? .listAndReadFolders : .list
  }

  /// How visible a document must be.
  fileprivate func visibility(of kind: FileStatus.Kind) -> FileAccess.Visibility {
    switch self {
    case .list: .listed
    case .listAndReadFolders: kind == .directory ? .readable : .listed
    case .read: .readable
    }
  }
}
