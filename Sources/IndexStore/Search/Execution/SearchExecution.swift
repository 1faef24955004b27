// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import QueryLanguage
internal import Segments
internal import Threading

/// Answers one request from one commit of the catalog and the segments that it lists.
///
/// 1. The plan says where segments have the answer to each comparison (``Planner``).
/// 2. Each attributes segment gives ``Bounds``: documents that match, and undecided ones
///    (``SegmentEvaluation``). The text layer is searched only if a segment needs it.
///    If only some documents count, each step of the evaluation is confined to these.
/// 3. Documents that are detached, hidden or outside the scope are removed (``DirectoryResolver``).
/// 4. Undecided documents, and those that no segment contains yet, are evaluated
///    (``RowEvaluation``). If most documents are undecided or a segment of the attributes layer is
///    damaged, all documents are evaluated instead (``Scan``).
/// 5. If the request has an order, the documents are sorted (``SortedDocuments``).
/// 6. Paths are built when the results are read (``SearchResults``).
struct SearchExecution {
  let request: SearchRequest
  let store: Store
  /// All of the same commit.
  let snapshots: [SharedSnapshot]
  /// A segment that was missing already in an earlier snapshot. If it is still listed, it is lost
  /// and not merged.
  let missing: String?

  private var isCounting: Bool { request.goal == .count }

  func run() throws(StoreError) -> SearchAnswer { try run(snapshots[0].snapshot) }

  private func run(_ snapshot: borrowing Snapshot) throws(StoreError) -> SearchAnswer {
    let scope = try request.paths.isEmpty ? nil : snapshot.scope(of: request.paths)
    if let scope, scope.isEmpty, !request.isExplained { return SearchAnswer() }
    let start = ContinuousClock.now
    let hidden = try snapshot.hiddenDocuments(at: store.clock())
    let (set, isWhole) = try openSegments(snapshot, hiding: hidden)
    let texts = TextMatches(set.text)
    var planner = Planner()
    let plan = try planner.plan(request.predicate.root, snapshot)
    var report = SearchReport(plan: plan, segments: set, start: start)
    let isFiltered = if scope != nil { true } else { try snapshot.hasInvisibleDirectories() }
    var folders = try DirectoryResolver(snapshot, scope: scope, keepingPaths: false)

    if isWhole {
      do throws(StoreError) {
        if let found = try found(by: plan, in: set, texts: texts, isFiltered: isFiltered, resolving: &folders, &report) {
          return try answer(found, snapshot, &report)
        }
      } catch {
        guard let path = error.damagedSegment(missing: missing) else { throw error }
        Store.reportDamage(of: path)
        // Texts are only in the text layer, so no other source can replace a damaged segment of it.
        if texts.isOwn(path, in: store.path) { throw error }
        report.undecided = 0
      }
    }
    let matches = try scan(texts, isFiltered: isFiltered, hiding: hidden, resolving: &folders, &report)
    return try answer(FoundDocuments(others: matches), snapshot, &report)
  }

  private func answer(
    _ found: FoundDocuments, _ snapshot: borrowing Snapshot, _ report: inout SearchReport
  ) throws(StoreError) -> SearchAnswer {
    if request.goal == .documents { return SearchAnswer(count: found.count, documents: found) }
    let results = isCounting ? SearchResults() : try results(found, snapshot)
    let count = isCounting ? found.count : results.count
    return SearchAnswer(results: results, count: count, explanation: request.isExplained ? report.explanation(hits: count) : nil)
  }

  private func results(_ found: FoundDocuments, _ snapshot: borrowing Snapshot) throws(StoreError) -> SearchResults {
    guard let order = request.order else {
      return try SearchResults(
        found, isIdentified: request.goal != .paths, limit: request.limit, snapshot, of: store, batches: request.batches)
    }
    return SearchResults(try found.references(orderedBy: order, limit: request.limit, snapshot), snapshot.lease, of: store)
  }

  // MARK: Segments

  /// - Returns: The segments, and whether the attributes layer could be opened. Without it, all
  ///   documents are evaluated.
  private func openSegments(
    _ snapshot: borrowing Snapshot, hiding hidden: [UInt64]
  ) throws(StoreError) -> (set: SegmentSet, isWhole: Bool) {
    let layers: [SegmentLayer] = request.predicate.requirements.contains(.text) ? [.attributes, .text] : [.attributes]
    do throws(StoreError) {
      return (try confined(try snapshot.segmentSet(of: layers, hiding: hidden)), true)
    } catch {
      guard let path = error.damagedSegment(missing: missing) else { throw error }
      Store.reportDamage(of: path)
      let damaged = try snapshot.segmentRecords().first { $0.id.path(in: store.path) == path }
      guard damaged?.layer == .attributes else { throw error }
      return (try confined(try snapshot.segmentSet(of: layers.filter { $0 != .attributes }, hiding: hidden)), false)
    }
  }

  private func confined(_ set: SegmentSet) throws(StoreError) -> SegmentSet {
    var set = set
    if let visible = request.visible { try set.confine(to: visible) }
    return set
  }

  // MARK: Answers

  /// Whether a scan of all documents is faster than evaluating the undecided ones singly.
  private static func isWorthScan(_ undecided: Int, _ set: SegmentSet) -> Bool {
    undecided > 2000 && undecided > set.attributes.reduce(0) { $0 + $1.live.count } / 4
  }

  /// The documents that match according to the segments and the evaluation of some rows.
  ///
  /// - Returns: `nil` when evaluating all documents is less work.
  private func found(
    by plan: PlanNode, in set: SegmentSet, texts: TextMatches, isFiltered: Bool, resolving directories: inout DirectoryResolver,
    _ report: inout SearchReport
  ) throws(StoreError) -> FoundDocuments? {
    var bounds = try evaluate(plan, set.attributes, texts)
    if isFiltered {
      for (index, segment) in set.attributes.enumerated() { bounds[index] = try restrict(bounds[index], of: segment, to: &directories) }
    }
    report.undecided = bounds.reduce(0) { $0 + $1.undecided.count }
    if Self.isWorthScan(report.undecided, set) { return nil }
    var found = bounds.map(\.certain)
    try confirm(bounds, in: set, texts: texts, into: &found)
    report.confirmed = zip(found, bounds).reduce(0) { $0 + $1.0.count - $1.1.certain.count }
    var pending: [DocumentReference] = []
    for match in try rows(set.pending.references, texts).matches(set.pending.references, in: snapshots) {
      let reference = set.pending.references[match]
      if !isFiltered { pending.append(reference) } else if try directories.sees(reference) { pending.append(reference) }
    }
    return FoundDocuments(zip(set.attributes, found).map { FoundDocuments.Part(reader: $0.reader, ordinals: $1) }, others: pending)
  }

  /// Number of documents in segments above which most lookups take longer than starting a thread.
  private static let parallelThreshold = 200_000

  /// What each segment knows.
  private func evaluate(
    _ plan: PlanNode, _ segments: [LiveSegment], _ texts: TextMatches
  ) throws(StoreError) -> [Bounds] {
    if case .lookup(.names(let pattern)) = plan.step, !request.isExplained {
      return try NameQuery.bounds(of: pattern, in: segments, threads: snapshots.count)
    }
    let documentCount = segments.reduce(1) { $0 + $1.reader.documentCount }
    // The findings in the plan are not synchronized, so an explained search uses one thread.
    let (isTimed, threads) = (request.isExplained, request.isExplained ? 1 : snapshots.count)
    // Large segments first, so that threads that finish early can work on the small ones.
    let order = segments.indices.sorted { segments[$0].reader.documentCount > segments[$1].reader.documentCount }
    let isLong = documentCount > Self.parallelThreshold
    let found = try Parallel.map(order.count, threads: threads, isLong: isLong) { position throws(StoreError) in
      let segment = segments[order[position]]
      let share = Double(segment.reader.documentCount) / Double(documentCount)
      return try SegmentEvaluation(
        segment, texts, share: share, threads: threads, isTimed: isTimed, isConfined: request.visible != nil
      ).bounds(plan)
    }
    var bounds = found
    for (position, index) in order.enumerated() { bounds[index] = found[position] }
    return bounds
  }

  /// Adds the undecided documents that match to `found`.
  private func confirm(
    _ bounds: [Bounds], in set: SegmentSet, texts: TextMatches, into found: inout [OrdinalSet]
  ) throws(StoreError) {
    var undecided: [(reference: DocumentReference, segment: Int, ordinal: UInt32)] = []
    for (index, segment) in set.attributes.enumerated() where !bounds[index].undecided.isEmpty {
      let reader = segment.reader
      var next = undecided.count
      try translatingSegmentErrors { () throws(SegmentError) in
        try reader.forEachDocumentID(of: bounds[index].undecided) { ordinal, document in
          undecided.append((DocumentReference(directory: .nowhere, document: DocumentID(rawValue: document)), index, ordinal))
        }
        try reader.forEachDirectoryID(of: bounds[index].undecided) { _, directory in
          let id = DirectoryID(rawValue: UInt32(truncatingIfNeeded: directory))
          undecided[next].reference = DocumentReference(directory: id, document: undecided[next].reference.document)
          next += 1
        }
      }
    }
    if undecided.isEmpty { return }
    undecided.sort { $0.reference < $1.reference }
    var confirmed = [[UInt32]](repeating: [], count: bounds.count)
    let references = undecided.map(\.reference)
    for match in try rows(references, texts).matches(references, in: snapshots, limit: request.sufficient) {
      confirmed[undecided[match].segment].append(undecided[match].ordinal)
    }
    for (index, ordinals) in confirmed.enumerated() where !ordinals.isEmpty {
      let set = OrdinalSet(universe: found[index].universe, ascending: ordinals.sorted())
      found[index] = found[index].union(set)
    }
  }

  /// Maximum number of documents whose texts are searched separately. For more, it is faster to
  /// search all texts.
  private static let maximumTextsReadSingly = 1000

  /// An evaluation of some documents.
  private func rows(_ references: [DocumentReference], _ texts: TextMatches) throws(StoreError) -> RowEvaluation {
    var texts = texts
    if !references.isEmpty, references.count <= Self.maximumTextsReadSingly, request.predicate.requirements.contains(.text) {
      texts = try texts.narrowed(to: references.map(\.document.rawValue).sorted())
    }
    return RowEvaluation(predicate: request.predicate, texts: texts)
  }

  private func scan(
    _ texts: TextMatches, isFiltered: Bool, hiding hidden: [UInt64], resolving directories: inout DirectoryResolver,
    _ report: inout SearchReport
  ) throws(StoreError) -> [DocumentReference] {
    report.isScan = true
    let limit = isFiltered ? nil : request.sufficient
    let scan = Scan(predicate: request.predicate, texts: texts, hidden: hidden, visible: request.visible, limit: limit ?? .max)
    let matches = try scan.matches(in: snapshots)
    guard isFiltered else { return matches }
    var visible: [DocumentReference] = []
    for match in matches where try directories.sees(match) { visible.append(match) }
    return visible
  }

  // MARK: Folders

  /// Removes documents that are detached, hidden or outside the scope.
  private func restrict(
    _ bounds: Bounds, of segment: LiveSegment, to folders: inout DirectoryResolver
  ) throws(StoreError) -> Bounds {
    let candidates = bounds.candidates
    if candidates.isEmpty { return bounds }
    let reader = segment.reader
    // Directories are resolved before the documents, each once and in ascending order.
    var wanted = [UInt64](repeating: 0, count: (folders.directoryCount + 63) / 64)
    try translatingSegmentErrors { () throws(SegmentError) in
      try reader.forEachDirectoryID(of: candidates) { _, directory in
        let word = Int(truncatingIfNeeded: directory >> 6)
        if word < wanted.count { wanted[word] |= 1 << (directory & 63) }
      }
    }
    try folders.lookUp(wanted)
    let seen = try translatingSegmentErrors { () throws(SegmentError) in
      var seen: [UInt32] = []
      try reader.forEachDirectoryID(of: candidates) { ordinal, directory throws(SegmentError) in
        let directory = UInt32(truncatingIfNeeded: directory)
        let location = folders.known(directory)
        guard location.isVisible else { return }
        if location.isInScope {
          seen.append(ordinal)
        } else if folders.mayHaveDocumentInScope(directory) {
          let document = try reader.documentID(of: ordinal)
          if folders.isInScope(directory, document) { seen.append(ordinal) }
        }
      }
      return OrdinalSet(universe: reader.documentCount, ascending: seen)
    }
    return bounds.intersection(seen)
  }
}
