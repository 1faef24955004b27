/// A document that matched.
package struct SearchHit: Sendable, Equatable {
  package let reference: DocumentReference
  /// The absolute path.
  package let path: [UInt8]

  package init(reference: DocumentReference, path: [UInt8]) {
    self.reference = reference
    self.path = path
  }
}

/// The documents that matched, in the order of their references unless somebody chose another. Complete in itself: no snapshot is open while one goes through it.
///
/// Takes 24 bytes a hit, the name, and each folder's path once; paths are put together on the way out.
@safe
package struct SearchResults: Sendable {
  private let hits: [Hit]
  private let names: ByteArena
  private let folders: FolderPaths

  /// A document on its way into the results.
  struct Hit: Sendable {
    var document: UInt64
    /// Where the name is: the offset, shifted left by 16, and the length. Before that is known, the place among all that were found.
    private var code: UInt64
    var directory: UInt32 = 0
    /// Number in the results' folders.
    var folder: UInt32 = 0

    init(document: UInt64, place: Int) {
      self.document = document
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

  init(hits: [Hit] = [], names: ByteArena = ByteArena(), folders: FolderPaths = FolderPaths()) {
    self.hits = hits
    self.names = names
    self.folders = folders
  }

  package var count: Int { hits.count }

  package var references: some RandomAccessCollection<DocumentReference> { hits.lazy.map(\.reference) }

  /// Some of the hits, in a new order.
  package func selecting(_ places: [Int]) -> SearchResults {
    SearchResults(hits: places.map { hits[$0] }, names: names, folders: folders)
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

extension SearchResults: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { hits.count }

  package subscript(place: Int) -> SearchHit {
    let hit = hits[place]
    return SearchHit(reference: hit.reference, path: unsafe Array(folders.bytes[folders[Int(hit.folder)]]) + Array(names[hit.name]))
  }
}
