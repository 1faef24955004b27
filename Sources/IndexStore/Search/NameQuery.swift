internal import Segments
internal import TextAnalysis
internal import Threading

/// A query that asks for names and nothing else. Threads share the names of one large segment as they share segments.
enum NameQuery {
  /// What each segment knows, about documents that are live.
  ///
  /// - Parameter threads: How many may work, the caller's included.
  static func bounds(of pattern: StringPattern, in attributes: [LiveSegment], threads: Int) throws(StoreError) -> [Bounds] {
    let searches = try Parallel.map(attributes.count, threads: threads) { place throws(StoreError) in
      try translatingSegmentErrors { () throws(SegmentError) in try NameSearch(pattern, in: attributes[place].reader) }
    }
    let pieces = searches.enumerated().flatMap { segment, search in search.pieces.map { (segment: segment, piece: $0) } }
    let found = try Parallel.map(pieces.count, threads: threads) { place throws(StoreError) in
      try translatingSegmentErrors { () throws(SegmentError) in try searches[pieces[place].segment].ordinals(in: pieces[place].piece) }
    }
    var parts = [[[UInt32]]](repeating: [], count: attributes.count)
    for (place, part) in found.enumerated() { parts[pieces[place].segment].append(part) }
    return zip(attributes, parts).map { segment, parts in
      Bounds(certain: OrdinalSet(universe: segment.reader.documentCount, joining: parts)).subtracting(segment.dead)
    }
  }
}
