// SPDX-License-Identifier: Apache-2.0

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
    let searches = try Parallel.map(attributes.count, threads: threads) { index throws(StoreError) in
      try translatingSegmentErrors { () throws(SegmentError) in try NameSearch(pattern, in: attributes[index].reader) }
    }
    let pieces = searches.enumerated().flatMap { segment, search in search.pieces.map { (segment: segment, piece: $0) } }
    let found = try Parallel.map(pieces.count, threads: threads) { index throws(StoreError) in
      try translatingSegmentErrors { () throws(SegmentError) in try searches[pieces[index].segment].ordinals(in: pieces[index].piece) }
    }
    var parts = [[[UInt32]]](repeating: [], count: attributes.count)
    for (index, part) in found.enumerated() { parts[pieces[index].segment].append(part) }
    return zip(attributes, parts).map { segment, parts in
      Bounds(certain: OrdinalSet(universe: segment.reader.documentCount, joining: parts)).subtracting(segment.dead)
    }
  }
}
