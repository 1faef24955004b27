internal import Segments

/// Some hits of a search, in their order. Complete in itself: no snapshot is open while one goes through it.
///
/// Takes 24 bytes a hit, the name, and each folder's path once; paths are put together on the way out.
@safe
package struct HitBatch: Sendable {
  private let hits: [Hit]
  private let names: ByteArena
  private let folders: FolderPaths
  /// Whether each hit says which document it is.
  private let isIdentified: Bool

  /// A document on its way into a batch.
  struct Hit: Sendable {
    var document: UInt64 = 0
    /// Where the name is: the offset, shifted left by 16, and the length. Before that is known, the place among all that were found.
    private var code: UInt64
    var directory: UInt32
    /// Number in the batch's folders.
    var folder: UInt32 = 0

    init(_ reference: DocumentReference, place: Int) {
      self.init(in: UInt64(reference.directory.rawValue), place: place)
      document = reference.document.rawValue
    }

    /// A document of a directory; which one is still to be said.
    init(in directory: UInt64, place: Int) {
      self.directory = UInt32(truncatingIfNeeded: directory)
      code = UInt64(place)
    }

    /// The place among all that were found, until the name is set.
    var place: Int { Int(code) }

    var name: Range<Int> {
      get { Int(code >> 16)..<Int(code >> 16 + code & 0xFFFF) }
      set { code = UInt64(newValue.lowerBound) << 16 | UInt64(newValue.count) }
    }

    var reference: DocumentReference {
      DocumentReference(directory: DirectoryID(rawValue: directory), document: DocumentID(rawValue: document))
    }
  }

  init() { (hits, names, folders, isIdentified) = ([], ByteArena(), FolderPaths(), true) }

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
    let hits = zip(references, 0...).map { Hit($0, place: $1) }
    try self.init(hits, HitNames([], others: Array(references)), isIdentified: true, limit: .max, snapshot)
  }

  /// Gives hits their folders and names, until there are enough; those that lie nowhere any more go.
  private init(
    _ candidates: consuming [Hit], _ names: consuming HitNames, isIdentified: Bool, limit: Int, _ snapshot: borrowing Snapshot
  ) throws(StoreError) {
    var hits = candidates
    var folders = try FolderTable(snapshot, scope: nil, keepingPaths: true)
    let total = hits.count
    try folders.settle(&hits, limit: limit)
    if hits.count < total { try names.read(hits.map(\.place).sorted(), snapshot) } else { try names.readAll(snapshot) }
    var kept = 0
    for hit in hits {
      guard let name = names[hit.place] else { continue }
      hits[kept] = hit
      hits[kept].name = name
      kept += 1
    }
    hits.removeSubrange(kept...)
    self.hits = hits
    self.names = names.bytes
    self.folders = folders.paths
    self.isIdentified = isIdentified
  }

  /// The first hits of a batch.
  init(prefix count: Int, of batch: HitBatch) {
    hits = Array(batch.hits.prefix(count))
    (names, folders, isIdentified) = (batch.names, batch.folders, batch.isIdentified)
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
      length += folders[Int(hit.folder)].count + hit.name.count + 1
    }
    return unsafe [UInt8](unsafeUninitializedCapacity: length) { lines, count in
      for index in range {
        let hit = hits[index]
        unsafe Self.append(folders.bytes[folders[Int(hit.folder)]], to: lines, &count)
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

  package subscript(place: Int) -> SearchHit {
    precondition(isIdentified, "only paths were asked for")
    let hit = hits[place]
    return SearchHit(reference: hit.reference, path: unsafe Array(folders.bytes[folders[Int(hit.folder)]]) + Array(names[hit.name]))
  }
}

extension FolderTable {
  /// Gives hits their folders, until there are enough; hits whose folder is nowhere go.
  fileprivate mutating func settle(_ hits: inout [HitBatch.Hit], limit: Int) throws(StoreError) {
    var directories: [UInt32] = []
    // A limit is reached after as many directories at most, but for some that are nowhere.
    for hit in hits where hit.directory != directories.last && directories.count < limit { directories.append(hit.directory) }
    try lookUp(directories)
    var kept = 0
    var (directory, place) = (DirectoryID.nowhere.rawValue, Place.nowhere)
    for index in hits.indices where kept < limit {
      if hits[index].directory != directory {
        directory = hits[index].directory
        place = try self.place(of: directory)
      }
      guard place.isVisible else { continue }
      hits[kept] = hits[index]
      hits[kept].folder = place.folder
      kept += 1
    }
    hits.removeSubrange(kept...)
  }
}
