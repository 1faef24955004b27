// SPDX-License-Identifier: Apache-2.0

internal import QueryLanguage
internal import Segments
internal import Synchronization

/// Answers a query by evaluating every document of the catalog.
///
/// Useful for predicates that no index decides for most documents, and while segments are damaged.
/// Cost for each processor: 0.2 µs a document for names, status and types, 1 µs with attributes.
struct Scan: Sendable {
  let predicate: CompiledPredicate
  let texts: TextMatches
  /// Documents that do not match, ascending.
  let hidden: [UInt64]
  /// Only these match; `nil` for all.
  let visible: DocumentIDSet?
  /// Number of matches after which the scan stops.
  let limit: Int

  /// State shared by the threads.
  private final class Progress: Sendable {
    /// The first batch that no thread has taken.
    let nextBatch = Atomic<Int>(0)
    let found = Atomic<Int>(0)
  }

  /// Number of documents that a thread takes at a time.
  private static let batchSize = 256

  /// - Returns: The matching documents in the order of references; if there are more than the
  ///   limit, the first ones.
  func matches(in snapshots: [SharedSnapshot]) throws(StoreError) -> [DocumentReference] {
    let progress = Progress()
    var matches = try SharedSnapshot.concurrently(snapshots) { snapshot throws(StoreError) in
      try run(snapshot, progress)
    }
    if snapshots.count > 1 { matches.sort() }
    if matches.count > limit { matches.removeSubrange(limit...) }
    return matches
  }

  private func run(_ snapshot: borrowing Snapshot, _ progress: Progress) throws(StoreError) -> [DocumentReference] {
    var matches: [DocumentReference] = []
    var passed = 0
    var mine = progress.nextBatch.add(1, ordering: .relaxed).oldValue
    try snapshot.withView(texts: texts) { view throws(StoreError) in
      try snapshot.forEachDocument(
        where: {
          let batch = passed / Self.batchSize
          passed += 1
          // Batches are taken in order and always completed, so the first matches are among those
          // found.
          if batch > mine, progress.found.load(ordering: .relaxed) < limit {
            mine = progress.nextBatch.add(1, ordering: .relaxed).oldValue
          }
          return batch >= mine
        }
      ) { row throws(StoreError) in
        guard (passed - 1) / Self.batchSize == mine else { return false }
        guard hidden.isEmpty || !hidden.containsAscending(row.reference.document.rawValue) else { return true }
        guard visible?.contains(row.reference.document.rawValue) ?? true else { return true }
        view.look(at: row)
        guard try view.matches(predicate) else { return true }
        matches.append(row.reference)
        progress.found.add(1, ordering: .relaxed)
        return true
      }
    }
    return matches
  }
}
