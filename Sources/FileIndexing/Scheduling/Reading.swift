// SPDX-License-Identifier: Apache-2.0

internal import IndexStore

/// A document that is being read. Identifies it in all stages of the content pipeline.
struct Reading: Sendable {
  /// The document's row when the job was made. The row may change before the content is committed.
  var file: FileRecord
  /// Whether the document changed just now. Fresh documents are read and committed before others.
  var isFresh: Bool
}
