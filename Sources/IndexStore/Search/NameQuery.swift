internal import Segments
internal import TextAnalysis
internal import Threading

/// A query that consists of a single test of names. Threads divide both the segments and the names
/// of one large segment among them.
enum NameQuery {
  /// What each segment knows about its live documents.
  ///
  /// - Parameter threads: Maximum number of threads, including the caller's.
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
