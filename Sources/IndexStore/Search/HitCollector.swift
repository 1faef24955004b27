internal import Segments

/// Makes results of the documents that were found: their order, their names and their folders' paths.
struct HitCollector {
  let limit: Int?
  private var hits: [SearchResults.Hit] = []
  /// What was found in each segment, and where its hits begin.
  private var sources: [(segment: LiveSegment, found: OrdinalSet, start: Int)] = []
  /// Names of documents that are in no segment.
  private var otherNames: [[UInt8]] = []
  private let names = ByteArena()

  init(limit: Int?) { self.limit = limit }

  private static let noSegment: UInt32 = 0x7FFF_FFFF

  mutating func add(_ ordinals: OrdinalSet, of segment: LiveSegment) throws(StoreError) {
    if ordinals.isEmpty { return }
    let source = UInt32(sources.count)
    var collected = hits
    hits = []
    let start = collected.count
    var place = start
    try segments { () throws(SegmentError) in
      try segment.reader.forEachDocumentID(of: ordinals) { ordinal, document in
        collected.append(SearchResults.Hit(document: document, segment: source, ordinal: ordinal))
      }
      try segment.reader.forEachDirectoryID(of: ordinals) { _, directory in
        collected[place].directory = UInt32(truncatingIfNeeded: directory)
        place += 1
      }
    }
    hits = collected
    sources.append((segment, ordinals, start))
  }

  mutating func add(_ reference: DocumentReference, name: [UInt8]) {
    var hit = SearchResults.Hit(document: reference.document.rawValue, segment: Self.noSegment, ordinal: UInt32(otherNames.count))
    hit.directory = reference.directory.rawValue
    hits.append(hit)
    otherNames.append(name)
  }

  /// The hits in their order, up to the limit.
  consuming func results(_ folders: inout FolderTable) throws(StoreError) -> SearchResults {
    let limit = limit ?? .max
    // Names come in the order of the segments. Where most hits are not wanted, the wanted ones are found out first.
    let namesFirst = limit >= hits.count
    if namesFirst { try nameAll() }
    HitOrder.sort(&hits)
    try settle(&folders, limit)
    if !namesFirst { try nameEach() }
    return SearchResults(hits: hits, names: names, folders: folders.paths)
  }

  /// Gives hits their folders, until there are enough; hits whose folder is nowhere go.
  private mutating func settle(_ folders: inout FolderTable, _ limit: Int) throws(StoreError) {
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

  // MARK: Names

  private mutating func nameAll() throws(StoreError) {
    let names = names
    names.reserve(hits.count * 32)
    var named = hits
    hits = []
    for source in sources {
      var place = source.start
      try segments { () throws(SegmentError) in
        try source.segment.reader.forEachName(of: source.found) { _, name in
          named[place].name = names.append(name)
          place += 1
        }
      }
    }
    hits = named
    nameOthers()
  }

  private mutating func nameEach() throws(StoreError) {
    var wanted = [[(ordinal: UInt32, hit: Int)]](repeating: [], count: sources.count)
    for (index, hit) in hits.enumerated() where hit.source.segment != Self.noSegment {
      wanted[Int(hit.source.segment)].append((hit.source.ordinal, index))
    }
    nameOthers()
    for (number, unsorted) in wanted.enumerated() where !unsorted.isEmpty {
      let reader = sources[number].segment.reader
      let documents = unsorted.sorted { $0.ordinal < $1.ordinal }
      let ordinals = OrdinalSet(universe: reader.documentCount, ascending: documents.map(\.ordinal))
      var spelled: [[UInt8]] = []
      try segments { () throws(SegmentError) in
        try reader.forEachName(of: ordinals) { _, name in
          spelled.append(unsafe name.withUnsafeBufferPointer { unsafe [UInt8]($0) })
        }
      }
      for (document, name) in zip(documents, spelled) { setName(name, of: document.hit) }
    }
  }

  private mutating func nameOthers() {
    guard !otherNames.isEmpty else { return }
    for index in hits.indices where !hits[index].isNamed && hits[index].source.segment == Self.noSegment {
      setName(otherNames[Int(hits[index].source.ordinal)], of: index)
    }
  }

  private mutating func setName(_ name: [UInt8], of hit: Int) {
    hits[hit].name = names.append(name.span)
  }
}
