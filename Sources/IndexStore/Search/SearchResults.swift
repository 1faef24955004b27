/// A document that matched.
package struct SearchHit: Sendable, Equatable {
  package let reference: DocumentReference
  /// The absolute path.
  package let path: [UInt8]
}

/// The documents that matched, in the catalog's order. Complete in itself: no snapshot is open while one goes through it.
///
/// Paths are put together on the way, from the names and the paths of their directories, each kept once.
package struct SearchResults: Sendable {
  private var folders: [[UInt8]] = []
  private var names: [UInt8] = []
  private var hits: [Hit] = []

  private struct Hit {
    let reference: DocumentReference
    let folder: Int
    let nameEnd: Int
  }

  package var count: Int { hits.count }

  /// - Parameter folder: The path that the name is put behind, ending in a slash.
  mutating func append(_ reference: DocumentReference, name: [UInt8], in folder: @autoclosure () throws(StoreError) -> [UInt8])
    throws(StoreError)
  {
    if hits.last?.reference.directory != reference.directory { folders.append(try folder()) }
    names += name
    hits.append(Hit(reference: reference, folder: folders.count - 1, nameEnd: names.count))
  }

  mutating func append(_ more: SearchResults) {
    let (folder, name) = (folders.count, names.count)
    folders += more.folders
    names += more.names
    hits += more.hits.map { Hit(reference: $0.reference, folder: $0.folder + folder, nameEnd: $0.nameEnd + name) }
  }

  mutating func truncate(to limit: Int) {
    if hits.count > limit { hits.removeSubrange(limit...) }
  }
}

extension SearchResults: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { hits.count }

  package subscript(place: Int) -> SearchHit {
    let hit = hits[place]
    let start = place == 0 ? 0 : hits[place - 1].nameEnd
    return SearchHit(reference: hit.reference, path: folders[hit.folder] + names[start..<hit.nameEnd])
  }
}
