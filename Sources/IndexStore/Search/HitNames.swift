internal import Segments

/// The names of documents that were found, by their places among them.
struct HitNames {
  /// Documents of a segment.
  struct Source: Sendable {
    let reader: SegmentReader
    let found: OrdinalSet
    /// The first one's place among all that were found.
    let start: Int

    var places: Range<Int> { start..<start + found.count }
  }

  private let sources: [Source]
  /// Documents whose names the catalog has.
  private let others: [DocumentReference]
  private let otherStart: Int
  /// All names that were read.
  let bytes = ByteArena()
  /// By place: where the name is in ``bytes``, the offset, shifted left by 16, and the length; ``none`` where there is none.
  private var ranges: [UInt64]

  private static let none = UInt64.max

  /// - Parameter others: Come behind those of the sources.
  init(_ sources: [Source], others: [DocumentReference]) {
    self.sources = sources
    self.others = others
    otherStart = sources.last?.places.upperBound ?? 0
    ranges = [UInt64](repeating: Self.none, count: otherStart + others.count)
  }

  /// `nil` when it was not read, or the document is gone.
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

  /// Reads some names only.
  ///
  /// - Parameter places: Ascending.
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

  /// Reads the names of documents of a segment, or from the catalog those that it fails to tell.
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
