// SPDX-License-Identifier: Apache-2.0

internal import Segments

/// Some hits of a search, in order. It is complete: reading it needs no snapshot.
///
/// A hit takes 24 bytes and its name; each directory's path is stored once. Paths of hits are built
/// when they are read.
@safe
package struct HitBatch: Sendable {
  private let hits: [Hit]
  private let names: ByteArena
  private let paths: ResolvedPaths
  /// Whether the hits have their DocumentIDs.
  private let isIdentified: Bool

  /// A document that is being added to a batch.
  struct Hit: Sendable {
    var document: UInt64 = 0
    /// The range of the name: its offset, shifted left by 16, and its length. The hit's rank until
    /// the name is known.
    private var code: UInt64
    var directory: UInt32
    /// The index of the directory's path in the batch's paths.
    var pathIndex: UInt32 = 0

    init(_ reference: DocumentReference, rank: Int) {
      self.init(in: UInt64(reference.directory.rawValue), rank: rank)
      document = reference.document.rawValue
    }

    /// A document of a directory; its DocumentID is set later.
    init(in directory: UInt64, rank: Int) {
      self.directory = UInt32(truncatingIfNeeded: directory)
      code = UInt64(rank)
    }

    /// The index among all found documents. Valid until ``name`` is set.
    var rank: Int { Int(code) }

    var name: Range<Int> {
      get { Int(code >> 16)..<Int(code >> 16 + code & 0xFFFF) }
      set { code = UInt64(newValue.lowerBound) << 16 | UInt64(newValue.count) }
    }

    var reference: DocumentReference {
      DocumentReference(directory: DirectoryID(rawValue: directory), document: DocumentID(rawValue: document))
    }
  }

  init() { (hits, names, paths, isIdentified) = ([], ByteArena(), ResolvedPaths(), true) }

  /// The documents of a window, or all documents if it is `nil`, in the order of references.
  ///
  /// - Parameters:
  ///   - isIdentified: Whether references are needed, or only paths.
  ///   - limit: Maximum number of hits; the first ones are kept.
  init(
    _ found: FoundDocuments, in window: Range<DocumentReference>? = nil, isIdentified: Bool = true, limit: Int,
    _ snapshot: borrowing Snapshot
  ) throws(StoreError) {
    var (hits, names) = try found.hits(in: window, isIdentifying: isIdentified)
    HitOrder.sort(&hits)
    try self.init(hits, names, isIdentified: isIdentified, limit: limit, snapshot)
  }

  /// Documents in the given order.
  init(_ references: ArraySlice<DocumentReference>, _ snapshot: borrowing Snapshot) throws(StoreError) {
    let hits = zip(references, 0...).map { Hit($0, rank: $1) }
    try self.init(hits, HitNames([], others: Array(references)), isIdentified: true, limit: .max, snapshot)
  }

  /// Reads paths and names of hits until the limit is reached. Hits in detached or removed
  /// directories are dropped.
  private init(
    _ candidates: consuming [Hit], _ names: consuming HitNames, isIdentified: Bool, limit: Int, _ snapshot: borrowing Snapshot
  ) throws(StoreError) {
    var hits = candidates
    var resolver = try DirectoryResolver(snapshot, scope: nil, keepingPaths: true)
    let total = hits.count
    try resolver.settle(&hits, limit: limit)
    if hits.count < total { try names.read(hits.map(\.rank).sorted(), snapshot) } else { try names.readAll(snapshot) }
    var kept = 0
    for hit in hits {
      guard let name = names[hit.rank] else { continue }
      hits[kept] = hit
      hits[kept].name = name
      kept += 1
    }
    hits.removeSubrange(kept...)
    self.hits = hits
    self.names = names.bytes
    paths = resolver.paths
    self.isIdentified = isIdentified
  }

  /// The first hits of a batch.
  init(prefix count: Int, of batch: HitBatch) {
    hits = Array(batch.hits.prefix(count))
    (names, paths, isIdentified) = (batch.names, batch.paths, batch.isIdentified)
  }

  /// The references of the hits.
  ///
  /// - Precondition: The batch was not created for paths only. The same applies to its elements.
  package var references: some RandomAccessCollection<DocumentReference> {
    precondition(isIdentified, "only paths were asked for")
    return hits.lazy.map(\.reference)
  }

  /// The paths of some hits, each followed by `terminator`, as a command-line tool prints them.
  ///
  /// A call for many hits costs a few nanoseconds for each. Iterating over ``SearchHit`` values
  /// allocates each path.
  package func lines(_ range: Range<Int>, terminator: UInt8) -> [UInt8] {
    var length = 0
    for index in range {
      let hit = hits[index]
      length += paths[Int(hit.pathIndex)].count + hit.name.count + 1
    }
    return unsafe [UInt8](unsafeUninitializedCapacity: length) { lines, count in
      for index in range {
        let hit = hits[index]
        unsafe Self.append(paths.bytes[paths[Int(hit.pathIndex)]], to: lines, &count)
        unsafe Self.append(names[hit.name], to: lines, &count)
        unsafe lines[count] = terminator
        count += 1
      }
    }
  }

  @inline(__always)
  private static func append(
    _ source: UnsafeBufferPointer<UInt8>, to target: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int
  ) {
    unsafe _ = UnsafeMutableBufferPointer(rebasing: target[count..<count + source.count]).update(fromContentsOf: source)
    count += source.count
  }
}

extension HitBatch: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { hits.count }

  package subscript(index: Int) -> SearchHit {
    precondition(isIdentified, "only paths were asked for")
    let hit = hits[index]
    return SearchHit(reference: hit.reference, path: unsafe Array(paths.bytes[paths[Int(hit.pathIndex)]]) + Array(names[hit.name]))
  }
}

extension DirectoryResolver {
  /// Sets the paths of hits until the limit is reached. Removes hits in directories that are not
  /// visible.
  fileprivate mutating func settle(_ hits: inout [HitBatch.Hit], limit: Int) throws(StoreError) {
    var directories: [UInt32] = []
    // The limit is reached after at most that many directories, unless some are not visible.
    for hit in hits where hit.directory != directories.last && directories.count < limit { directories.append(hit.directory) }
    try lookUp(directories)
    var kept = 0
    var (directory, location) = (DirectoryID.nowhere.rawValue, Location.nowhere)
    for index in hits.indices where kept < limit {
      if hits[index].directory != directory {
        directory = hits[index].directory
        location = try self.location(of: directory)
      }
      guard location.isVisible else { continue }
      hits[kept] = hits[index]
      hits[kept].pathIndex = location.pathIndex
      kept += 1
    }
    hits.removeSubrange(kept...)
  }
}
