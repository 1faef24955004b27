internal import Segments

/// The names of documents that were found, by their places among them.
// Safe to send: one thread reads the names, and others ask for them when it has ended.
final class HitNames: @unchecked Sendable {
  /// Documents of a segment.
  struct Source: Sendable {
    let reader: SegmentReader
    let found: OrdinalSet
    /// The first one's place among all that were found.
    let start: Int

    var places: Range<Int> { start..<start + found.count }
  }

  private let sources: [Source]
  private let others: [[UInt8]]
  let bytes = ByteArena()
  /// By place: where the name is in ``bytes``, the offset shifted left by 16, and the length. No entry is read that was not made.
  private var ranges: [UInt64] = []

  init(_ sources: [Source], others: [[UInt8]]) {
    self.sources = sources
    self.others = others
  }

  private var otherStart: Int { sources.last?.places.upperBound ?? 0 }

  subscript(place: Int) -> Range<Int> {
    let code = ranges[place]
    return Int(code >> 16)..<Int(code >> 16 + code & 0xFFFF)
  }

  private static func code(_ range: Range<Int>) -> UInt64 { UInt64(range.lowerBound) << 16 | UInt64(range.count) }

  func readAll() throws(StoreError) {
    let (bytes, sources) = (bytes, sources)
    bytes.reserve((otherStart + others.count) * 32)
    var ranges: [UInt64] = []
    ranges.reserveCapacity(otherStart + others.count)
    try segments { () throws(SegmentError) in
      for source in sources {
        try source.reader.forEachName(of: source.found) { _, name in ranges.append(Self.code(bytes.append(name))) }
      }
    }
    for name in others { ranges.append(Self.code(bytes.append(name.span))) }
    self.ranges = ranges
  }

  /// Reads some names only.
  ///
  /// - Parameter places: Ascending.
  func read(_ places: [Int]) throws(StoreError) {
    let bytes = bytes
    var ranges = [UInt64](repeating: 0, count: otherStart + others.count)
    var next = 0
    for source in sources {
      var ordinals: [UInt32] = []
      let first = next
      let all = source.found.ordinals
      while next < places.count, places[next] < source.places.upperBound {
        ordinals.append(all[places[next] - source.start])
        next += 1
      }
      next = first
      try segments { () throws(SegmentError) in
        let wanted = OrdinalSet(universe: source.reader.documentCount, ascending: ordinals)
        try source.reader.forEachName(of: wanted) { _, name in
          ranges[places[next]] = Self.code(bytes.append(name))
          next += 1
        }
      }
    }
    while next < places.count {
      let name = others[places[next] - otherStart]
      ranges[places[next]] = Self.code(bytes.append(name.span))
      next += 1
    }
    self.ranges = ranges
  }
}
