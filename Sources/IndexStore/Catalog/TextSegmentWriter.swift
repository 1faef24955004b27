internal import Glibc
internal import Segments

/// Writes the segment of the text layer that one commit brings along, with the texts of its documents.
///
/// Splits texts into tokens as they are added, within bounded memory; keeps no text. For one thread at a time.
///
///     let texts = try TextSegmentWriter(for: store)
///     let document = try texts.beginDocument(reference.document)
///     try texts.add(text)
///     try texts.finish()
///     try store.write { transaction in
///       try transaction.add(texts)
///       try transaction.setContent(reference, …, text: document)
///     }
package final class TextSegmentWriter {
  /// A document in the segment.
  package struct Document: Sendable, Hashable {
    let ordinal: UInt32
  }

  let file: UnlistedSegment
  private let builder: SegmentBuilder
  /// Bytes of text that were added.
  package private(set) var textBytes = 0
  private(set) var documentCount = 0
  /// Length of the finished file; 0 before that.
  private(set) var byteCount = 0

  /// - Parameter budget: Memory for tokens that are being sorted, in bytes; what goes beyond is sorted on the disk.
  package init(for store: Store, budget: Int = 64 << 20) throws(StoreError) {
    let file = try UnlistedSegment(in: store.path)
    self.file = file
    builder = try translatingSegmentErrors { () throws(SegmentError) in try SegmentBuilder(path: file.path, budget: budget) }
  }

  /// Begins the text of another document. If a document has several texts, the last one that is committed counts.
  package func beginDocument(_ document: DocumentID) throws(StoreError) -> Document {
    documentCount += 1
    let noName: [UInt8] = []
    return try translatingSegmentErrors { () throws(SegmentError) in
      Document(ordinal: try builder.beginDocument(id: document.rawValue, directory: 0, name: noName.span))
    }
  }

  /// Adds the next piece of the document's text: UTF-8, cut anywhere.
  package func add(_ text: Span<UInt8>) throws(StoreError) {
    textBytes += text.count
    try translatingSegmentErrors { () throws(SegmentError) in try builder.addText(text) }
  }

  /// Writes the file; a commit can take it then.
  package func finish() throws(StoreError) {
    byteCount = try translatingSegmentErrors { () throws(SegmentError) in try builder.finish(durable: false).byteCount }
    CrashPoint.textSegmentWritten.pass()
  }
}

extension WriteTransaction {
  /// Adds a finished segment to the text layer. Only those of its documents count that are given to
  /// ``setContent(_:ifStatusIs:record:type:textChunks:text:warning:)`` in this transaction.
  package func add(_ texts: TextSegmentWriter) throws(StoreError) {
    precondition(pending.texts == nil, "A transaction takes one segment of texts")
    guard texts.documentCount > 0 else { return }
    let record = try list(texts.file, .text, documentCount: texts.documentCount, byteCount: texts.byteCount)
    pending.texts = (record, [])
  }

  /// Makes the text layer agree with what the transaction did to documents.
  func writeTextMasks() throws(StoreError) {
    let pending = pending
    try bury(documents: pending.staleTexts.sorted(), in: .text, sparing: pending.texts?.record.id)
    pending.staleTexts = []
    guard let texts = pending.texts else { return }
    let refused = (0..<UInt32(texts.record.documentCount)).filter { !texts.taken.contains($0) }
    try bury(refused, in: texts.record)
  }
}
