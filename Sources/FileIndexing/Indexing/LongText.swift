// SPDX-License-Identifier: Apache-2.0

internal import IndexStore

/// A text that is too long to be held in memory until the import of its file has ended. It becomes
/// a segment of its own, and the catalog stores it in several transactions.
final class LongText {
  let texts: TextSegmentWriter
  let document: TextSegmentWriter.Document
  private let store: Store
  private let reference: DocumentReference
  private let isKept: Bool
  private let limits: ContentLimits
  /// Chunks that are not in the catalog yet.
  private(set) var chunks: [TextChunk] = []
  private(set) var storedChunks = 0
  private var byteCount = 0

  /// - Parameters:
  ///   - isKept: Whether the catalog stores the text. Otherwise only its tokens are kept.
  ///   - hasMeaning: Whether the text gets a vector, as far as the name of its file tells.
  init(
    _ reference: DocumentReference, for store: Store, _ limits: ContentLimits, isKept: Bool, hasMeaning: Bool
  ) throws(StoreError) {
    self.store = store
    self.reference = reference
    self.isKept = isKept
    self.limits = limits
    // More tokens are spilled to the disk.
    texts = try TextSegmentWriter(for: store, budget: limits.longTextTokenMemory)
    document = try texts.beginDocument(reference.document, hasMeaning: hasMeaning)
  }

  /// Adds the next piece, which must consist of whole code points.
  func add(_ text: Span<UInt8>) throws(StoreError) {
    try texts.add(text)
    guard isKept else { return }
    let more = try TextChunk.compress(text)
    chunks += more
    byteCount += more.reduce(0) { $0 + $1.byteCount }
    guard byteCount >= limits.longTextBytes else { return }
    try store.write { transaction throws(StoreError) in try transaction.appendText(of: reference, chunks, from: storedChunks) }
    storedChunks += chunks.count
    chunks = []
    byteCount = 0
  }
}
