internal import Segments

/// Some hits of a search, in their order. Complete in itself: no snapshot is open while one goes through it.
///
/// Takes 24 bytes a hit, the name, and each directory's path once; paths are put together on the way out.
@safe
package struct HitBatch: Sendable {
  private let hits: [Hit]
  private let names: ByteArena
  private let paths: ResolvedPaths
  /// Whether each hit says which document it is.
  private let isIdentified: Bool

  /// A document on its way into a batch.
  struct Hit: Sendable {
    var document: UInt64 = 0
    /// Where the name is: the offset, shifted left by 16, and the length. Before that is known, the rank.
    private var code: UInt64
    var directory: UInt32
    /// Number in the batch's paths.
    var pathIndex: UInt32 = 0

    init(_ reference: DocumentReference, rank: Int) {
      self.init(in: UInt64(reference.directory.rawValue), rank: rank)
      document = reference.document.rawValue
    }

    /// A document of a directory; which one is still to be said.
    init(in directory: UInt64, rank: Int) {
      self.directory = UInt32(truncatingIfNeeded: directory)
      code = UInt64(rank)
    }

    /// The index among all hits that were found, until the name is set.
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

  /// The documents of a window, all with `nil`, in the order of references.
  ///
  /// - Parameters:
  ///   - isIdentified: Whether references are wanted, or paths only.
  ///   - limit: How many are wanted, the first ones.
  init(
    _ found: FoundDocuments, in window: Range<DocumentReference>? = nil, isIdentified: Bool = true, limit: Int,
    _ snapshot: borrowing Snapshot
  ) throws(StoreError) {
    var (hits, names) = try found.hits(in: window, isIdentifying: isIdentified)
    HitOrder.sort(&hits)
    try self.init(hits, names, isIdentified: isIdentified, limit: limit, snapshot)
  }

  /// Documents in the order in which they are given.
  init(_ references: ArraySlice<DocumentReference>, _ snapshot: borrowing Snapshot) throws(StoreError) {
    let hits = zip(references, 0...).map { Hit($0, rank: $1) }
    try self.init(hits, HitNames([], others: Array(references)), isIdentified: true, limit: .max, snapshot)
  }

  /// Gives hits their paths and names, until there are enough; those that lie nowhere any more go.
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

  /// Only of a batch that was not asked for paths only, as are its elements.
  package var references: some RandomAccessCollection<DocumentReference> {
    precondition(isIdentified, "only paths were asked for")
    return hits.lazy.map(\.reference)
  }

  /// The paths of some hits, each with `terminator` behind it: what a tool prints.
  ///
  /// One call for many hits costs some nanoseconds each; going through ``SearchHit``s allocates every path.
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
  /// Gives hits their paths, until there are enough. Removes hits whose directory is nowhere.
  fileprivate mutating func settle(_ hits: inout [HitBatch.Hit], limit: Int) throws(StoreError) {
    var directories: [UInt32] = []
    // A limit is reached after as many directories at most, but for some that are nowhere.
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
