internal import Segments
internal import Synchronization
internal import TextAnalysis

/// The documents whose texts match, by the text layer alone. Each pattern of a query is looked up once, when somebody first asks for it.
///
/// For any number of threads: the second that asks for a pattern waits for the first.
final class TextMatches: Sendable {
  private let segments: [LiveSegment]
  private let known = Mutex<[(pattern: TextPattern, documents: DocumentIDSet)]>([])

  init(_ segments: [LiveSegment]) { self.segments = segments }

  /// Knows only of the texts of some documents, which is faster where few segments have them.
  ///
  /// - Parameter documents: Ascending.
  init(_ segments: [LiveSegment], of documents: [UInt64]) throws(StoreError) {
    self.segments = try IndexStore.segments { () throws(SegmentError) in
      let wanted = DocumentIDSet(ascending: documents)
      var chosen: [LiveSegment] = []
      for segment in segments {
        if try !segment.reader.ordinals(of: wanted).intersection(segment.live).isEmpty { chosen.append(segment) }
      }
      return chosen
    }
  }

  /// Some of these may be gone: the text layer learns of it later than the attributes.
  func documents(matching pattern: TextPattern) throws(StoreError) -> DocumentIDSet {
    try known.withLock { known throws(StoreError) in
      if let documents = known.first(where: { $0.pattern == pattern })?.documents { return documents }
      let segments = segments
      let documents = try IndexStore.segments { () throws(SegmentError) in
        var documents = DocumentIDSet()
        for segment in segments {
          let matching = try segment.reader.textMatches(pattern).intersection(segment.live)
          if !matching.isEmpty { documents = documents.union(try segment.reader.documentIDs(of: matching)) }
        }
        return documents
      }
      known.append((pattern, documents))
      return documents
    }
  }

  /// At least as many as ``documents(matching:)`` finds, told from dictionaries.
  func mostDocuments(matching pattern: TextPattern) throws(StoreError) -> Int {
    let found = known.withLock { known in known.first(where: { $0.pattern == pattern })?.documents.count }
    if let found { return found }
    return try IndexStore.segments { () throws(SegmentError) in
      var most = 0
      for segment in segments { most += try segment.reader.mostDocuments(withText: pattern) }
      return most
    }
  }

  /// Whether a file that turned out damaged is one of the text layer's.
  func isOwn(_ path: String, in store: String) -> Bool {
    segments.contains { Snapshot.segmentPath($0.record.id, in: store) == path }
  }
}
