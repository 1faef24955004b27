internal import Glibc
internal import Segments

/// The texts of documents on their way into the text layer: a commit's documents together make one segment.
///
/// Texts are told apart into tokens while they are added, within bounded memory; nothing of them is kept. For one thread at a time.
///
///     let run = try TextRun(for: store)
///     let place = try run.beginDocument(reference.document)
///     try run.add(text)
///     try run.finish()
///     try store.write { transaction in
///       try transaction.add(run)
///       try transaction.setContent(reference, …, text: place)
///     }
package final class TextRun {
  /// A document's place in a run.
  package struct Place: Sendable, Hashable {
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

  /// Begins the text of another document. Of several texts of one document the last one whose place is committed counts.
  package func beginDocument(_ document: DocumentID) throws(StoreError) -> Place {
    documentCount += 1
    let noName: [UInt8] = []
    return try translatingSegmentErrors { () throws(SegmentError) in
      Place(ordinal: try builder.beginDocument(id: document.rawValue, directory: 0, name: noName.span))
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
    CrashPoint.textRunWritten.pass()
  }
}

extension WriteTransaction {
  /// Takes a finished run into the text layer. Only those of its documents count whose place is given to
  /// ``setContent(_:ifStatusIs:record:type:textChunks:text:warning:)`` in this transaction.
  package func add(_ run: TextRun) throws(StoreError) {
    precondition(pending.run == nil, "A transaction takes one run of texts")
    guard run.documentCount > 0 else { return }
    let record = try list(run.file, .text, documentCount: run.documentCount, byteCount: run.byteCount)
    pending.run = (record, [])
  }

  /// Makes the text layer agree with what the transaction did to documents.
  func writeTextMasks() throws(StoreError) {
    let pending = pending
    try bury(documents: pending.staleTexts.sorted(), in: .text, sparing: pending.run?.record.id)
    pending.staleTexts = []
    guard let run = pending.run else { return }
    let refused = (0..<UInt32(run.record.documentCount)).filter { !run.taken.contains($0) }
    try bury(refused, in: run.record)
  }
}
