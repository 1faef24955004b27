// SPDX-License-Identifier: Apache-2.0

internal import Segments
internal import Threading

/// The documents that matched, in the order of references unless the request has another order.
///
/// Up to a few thousand hits are stored with their paths. Of more, only the documents are stored;
/// their names and paths are read in batches while the results are iterated. Each batch uses a
/// snapshot of its own that is closed before the batch is passed on. A slow caller therefore holds
/// no snapshot, and memory does not grow with the number of paths. A document whose directory was
/// removed meanwhile is left out; if its directory was renamed, it has the new path.
package struct SearchResults: Sendable {
  /// Number of documents that matched.
  package let count: Int
  private let content: Content

  private enum Content: Sendable {
    case batch(HitBatch)
    case windows(FoundDocuments, [Range<DocumentReference>], isIdentified: Bool, limit: Int, Source)
    case list([DocumentReference], Source)
  }

  /// Where the names and paths of a batch are read.
  private struct Source: Sendable {
    let store: Store
    let lease: GenerationLease

    /// Reads a batch in a snapshot of its own.
    func batch(_ body: (borrowing Snapshot) throws(StoreError) -> HitBatch) throws(StoreError) -> HitBatch {
      try store.reportingDamageOfCatalog { () throws(StoreError) in try body(try Snapshot(lease)) }
    }
  }

  /// How hits are divided into batches.
  struct BatchSize {
    /// Up to this many hits are read at once by one thread; more are divided among threads.
    var minimum = 4096
    /// Maximum number of hits in a batch, which then takes about 1 MB.
    var maximum = 8192

    func size(for count: Int, threads: Int) -> Int { min(max(count / (2 * threads), minimum, 1), maximum) }
  }

  init() { (count, content) = (0, .batch(HitBatch())) }

  /// - Parameters:
  ///   - isIdentified: Whether references are needed. For paths only, fewer blocks of segments are
  ///     read.
  ///   - snapshot: The snapshot in which `found` was found.
  init(
    _ found: FoundDocuments, isIdentified: Bool, limit: Int?, _ snapshot: borrowing Snapshot, of store: Store,
    batches: BatchSize = BatchSize()
  ) throws(StoreError) {
    let limit = limit ?? .max
    if found.count <= batches.minimum {
      let batch = try HitBatch(found, isIdentified: isIdentified, limit: limit, snapshot)
      (count, content) = (batch.count, .batch(batch))
      return
    }
    count = min(found.count, limit)
    let size = batches.size(for: count, threads: Parallel.threadCount)
    let windows = try found.windows(of: size, limit: limit, directoryCount: Int(try snapshot.counters().nextDirectory))
    content = .windows(found, windows, isIdentified: isIdentified, limit: limit, Source(store: store, lease: snapshot.lease))
  }

  /// Documents in the given order.
  init(_ references: [DocumentReference], _ lease: GenerationLease, of store: Store) {
    (count, content) = (references.count, .list(references, Source(store: store, lease: lease)))
  }

  package var isEmpty: Bool { count == 0 }

  /// Calls `body` with batches of some thousand hits, in order. Several threads prepare them.
  package func forEachBatch(_ body: (HitBatch) throws(StoreError) -> Void) throws(StoreError) {
    switch content {
    case .batch(let batch):
      if !batch.isEmpty { try body(batch) }
    case .windows(let found, let windows, let isIdentified, let limit, let source):
      var rest = limit
      try Parallel.forEachInOrder(windows.count, threads: Parallel.threadCount) { index throws(StoreError) in
        // Only the last window has more hits than needed.
        try source.batch { snapshot throws(StoreError) in
          try HitBatch(found, in: windows[index], isIdentified: isIdentified, limit: limit, snapshot)
        }
      } body: { batch throws(StoreError) in
        let wanted = batch.count > rest ? HitBatch(prefix: rest, of: batch) : batch
        rest -= wanted.count
        if !wanted.isEmpty { try body(wanted) }
      }
    case .list(let references, let source):
      let size = BatchSize().maximum
      for start in stride(from: 0, to: references.count, by: size) {
        let some = references[start..<min(start + size, references.count)]
        try body(try source.batch { snapshot throws(StoreError) in try HitBatch(some, snapshot) })
      }
    }
  }

  /// All hits; each takes about a hundred bytes.
  package func hits() throws(StoreError) -> [SearchHit] {
    var hits: [SearchHit] = []
    hits.reserveCapacity(count)
    try forEachBatch { batch in hits.append(contentsOf: batch) }
    return hits
  }

  /// All references. Reads no names or paths.
  package func references() throws(StoreError) -> [DocumentReference] {
    switch content {
    case .batch(let batch): Array(batch.references)
    case .windows(let found, _, _, let limit, _): Array(try found.references().prefix(limit))
    case .list(let references, _): references
    }
  }

  /// The first references, some thousand at most, without the work for the others.
  package func firstReferences() throws(StoreError) -> [DocumentReference] {
    guard case .windows(let found, let windows, _, let limit, _) = content, let first = windows.first else { return try references() }
    return Array(try found.references(in: first).prefix(limit))
  }

  /// The references that follow the `count` ones of ``firstReferences()``.
  package func references(after count: Int) throws(StoreError) -> [DocumentReference] {
    guard case .windows(let found, let windows, _, let limit, _) = content, let first = windows.first, let last = windows.last else {
      return []
    }
    if windows.count == 1 { return [] }
    return Array(try found.references(in: first.upperBound..<last.upperBound).prefix(limit - count))
  }
}
