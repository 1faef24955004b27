internal import Segments
internal import Synchronization
internal import TextAnalysis

/// The documents whose texts match, by the text layer alone. Each pattern of a query is looked up once, when somebody first asks for it;
/// where only some documents are of interest, in their texts alone.
///
/// For any number of threads: the second that asks for a pattern waits for the first.
final class TextMatches: Sendable {
  private struct Source {
    let segment: LiveSegment
    /// Only these versions are of interest; `nil` for all that are live.
    var wanted: OrdinalSet?
  }

  /// What was found out so far.
  private struct Known {
    var documents: [(pattern: TextPattern, found: DocumentIDSet)] = []
    var bounds: [(pattern: TextPattern, most: Int)] = []

    func documents(matching pattern: TextPattern) -> DocumentIDSet? { documents.first { $0.pattern == pattern }?.found }
  }

  private let sources: [Source]
  private let known: Mutex<Known>

  init(_ segments: [LiveSegment]) {
    sources = segments.map { Source(segment: $0, wanted: nil) }
    known = Mutex(Known())
  }

  /// Knows only of the texts of some documents.
  ///
  /// - Parameter documents: Ascending.
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

  /// The same for some documents only. What is known of a pattern already is kept.
  ///
  /// - Parameter documents: Ascending.
  func narrowed(to documents: [UInt64]) throws(StoreError) -> TextMatches {
    TextMatches(
      try Self.sources(in: sources.map(\.segment), of: DocumentIDSet(ascending: documents)), known.withLock { known in known })
  }

  /// Some of these may be gone: the text layer learns of it later than the attributes.
  func documents(matching pattern: TextPattern) throws(StoreError) -> DocumentIDSet {
    try known.withLock { known throws(StoreError) in
      if let documents = known.documents(matching: pattern) { return documents }
      let documents = try Self.documents(matching: pattern, in: sources)
      known.documents.append((pattern, documents))
      return documents
    }
  }

  /// What ``documents(matching:)`` finds among some documents, and perhaps others. Faster while they are few.
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

  /// Whether a file that turned out damaged is one of the text layer's.
  func isOwn(_ path: String, in store: String) -> Bool {
    sources.contains { Snapshot.segmentPath($0.segment.record.id, in: store) == path }
  }

  // MARK: Costs

  /// At least as many as ``documents(matching:)`` finds, told from dictionaries.
  func maximumDocumentCount(matching pattern: TextPattern) throws(StoreError) -> Int {
    try known.withLock { known throws(StoreError) in
      if let documents = known.documents(matching: pattern) { return documents.count }
      if let bound = known.bounds.first(where: { $0.pattern == pattern }) { return bound.most }
      let sources = sources
      let most = try IndexStore.translatingSegmentErrors { () throws(SegmentError) in
        var most = 0
        for source in sources { most += try source.segment.reader.maximumDocumentCount(withText: pattern) }
        return most
      }
      known.bounds.append((pattern, most))
      return most
    }
  }

  /// What it costs to look a pattern up, roughly, in nanoseconds; nothing when that was done.
  func costOfAll(matching pattern: TextPattern) throws(StoreError) -> Int {
    if known.withLock({ known in known.documents(matching: pattern) }) != nil { return 0 }
    let most = try maximumDocumentCount(matching: pattern)
    return 20_000 + most * (pattern.terms.count > 1 ? 200 : 15)
  }

  /// What it costs to look it up in the texts of so many documents.
  func cost(ofSome count: Int, matching pattern: TextPattern) -> Int {
    20_000 + count * (200 + 150 * pattern.terms.count)
  }
}
