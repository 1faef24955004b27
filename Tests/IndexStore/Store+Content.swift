// SPDX-License-Identifier: Apache-2.0

import Attributes

@testable import IndexStore

extension Store {
  /// Stores a content with its text as the indexer does: the tokens in a run, and the text in
  /// chunks.
  @discardableResult
  func setContent(
    _ reference: DocumentReference, ifStatusIs status: FileStatus, record: [UInt8] = [], type: TypeID? = nil, text: [String]
  ) throws -> Bool {
    let run = try TextSegmentWriter(for: self)
    let textDocument = text.isEmpty ? nil : try run.beginDocument(reference.document)
    for piece in text { try run.add(Array(piece.utf8).span) }
    try run.finish()
    let chunks = try text.flatMap { try TextChunk.compress(Array($0.utf8).span) }
    return try write { transaction throws(StoreError) in
      try transaction.add(run)
      try transaction.appendText(of: reference, chunks, from: 0)
      return try transaction.setContent(
        reference, ifStatusIs: status, record: record, type: type, textChunks: chunks.count, text: textDocument)
    }
  }
}
