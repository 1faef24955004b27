// SPDX-License-Identifier: Apache-2.0

internal import Segments

/// The documents that a search found, before names and paths are read. Each takes one bit or four
/// bytes.
struct FoundDocuments: Sendable {
  /// Documents of one segment, which has their names.
  struct Part: Sendable {
    let reader: SegmentReader
    let ordinals: OrdinalSet
  }

  let parts: [Part]
  /// Documents that are in no segment, or whose segment must not be read, in ascending order. The
  /// catalog has their names.
  let others: [DocumentReference]
  let count: Int

  init(_ parts: [Part] = [], others: [DocumentReference] = []) {
    self.parts = parts.filter { !$0.ordinals.isEmpty }
    self.others = others
    count = others.count + parts.reduce(0) { $0 + $1.ordinals.count }
  }

  /// The DocumentIDs of all documents, in no particular order.
  func documentIDs() throws(StoreError) -> [UInt64] {
    var ids = others.map(\.document.rawValue)
    ids.reserveCapacity(count)
    for part in parts {
      ids += try translatingSegmentErrors { () throws(SegmentError) in try part.reader.documentIDs(inOrderOf: part.ordinals) }
    }
    return ids
  }

  /// The documents without some.
  ///
  /// - Parameter documents: Ascending.
  func subtracting(_ documents: [UInt64]) throws(StoreError) -> FoundDocuments {
    if documents.isEmpty { return self }
    let rest = try parts.map { part throws(StoreError) in
      try translatingSegmentErrors { () throws(SegmentError) in
        Part(reader: part.reader, ordinals: part.ordinals.subtracting(try part.reader.ordinals(ofDocuments: documents)))
      }
    }
    let known = Set(documents)
    return FoundDocuments(rest, others: others.filter { !known.contains($0.document.rawValue) })
  }

  /// The references in a window, or all if it is `nil`, in ascending order.
  func references(in window: Range<DocumentReference>? = nil) throws(StoreError) -> [DocumentReference] {
    var hits = try hits(in: window).hits
    HitOrder.sort(&hits)
    return hits.map(\.reference)
  }

  /// The documents whose references are in a window, or all documents if it is `nil`, and the
  /// sources of their names.
  ///
  /// - Parameter isIdentifying: Whether all hits must have their DocumentIDs. Otherwise only those
  ///   have it that a stable sort needs to order the hits of one directory; often none.
  /// - Complexity: 5 ns for each document, and 2 ns for each one outside the window whose block of
  ///   128 also has directories of the window.
  func hits(
    in window: Range<DocumentReference>?, isIdentifying: Bool = true
  ) throws(StoreError) -> (hits: [HitBatch.Hit], names: HitNames) {
    var hits: [HitBatch.Hit] = []
    var sources: [HitNames.Source] = []
    for part in parts {
      let start = hits.count
      let ordinals = try translatingSegmentErrors { () throws(SegmentError) in
        if let window { return try Self.addDirectories(of: part, in: window, to: &hits) }
        hits.reserveCapacity(start + part.ordinals.count)
        try part.reader.forEachDirectoryID(of: part.ordinals) { _, directory in
          hits.append(HitBatch.Hit(in: directory, rank: hits.count))
        }
        return part.ordinals
      }
      if !ordinals.isEmpty { sources.append(HitNames.Source(reader: part.reader, found: ordinals, start: start)) }
    }
    let others = others(in: window)
    for reference in others { hits.append(HitBatch.Hit(reference, rank: hits.count)) }
    if isIdentifying || !Self.areInOrder(sources, others) {
      let crowded = isIdentifying || hits.count > Self.maximumHitsReadSingly ? nil : Self.crowdedDirectories(of: hits)
      for source in sources { try Self.identify(source, in: crowded, &hits) }
    }
    return (hits, HitNames(sources, others: Array(others)))
  }

  /// Whether the documents are already in the order of DocumentIDs.
  private static func areInOrder(_ sources: [HitNames.Source], _ others: ArraySlice<DocumentReference>) -> Bool {
    sources.isEmpty || sources.count == 1 && others.isEmpty && sources[0].reader.isInDocumentOrder
  }

  /// With more hits, most blocks of DocumentIDs would be read anyway.
  private static let maximumHitsReadSingly = 1024

  private func others(in window: Range<DocumentReference>?) -> ArraySlice<DocumentReference> {
    guard let window else { return others[...] }
    return others[others.lowerBound(of: window.lowerBound)..<others.lowerBound(of: window.upperBound)]
  }

  /// The directories with several hits, in ascending order.
  private static func crowdedDirectories(of hits: [HitBatch.Hit]) -> [UInt32] {
    let directories = hits.map(\.directory).sorted()
    return zip(directories, directories.dropFirst()).filter { $0 == $1 }.map(\.0)
  }

  /// Sets the DocumentIDs of a segment's hits.
  ///
  /// - Parameter crowded: Only hits in these directories, in ascending order; `nil` for all hits.
  ///   Blocks that are not read need not be verified.
  private static func identify(_ source: HitNames.Source, in crowded: [UInt32]?, _ hits: inout [HitBatch.Hit]) throws(StoreError) {
    var ranks = Array(source.ranks)
    var ordinals = source.found
    if let crowded {
      let all = source.found.ordinals
      ranks = ranks.filter { crowded.containsAscending(hits[$0].directory) }
      ordinals = OrdinalSet(universe: ordinals.universe, ascending: ranks.map { all[$0 - source.start] })
    }
    var next = 0
    try translatingSegmentErrors { () throws(SegmentError) in
      try source.reader.forEachDocumentID(of: ordinals) { _, document in
        hits[ranks[next]].document = document
        next += 1
      }
    }
  }

  /// Appends the documents of a segment that are in a window, with their directories.
  ///
  /// - Returns: Their ordinals.
  private static func addDirectories(
    of part: Part, in window: Range<DocumentReference>, to hits: inout [HitBatch.Hit]
  ) throws(SegmentError) -> OrdinalSet {
    let (first, last) = (UInt64(window.lowerBound.directory.rawValue), UInt64(window.upperBound.directory.rawValue))
    var ordinals: [UInt32] = []
    try part.reader.forEachDirectoryID(of: part.ordinals, within: first...last) { ordinal, directory throws(SegmentError) in
      // The DocumentID matters only in the first and the last directory of the window.
      if directory == first || directory == last {
        let document = DocumentID(rawValue: try part.reader.documentID(of: ordinal))
        let id = DirectoryID(rawValue: UInt32(truncatingIfNeeded: directory))
        guard window.contains(DocumentReference(directory: id, document: document)) else { return }
      }
      ordinals.append(ordinal)
      hits.append(HitBatch.Hit(in: directory, rank: hits.count))
    }
    return OrdinalSet(universe: part.reader.documentCount, ascending: ordinals)
  }

  // MARK: Windows

  /// Divides the documents, in the order of references, into windows of about `size` documents, up
  /// to the window with the last document within the limit.
  ///
  /// Reads everything that the windows will read of the segments except names, so that damage is
  /// found before a part of the results has been returned.
  ///
  /// - Parameter directoryCount: Exclusive upper bound of the directories' numbers.
  /// - Complexity: A few nanoseconds for each document, and 4 bytes for each directory temporarily.
  func windows(of size: Int, limit: Int, directoryCount: Int) throws(StoreError) -> [Range<DocumentReference>] {
    let counts = try countByDirectory(directoryCount)
    var windows: [Range<DocumentReference>] = []
    var start = DocumentReference(directory: .nowhere, document: DocumentID(rawValue: 0))
    var (inWindow, total) = (0, 0)
    func close(before end: DocumentReference) {
      if inWindow > 0 { windows.append(start..<end) }
      total += inWindow
      (start, inWindow) = (end, 0)
    }
    for directory in 0..<directoryCount where total < limit {
      let count = Int(counts[directory])
      if count == 0 { continue }
      if inWindow > 0, inWindow + count > size { close(before: DocumentReference(firstIn: directory)) }
      if count > 2 * size {
        for edge in try edges(of: size, in: directory) where total < limit {
          inWindow = edge.count
          close(before: edge.end)
        }
      } else {
        inWindow += count
      }
    }
    if total < limit { close(before: DocumentReference(firstIn: directoryCount)) }
    return windows
  }

  private func countByDirectory(_ directoryCount: Int) throws(StoreError) -> ZeroedNumbers {
    let counts = ZeroedNumbers(count: directoryCount)
    for part in parts {
      try translatingSegmentErrors { () throws(SegmentError) in
        try part.reader.verifyDocumentIDs()
        try part.reader.forEachDirectoryID(of: part.ordinals) { _, directory in
          // A document in a directory that does not exist, which only damage causes, is ignored.
          if directory < UInt64(directoryCount) { counts[Int(directory)] += 1 }
        }
      }
    }
    for reference in others { counts[Int(reference.directory.rawValue)] += 1 }
    return counts
  }

  /// Divides the documents of one large directory by DocumentID.
  ///
  /// - Returns: For each window, its number of documents and its exclusive end.
  private func edges(of size: Int, in directory: Int) throws(StoreError) -> [(count: Int, end: DocumentReference)] {
    let all = DocumentReference(firstIn: directory)..<DocumentReference(firstIn: directory + 1)
    var documents = try hits(in: all).hits.map(\.document)
    documents.sort()
    return stride(from: 0, to: documents.count, by: size).map { start in
      let end = min(start + size, documents.count)
      if end == documents.count { return (end - start, all.upperBound) }
      let id = DirectoryID(rawValue: UInt32(directory))
      return (end - start, DocumentReference(directory: id, document: DocumentID(rawValue: documents[end])))
    }
  }
}

extension DocumentReference {
  /// Sorts before all documents of a directory.
  fileprivate init(firstIn directory: Int) {
    self.init(directory: DirectoryID(rawValue: UInt32(clamping: directory)), document: DocumentID(rawValue: 0))
  }
}
