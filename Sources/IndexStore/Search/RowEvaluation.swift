internal import QueryLanguage
internal import Synchronization

/// The reference evaluator on chosen rows of the catalog: for what no index decides, and for documents that no segment has yet.
struct RowEvaluation: Sendable {
  let predicate: CompiledPredicate
  let texts: TextMatches

  /// So many documents are worth a second thread: starting one costs as much as evaluating some tens.
  private static let worthThreads = 1000
  /// Documents that a thread takes at a time.
  private static let batchSize = 128

  /// Which of some documents match; those without a row do not.
  ///
  /// - Parameter references: Ascending.
  /// - Parameter limit: The first so many are enough; there may be more.
  /// - Returns: Their places among the references, ascending.
  /// - Complexity: 2 µs a document, shared by as many threads as there are snapshots when there are many.
  func matches(
    _ references: [DocumentReference], in snapshots: [SharedSnapshot], limit: Int? = nil
  ) throws(StoreError) -> [Int] {
    if references.isEmpty { return [] }
    let some = references.count < Self.worthThreads ? Array(snapshots.prefix(1)) : snapshots
    let progress = Progress(limit: limit ?? .max)
    var matches = try SharedSnapshot.concurrently(some) { snapshot throws(StoreError) in
      var matches: [Int] = []
      while let batch = progress.take(Self.batchSize, of: references.count) {
        let before = matches.count
        try add(references, batch, snapshot, to: &matches)
        progress.found.add(matches.count - before, ordering: .relaxed)
      }
      return matches
    }
    if some.count > 1 { matches.sort() }
    return matches
  }

  /// As ``matches(_:in:limit:)``, on the caller's thread.
  func matches(_ references: [DocumentReference], in snapshot: borrowing Snapshot) throws(StoreError) -> [Int] {
    var matches: [Int] = []
    try add(references, references.indices, snapshot, to: &matches)
    return matches
  }

  private func add(
    _ references: [DocumentReference], _ places: Range<Int>, _ snapshot: borrowing Snapshot, to matches: inout [Int]
  ) throws(StoreError) {
    var found = matches
    matches = []
    try snapshot.withView(texts: texts) { view throws(StoreError) in
      var rows = try DocumentRows(snapshot)
      for place in places where try rows.withRow(of: references[place], { view.look(at: $0) }) != nil {
        if try view.matches(predicate) { found.append(place) }
      }
    }
    matches = found
  }

  private final class Progress: Sendable {
    let limit: Int
    let found = Atomic<Int>(0)
    private let taken = Atomic<Int>(0)

    init(limit: Int) { self.limit = limit }

    /// Batches are taken in their order, and each is finished: what is found first comes first.
    func take(_ size: Int, of count: Int) -> Range<Int>? {
      guard found.load(ordering: .relaxed) < limit else { return nil }
      let start = taken.add(size, ordering: .relaxed).oldValue
      return start < count ? start..<min(start + size, count) : nil
    }
  }
}

extension DocumentView {
  /// Whether the document that the view is turned to matches.
  func matches(_ predicate: CompiledPredicate) throws(StoreError) -> Bool {
    do {
      return try predicate.matches(self)
    } catch {
      // Only the view throws, and only this.
      throw error as? StoreError ?? .corrupted(object: "a document", reason: "\(error)")
    }
  }
}
