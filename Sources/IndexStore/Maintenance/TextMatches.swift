// SPDX-License-Identifier: Apache-2.0

internal import Segments
internal import Synchronization
internal import TextAnalysis

/// The documents whose texts match a pattern, according to the text layer alone. Each pattern is
/// looked up once, when it is first asked for. If only some documents matter, only their texts are
/// searched.
///
/// Safe for any number of threads. A second thread that asks for a pattern waits for the first.
final class TextMatches: Sendable {
  private struct Source {
    let segment: LiveSegment
    /// The versions to search; `nil` for all live ones.
    var wanted: OrdinalSet?
  }

  /// Results so far.
  private struct Known {
    var documents: [(pattern: TextPattern, found: DocumentIDSet)] = []
    var bounds: [(pattern: TextPattern, maximum: Int)] = []

    func documents(matching pattern: TextPattern) -> DocumentIDSet? { documents.first { $0.pattern == pattern }?.found }
  }

  private let sources: [Source]
  private let known: Mutex<Known>

  init(_ segments: [LiveSegment]) {
    sources = segments.map { Source(segment: $0, wanted: nil) }
    known = Mutex(Known())
  }

  /// Considers only the texts of some documents.
  ///
  /// - Parameter documents: DocumentIDs in ascending order.
  init(_ segments: [LiveSegment], of documents: [UInt64]) throws(StoreError) {
    sources = try Self.sources(in: segments, of: DocumentIDSet(ascending: documents))
    known = Mutex(Known())
  }

  private init(_ sources: [Source], _ known: Known) {
    self.sources = sources
    self.known = Mutex(known)
  }

  private static func sources(in segments: [LiveSegment], of documents: DocumentIDSet) throws(StoreError) -> [Source] {
    try IndexStore.translatingSegmentErrors { () throws(SegmentError) in
      var chosen: [Source] = []
      for segment in segments {
        let wanted = try segment.reader.ordinals(of: documents).subtracting(segment.dead)
        if !wanted.isEmpty { chosen.append(Source(segment: segment, wanted: wanted)) }
      }
      return chosen
    }
  }

  /// The same for some documents only. Keeps the results of patterns that were looked up already.
  ///
  /// - Parameter documents: DocumentIDs in ascending order.
  func narrowed(to documents: [UInt64]) throws(StoreError) -> TextMatches {
    TextMatches(
      try Self.sources(in: sources.map(\.segment), of: DocumentIDSet(ascending: documents)), known.withLock { known in known })
  }

  /// The documents whose text matches. Some may be removed by now, because the text layer is
  /// updated later than the catalog.
  func documents(matching pattern: TextPattern) throws(StoreError) -> DocumentIDSet {
    try known.withLock { known throws(StoreError) in
      if let documents = known.documents(matching: pattern) { return documents }
      let documents = try Self.documents(matching: pattern, in: sources)
      known.documents.append((pattern, documents))
      return documents
    }
  }

  /// The documents among `documents` whose text matches, possibly with others that match. Faster
  /// than ``documents(matching:)`` when they are few.
  func documents(matching pattern: TextPattern, among documents: DocumentIDSet) throws(StoreError) -> DocumentIDSet {
    if let documents = known.withLock({ known in known.documents(matching: pattern) }) { return documents }
    return try Self.documents(matching: pattern, in: Self.sources(in: sources.map(\.segment), of: documents))
  }

  private static func documents(matching pattern: TextPattern, in sources: [Source]) throws(StoreError) -> DocumentIDSet {
    try IndexStore.translatingSegmentErrors { () throws(SegmentError) in
      var documents = DocumentIDSet()
      for source in sources {
        let reader = source.segment.reader
        var matching = try reader.textMatches(pattern, among: source.wanted)
        if source.wanted == nil { matching = matching.subtracting(source.segment.dead) }
        if !matching.isEmpty { documents = documents.union(try reader.documentIDs(of: matching)) }
      }
      return documents
    }
  }

  /// Whether the path of a damaged file belongs to a segment of the text layer in use here.
  func isOwn(_ path: String, in store: String) -> Bool {
    sources.contains { $0.segment.record.id.path(in: store) == path }
  }

  // MARK: Costs

  /// Upper bound of the number of documents that ``documents(matching:)`` finds, from the term
  /// dictionaries.
  func maximumDocumentCount(matching pattern: TextPattern) throws(StoreError) -> Int {
    try known.withLock { known throws(StoreError) in
      if let documents = known.documents(matching: pattern) { return documents.count }
      if let bound = known.bounds.first(where: { $0.pattern == pattern }) { return bound.maximum }
      let sources = sources
      let maximum = try IndexStore.translatingSegmentErrors { () throws(SegmentError) in
        var maximum = 0
        for source in sources { maximum += try source.segment.reader.maximumDocumentCount(withText: pattern) }
        return maximum
      }
      known.bounds.append((pattern, maximum))
      return maximum
    }
  }

  /// Approximate cost of looking up a pattern, in nanoseconds; zero if it was looked up before.
  func costOfAll(matching pattern: TextPattern) throws(StoreError) -> Int {
    if known.withLock({ known in known.documents(matching: pattern) }) != nil { return 0 }
    let maximum = try maximumDocumentCount(matching: pattern)
    return 20_000 + maximum * (pattern.terms.count > 1 ? 200 : 15)
  }

  /// Approximate cost of searching the texts of `count` documents for a pattern, in nanoseconds.
  func cost(ofSome count: Int, matching pattern: TextPattern) -> Int {
    20_000 + count * (200 + 150 * pattern.terms.count)
  }
}
