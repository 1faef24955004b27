internal import Segments

/// The names of found documents, by rank: the document's index among all found documents.
struct HitNames {
  /// Found documents of one segment.
  struct Source: Sendable {
    let reader: SegmentReader
    let found: OrdinalSet
    /// The rank of the first one.
    let start: Int

    var places: Range<Int> { start..<start + found.count }
  }

  private let sources: [Source]
  /// Documents whose names are read from the catalog.
  private let others: [DocumentReference]
  private let otherStart: Int
  /// All names that were read.
  let bytes = ByteArena()
  /// For each rank, the range of the name in ``bytes`` as the offset, shifted left by 16, and the
  /// length; ``none`` if there is no name.
  private var ranges: [UInt64]

  private static let none = UInt64.max

  /// - Parameter others: Their ranks follow those of the sources.
  init(_ sources: [Source], others: [DocumentReference]) {
    self.sources = sources
    self.others = others
    otherStart = sources.last?.places.upperBound ?? 0
    ranges = [UInt64](repeating: Self.none, count: otherStart + others.count)
  }

  /// The range of a name; `nil` when it was not read or the document is gone.
  subscript(place: Int) -> Range<Int>? {
    let code = ranges[place]
    return code == Self.none ? nil : Int(code >> 16)..<Int(code >> 16 + code & 0xFFFF)
  }

  private static func code(_ range: Range<Int>) -> UInt64 { UInt64(range.lowerBound) << 16 | UInt64(range.count) }

  mutating func readAll(_ snapshot: borrowing Snapshot) throws(StoreError) {
    bytes.reserve(ranges.count * 32)
    for source in sources { try read(source, source.found, source.places, snapshot) }
    try readOthers(otherStart..<ranges.count, snapshot)
  }

  /// Reads only some names.
  ///
  /// - Parameter places: Ranks in ascending order.
  mutating func read(_ places: [Int], _ snapshot: borrowing Snapshot) throws(StoreError) {
    var rest = places[...]
    for source in sources {
      let own = rest.prefix { $0 < source.places.upperBound }
      rest = rest.dropFirst(own.count)
      if own.isEmpty { continue }
      let all = source.found.ordinals
      let wanted = OrdinalSet(universe: source.found.universe, ascending: own.map { all[$0 - source.start] })
      try read(source, wanted, own, snapshot)
    }
    try readOthers(rest, snapshot)
  }

  /// Reads the names of a segment's documents. If the segment is damaged, reads the rest from the
  /// catalog.
  private mutating func read<Places: RandomAccessCollection<Int>>(
    _ source: Source, _ wanted: OrdinalSet, _ places: Places, _ snapshot: borrowing Snapshot
  ) throws(StoreError) where Places.Index == Int {
    let bytes = bytes
    var next = places.startIndex
    do throws(StoreError) {
      try translatingSegmentErrors { () throws(SegmentError) in
        try source.reader.forEachName(of: wanted) { _, name in
          ranges[places[next]] = Self.code(bytes.append(name))
          next += 1
        }
      }
    } catch {
      guard case .damagedSegment(let path, _) = error else { throw error }
      Store.reportDamage(of: path)
      let ordinals = source.found.ordinals
      try readRows(places[next...], snapshot) { place throws(StoreError) in
        let ordinal = ordinals[place - source.start]
        return try translatingSegmentErrors { () throws(SegmentError) in
          let directory = DirectoryID(rawValue: UInt32(truncatingIfNeeded: try source.reader.directoryID(of: ordinal)))
          return DocumentReference(directory: directory, document: DocumentID(rawValue: try source.reader.documentID(of: ordinal)))
        }
      }
    }
  }

  private mutating func readOthers(_ places: some Collection<Int>, _ snapshot: borrowing Snapshot) throws(StoreError) {
    let (others, start) = (others, otherStart)
    try readRows(places, snapshot) { others[$0 - start] }
  }

  private mutating func readRows(
    _ places: some Collection<Int>, _ snapshot: borrowing Snapshot, _ reference: (Int) throws(StoreError) -> DocumentReference
  ) throws(StoreError) {
    if places.isEmpty { return }
    var rows = try DocumentRows(snapshot)
    let bytes = bytes
    for place in places {
      if let name = try rows.withRow(of: try reference(place), { bytes.append($0.name) }) { ranges[place] = Self.code(name) }
    }
  }
}
