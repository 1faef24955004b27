// SPDX-License-Identifier: Apache-2.0

package import IndexStore
package import QueryLanguage
internal import SystemPlatform

/// Collects the documents of several stores that are most similar to one in meaning.
package struct SimilarFinder {
  private let meaning: DocumentMeaning
  private let path: [UInt8]
  private let filter: CompiledPredicate?
  private let limit: Int
  private var found: [(hit: FoundHit, score: Int64)] = []

  /// - Parameters:
  ///   - path: The path or the address of the document with this meaning, which is left out.
  ///   - filter: What every hit satisfies; `nil` for all.
  package init(to meaning: DocumentMeaning, at path: [UInt8], where filter: CompiledPredicate?, limit: Int) {
    (self.meaning, self.path, self.filter, self.limit) = (meaning, path, filter, limit)
  }

  /// - Parameters:
  ///   - folders: Absolute paths of the folders to search; empty to search everywhere.
  ///   - reference: The document itself, if it is in this store.
  package mutating func addFiles(of store: Store, within folders: [[UInt8]], except reference: DocumentReference?) throws(StoreError) {
    let hits = try store.similar(to: meaning, limit: limit, where: filter, within: folders, except: reference?.document)
    try add(hits, store) { hit, snapshot throws(StoreError) in try snapshot.path(of: hit) }
  }

  package mutating func addItems(of store: Store, _ name: ApplicationStore, except reference: DocumentReference?) throws(StoreError) {
    let hits = try store.similar(to: meaning, limit: limit, where: filter, except: reference?.document)
    try add(hits, store) { hit, snapshot throws(StoreError) in try snapshot.location(ofItem: hit, in: name) }
  }

  private mutating func add(
    _ hits: [RankedHit], _ store: Store, _ path: (DocumentReference, borrowing Snapshot) throws(StoreError) -> [UInt8]?
  ) throws(StoreError) {
    found += try store.read { snapshot throws(StoreError) in
      var added: [(hit: FoundHit, score: Int64)] = []
      for hit in hits {
        // A document that was removed meanwhile has no path.
        guard let path = try path(hit.reference, snapshot) else { continue }
        added.append((.stored(SearchHit(reference: hit.reference, path: path), store), hit.score))
      }
      return added
    }
  }

  /// The most similar documents, the most similar first. What is at one path, such as a file and an item that stands for it, is found
  /// once.
  package var hits: [FoundHit] {
    var known: Set<[UInt8]> = [path]
    let order = found.indices.sorted { one, other in (-found[one].score, one) < (-found[other].score, other) }
    return Array(order.map { found[$0].hit }.filter { known.insert($0.path).inserted }.prefix(limit))
  }
}

extension DocumentWords {
  /// The words of a document. Of a plain text file, whose text is not in the index, the beginning is read.
  ///
  /// - Parameter path: Where the file is, or the address of an item.
  package init(of reference: DocumentReference, at path: [UInt8], in store: Store) throws(StoreError) {
    var isPlainText = false
    self = try store.read { snapshot throws(StoreError) in
      if let record = try snapshot.record(of: reference), record.status.kind == .regular, record.content == .current {
        isPlainText = try !snapshot.storesText(of: reference.document)
      }
      return try DocumentWords(of: reference, in: snapshot)
    }
    guard isPlainText, let file = try? ReadableFile(Path(path)), file.kind == .regular,
      let bytes = try? file.bytes(at: 0, count: Self.maximumTextLength)
    else { return }
    let end = bytes.count < Self.maximumTextLength ? bytes.count : (bytes.lastIndex { $0 < 0x80 } ?? 0)
    let text = bytes.span.extracting(..<end)
    // A file without text, such as an image.
    guard !bytes.contains(0), (try? UTF8Span(validating: text)) != nil else { return }
    add(text)
  }
}
