// SPDX-License-Identifier: Apache-2.0

internal import Segments

/// The names of found documents, by rank: the document's index among all found documents.
struct HitNames {
  /// Found documents of one segment.
  struct Source: Sendable {
    let reader: SegmentReader
    let found: OrdinalSet
    /// The rank of the first one.
    let start: Int

    var ranks: Range<Int> { start..<start + found.count }
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
    otherStart = sources.last?.ranks.upperBound ?? 0
    ranges = [UInt64](repeating: Self.none, count: otherStart + others.count)
  }

  /// The range of a name; `nil` when it was not read or the document is gone.
  subscript(rank: Int) -> Range<Int>? {
    let code = ranges[rank]
    return code == Self.none ? nil : Int(code >> 16)..<Int(code >> 16 + code & 0xFFFF)
  }

  private static func code(_ range: Range<Int>) -> UInt64 { UInt64(range.lowerBound) << 16 | UInt64(range.count) }

  mutating func readAll(_ snapshot: borrowing Snapshot) throws(StoreError) {
    bytes.reserve(ranges.count * 32)
    for source in sources { try read(source, source.found, source.ranks, snapshot) }
    try readOthers(otherStart..<ranges.count, snapshot)
  }

  /// Reads only some names.
  ///
  /// - Parameter ranks: In ascending order.
  mutating func read(_ ranks: [Int], _ snapshot: borrowing Snapshot) throws(StoreError) {
    var rest = ranks[...]
    for source in sources {
      let own = rest.prefix { $0 < source.ranks.upperBound }
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
  private mutating func read<Ranks: RandomAccessCollection<Int>>(
    _ source: Source, _ wanted: OrdinalSet, _ ranks: Ranks, _ snapshot: borrowing Snapshot
  ) throws(StoreError) where Ranks.Index == Int {
    let bytes = bytes
    var next = ranks.startIndex
    do throws(StoreError) {
      try translatingSegmentErrors { () throws(SegmentError) in
        try source.reader.forEachName(of: wanted) { _, name in
          ranges[ranks[next]] = Self.code(bytes.append(name))
          next += 1
        }
      }
    } catch {
      guard case .damagedSegment(let path, _) = error else { throw error }
      Store.reportDamage(of: path)
      let ordinals = source.found.ordinals
      try readRows(ranks[next...], snapshot) { rank throws(StoreError) in
        let ordinal = ordinals[rank - source.start]
        return try translatingSegmentErrors { () throws(SegmentError) in
          let directory = DirectoryID(rawValue: UInt32(truncatingIfNeeded: try source.reader.directoryID(of: ordinal)))
          return DocumentReference(directory: directory, document: DocumentID(rawValue: try source.reader.documentID(of: ordinal)))
        }
      }
    }
  }

  private mutating func readOthers(_ ranks: some Collection<Int>, _ snapshot: borrowing Snapshot) throws(StoreError) {
    let (others, start) = (others, otherStart)
    try readRows(ranks, snapshot) { others[$0 - start] }
  }

  private mutating func readRows(
    _ ranks: some Collection<Int>, _ snapshot: borrowing Snapshot, _ reference: (Int) throws(StoreError) -> DocumentReference
  ) throws(StoreError) {
    if ranks.isEmpty { return }
    var rows = try DocumentRows(snapshot)
    let bytes = bytes
    for rank in ranks {
      if let name = try rows.withRow(of: try reference(rank), in: snapshot, { bytes.append($0.name) }) { ranges[rank] = Self.code(name) }
    }
  }
}
