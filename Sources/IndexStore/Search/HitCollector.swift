internal import Segments

/// Makes results of the documents that were found: their order, their names and their folders' paths.
struct HitCollector {
  private let limit: Int
  private var hits: [SearchResults.Hit] = []
  private var sources: [HitNames.Source] = []
  /// Names of documents that are in no segment; those come last.
  private var otherNames: [[UInt8]] = []

  /// So many names are worth a thread that reads them while paths are put together.
  private static let worthThread = 4000

  /// - Parameter count: How many documents are going to be added.
  init(limit: Int?, reserving count: Int) {
    self.limit = limit ?? .max
    hits.reserveCapacity(count)
  }

  /// Adds documents of a segment. All segments come before documents that are in none.
  mutating func add(_ ordinals: OrdinalSet, of segment: LiveSegment) throws(StoreError) {
    precondition(otherNames.isEmpty, "documents of segments come first")
    if ordinals.isEmpty { return }
    var collected = hits
    hits = []
    let start = collected.count
    var place = start
    try segments { () throws(SegmentError) in
      try segment.reader.forEachDocumentID(of: ordinals) { _, document in
        collected.append(SearchResults.Hit(document: document, place: collected.count))
      }
      try segment.reader.forEachDirectoryID(of: ordinals) { _, directory in
        collected[place].directory = UInt32(truncatingIfNeeded: directory)
        place += 1
      }
    }
    hits = collected
    sources.append(HitNames.Source(reader: segment.reader, found: ordinals, start: start))
  }

  /// Adds a document that is in no segment.
  mutating func add(_ reference: DocumentReference, name: [UInt8]) {
    var hit = SearchResults.Hit(document: reference.document.rawValue, place: hits.count)
    hit.directory = reference.directory.rawValue
    hits.append(hit)
    otherNames.append(name)
  }

  /// The hits in their order, up to the limit; to be asked for once.
  // Not consuming: that copies, for the caller has a variable, and then the hits again.
  mutating func results(_ folders: inout FolderTable) throws(StoreError) -> SearchResults {
    let names = HitNames(sources, others: otherNames)
    if limit < hits.count {
      // Most names may not be wanted: first it is found out which ones are.
      HitOrder.sort(&hits)
      try settle(&folders)
      try names.read(hits.map(\.place).sorted())
    } else if hits.count < Self.worthThread {
      HitOrder.sort(&hits)
      try settle(&folders)
      try names.readAll()
    } else {
      let reading = ConcurrentWork { () throws(StoreError) in try names.readAll() }
      do throws(StoreError) {
        HitOrder.sort(&hits)
        try settle(&folders)
      } catch {
        _ = try? reading.finish()
        throw error
      }
      try reading.finish()
    }
    for index in hits.indices { hits[index].name = names[hits[index].place] }
    let found = hits
    hits = []
    return SearchResults(hits: found, names: names.bytes, folders: folders.paths)
  }

  /// Gives hits their folders, until there are enough; hits whose folder is nowhere go.
  private mutating func settle(_ folders: inout FolderTable) throws(StoreError) {
    // A limit is reached after as many directories at most.
    var directories = 0
    for index in hits.indices where index == 0 || hits[index - 1].directory != hits[index].directory { directories += 1 }
    try folders.prepare(forLookingUp: min(directories, limit))
    var kept = 0
    var last: UInt32?
    var place = FolderTable.Place.nowhere
    for index in hits.indices where kept < limit {
      var hit = hits[index]
      if hit.directory != last {
        place = try folders.place(of: hit.directory)
        last = hit.directory
      }
      guard place.isVisible else { continue }
      hit.folder = place.folder
      hits[kept] = hit
      kept += 1
    }
    hits.removeSubrange(kept...)
  }
}
