// SPDX-License-Identifier: Apache-2.0

internal import Segments
internal import WordVectors

/// Writes the text segment of one commit.
///
/// It splits texts into tokens as they are added and does not keep the texts, so its memory is
/// bounded. Use it from one thread at a time.
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
  private var builder: SegmentBuilder
  /// Bytes of text added so far.
  package private(set) var textBytes = 0
  private(set) var documentCount = 0
  /// Length of the finished file in bytes; 0 before ``finish()``.
  private(set) var byteCount = 0

  /// - Parameters:
  ///   - store: The path of the store.
  ///   - budget: Memory for sorting tokens, in bytes. More tokens are spilled to the disk.
  ///   - vectors: The model of the texts' vectors; `nil` if they get none.
  init(in store: String, budget: Int, vectors: WordVectorModel?) throws(StoreError) {
    let file = try UnlistedSegment(in: store)
    self.file = file
    builder = try translatingSegmentErrors { () throws(SegmentError) in
      try SegmentBuilder(path: file.path, budget: budget, vectors: vectors)
    }
  }

  /// Begins the text of another document. If a document is added several times, the text that is
  /// committed last counts.
  ///
  /// - Parameters:
  ///   - hasMeaning: Whether its text gets a vector, see ``ContentType/textHasMeaning``.
  ///   - isRecognized: Whether the text was recognised in a picture, so that it counts less; see ``TextOrigin``.
  package func beginDocument(
    _ document: DocumentID, hasMeaning: Bool = true, isRecognized: Bool = false
  ) throws(StoreError) -> Document {
    documentCount += 1
    let noName: [UInt8] = []
    return try translatingSegmentErrors { () throws(SegmentError) in
      let ordinal = try builder.beginDocument(id: document.rawValue, directory: 0, name: noName.span)
      if !hasMeaning { try builder.leaveOutTextVector() }
      if isRecognized { builder.setTextLengthFactor(TextOrigin.lengthFactor) }
      return Document(ordinal: ordinal)
    }
  }

  /// Adds the next part of the document's text: UTF-8, split at any byte.
  package func add(_ text: Span<UInt8>) throws(StoreError) {
    textBytes += text.count
    try translatingSegmentErrors { () throws(SegmentError) in try builder.addText(text) }
  }

  /// Writes the file. Only a finished writer can be added to a transaction.
  package func finish() throws(StoreError) {
    byteCount = try translatingSegmentErrors { () throws(SegmentError) in try builder.finish(durable: false).byteCount }
    CrashPoint.textSegmentWritten.pass()
  }
}

extension WriteTransaction {
  /// Adds a finished segment to the text layer. Its documents become live only when this
  /// transaction passes them to
  /// ``setContent(_:ifStatusIs:record:type:textChunks:text:warning:state:)``.
  package func add(_ texts: TextSegmentWriter) throws(StoreError) {
    precondition(pending.texts == nil, "A transaction takes one segment of texts")
    guard texts.documentCount > 0 else { return }
    let record = try list(texts.file, .text, documentCount: texts.documentCount, byteCount: texts.byteCount)
    pending.texts = (record, [])
  }

  /// Writes masks of the text layer according to the transaction's changes.
  func writeTextMasks() throws(StoreError) {
    let pending = pending
    try bury(documents: pending.staleTexts.sorted(), in: .text, sparing: pending.texts?.record.id)
    pending.staleTexts = []
    guard let texts = pending.texts else { return }
    let refused = (0..<UInt32(texts.record.documentCount)).filter { !texts.taken.contains($0) }
    try bury(refused, in: texts.record)
  }
}
