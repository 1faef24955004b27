internal import IndexStore

/// A document that is being read: what the stages of the content pipeline know it by.
struct Reading: Sendable {
  /// The document's row when the job was made. The row may change before the content is committed.
  var file: FileRecord
  /// Whether the document changed just now. Its content is then read and committed before others.
  var isFresh: Bool
}
