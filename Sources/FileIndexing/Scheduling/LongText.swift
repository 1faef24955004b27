internal import IndexStore

/// A text that is too long to be held in memory until its file is read. It gets a segment of its own, and the
/// catalog keeps it in parts.
final class LongText {
  /// Memory for tokens, in bytes; what goes beyond is sorted on the disk.
  private static let tokenMemory = 16 << 20
  /// Bytes of compressed text that are held.
  private static let heldChunks = 4 << 20

  let texts: TextSegmentWriter
  let document: TextSegmentWriter.Document
  private let store: Store
  private let reference: DocumentReference
  private let isKept: Bool
  /// What is not in the catalog yet.
  private(set) var chunks: [TextChunk] = []
  private(set) var storedChunks = 0
  private var byteCount = 0

  /// - Parameter isKept: Whether the catalog keeps the text.
  init(_ reference: DocumentReference, for store: Store, isKept: Bool) throws(StoreError) {
    self.store = store
    self.reference = reference
    self.isKept = isKept
    texts = try TextSegmentWriter(for: store, budget: Self.tokenMemory)
    document = try texts.beginDocument(reference.document)
  }

  /// Adds the next piece, of whole code points.
  func add(_ text: Span<UInt8>) throws(StoreError) {
    try texts.add(text)
    guard isKept else { return }
    let more = try TextChunk.compress(text)
    chunks += more
    byteCount += more.reduce(0) { $0 + $1.byteCount }
    guard byteCount >= Self.heldChunks else { return }
    try store.write { transaction throws(StoreError) in try transaction.appendText(of: reference, chunks, from: storedChunks) }
    storedChunks += chunks.count
    chunks = []
    byteCount = 0
  }
}
