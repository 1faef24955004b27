// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import SystemPlatform
internal import WorkerProtocol

/// The result of searching for text in the picture of a file.
struct RecognizedFile: Sendable {
  var reference: DocumentReference
  /// The status of the file when it was opened.
  var status: FileStatus
  var origin: TextOrigin
  /// In UTF-8; empty unless ``origin`` is ``TextOrigin/recognized``.
  var text: [UInt8]
  /// What could not be read.
  var problem: Failure?

  /// - Parameter text: What the worker has sent before.
  /// - Returns: `nil` if the file was not searched: it is gone, or could not be opened at present.
  init?(_ job: FinishedJob<DocumentReference>, text: [UInt8]) {
    reference = job.tag
    func failure(_ reason: String) -> Failure {
      Failure(
        reference: job.tag, importer: TextOrigin.importerName, reason: "no text can be searched in its picture: \(reason)",
        when: Int64(UnixTime.now))
    }
    switch job.content {
    case .finished(let status, let result, _):
      self.status = status
      self.text = text
      problem = result.warning.map { failure($0.message) }
      origin = !text.isEmpty ? .recognized : problem == nil ? .none : .unreadable
    case .failed(let status?, let reason):
      (self.status, self.text, origin, problem) = (status, [], .unreadable, failure(reason.reason))
    case .failed(nil, _), .unread, .postponed, .vanished: return nil
    }
  }
}

extension Store {
  /// Stores results, and how much was done today, in one transaction.
  ///
  /// - Returns: Counts of the results that were stored. A file that has changed meanwhile is searched again.
  func add(_ files: [RecognizedFile], _ day: RecognitionDay) throws(StoreError) -> RecognitionProgress {
    var texts: TextSegmentWriter?
    var prepared: [(file: RecognizedFile, chunks: [TextChunk], text: TextSegmentWriter.Document?)] = []
    for file in files {
      guard file.origin == .recognized else {
        prepared.append((file, [], nil))
        continue
      }
      let writer = if let texts { texts } else { try TextSegmentWriter(for: self) }
      texts = writer
      let document = try writer.beginDocument(file.reference.document, isRecognized: true)
      try writer.add(file.text.span)
      prepared.append((file, try TextChunk.compress(file.text.span), document))
    }
    try texts?.finish()
    return try write { transaction throws(StoreError) in
      if let texts { try transaction.add(texts) }
      var progress = RecognitionProgress()
      for (file, chunks, text) in prepared {
        guard
          try transaction.addRecognition(
            file.origin, to: file.reference, ifStatusIs: file.status, chunks: chunks, text: text, problem: file.problem)
        else { continue }
        progress.files += 1
        if file.origin == .recognized { progress.filesWithText += 1 }
        if file.problem != nil { progress.failed += 1 }
      }
      var day = day
      day.files += progress.files
      day.filesWithText += progress.filesWithText
      try transaction.setRecognitionDay(day)
      return progress
    }
  }
}
