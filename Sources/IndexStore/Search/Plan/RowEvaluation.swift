// SPDX-License-Identifier: Apache-2.0

internal import QueryLanguage
internal import Synchronization

/// Evaluates chosen rows of the catalog with the reference evaluator: documents that no index
/// decides, and documents that no segment contains yet.
struct RowEvaluation: Sendable {
  let predicate: CompiledPredicate
  let texts: TextMatches

  /// Minimum number of documents for a second thread. Starting one costs as much as evaluating a
  /// few dozen.
  private static let parallelThreshold = 1000
  /// Number of documents that a thread takes at a time.
  private static let batchSize = 128

  /// The documents that match. Documents without a row do not match.
  ///
  /// - Parameters:
  ///   - references: In ascending order.
  ///   - limit: Number of matches that are sufficient. More may be returned; the first ones are
  ///     among them.
  /// - Returns: Indices of the matching references, ascending.
  /// - Complexity: 2 µs for each document, divided among as many threads as there are snapshots if
  ///   there are many documents.
  func matches(
    _ references: [DocumentReference], in snapshots: [SharedSnapshot], limit: Int? = nil
  ) throws(StoreError) -> [Int] {
    if references.isEmpty { return [] }
    let some = references.count < Self.parallelThreshold ? Array(snapshots.prefix(1)) : snapshots
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

  /// As ``matches(_:in:limit:)``, on the calling thread.
  func matches(_ references: [DocumentReference], in snapshot: borrowing Snapshot) throws(StoreError) -> [Int] {
    var matches: [Int] = []
    try add(references, references.indices, snapshot, to: &matches)
    return matches
  }

  private func add(
    _ references: [DocumentReference], _ indices: Range<Int>, _ snapshot: borrowing Snapshot, to matches: inout [Int]
  ) throws(StoreError) {
    var found = matches
    matches = []
    try snapshot.withView(texts: texts) { view throws(StoreError) in
      var rows = try DocumentRows(snapshot)
      for index in indices where try rows.withRow(of: references[index], in: snapshot, { view.look(at: $0) }) != nil {
        if try view.matches(predicate) { found.append(index) }
      }
    }
    matches = found
  }

  private final class Progress: Sendable {
    let limit: Int
    let found = Atomic<Int>(0)
    private let taken = Atomic<Int>(0)

    init(limit: Int) { self.limit = limit }

    /// Batches are taken in order and always completed, so the first matches are among those found.
    func take(_ size: Int, of count: Int) -> Range<Int>? {
      guard found.load(ordering: .relaxed) < limit else { return nil }
      let start = taken.add(size, ordering: .relaxed).oldValue
      return start < count ? start..<min(start + size, count) : nil
    }
  }
}

extension DocumentView {
  /// Whether the view's current document matches.
  func matches(_ predicate: CompiledPredicate) throws(StoreError) -> Bool {
    do {
      return try predicate.matches(self)
    } catch {
      // Only the view throws, and only `StoreError`.
      throw error as? StoreError ?? .corrupted(object: "a document", reason: "\(error)")
    }
  }
}
