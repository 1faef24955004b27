// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import UniformTypeIdentifiers

/// The result of reading a document, to be stored in the catalog.
struct ReadContent: Sendable {
  enum Outcome: Sendable {
    case content(Content)
    /// No importer reads the file. The value is the encoded record of its extended attributes,
    /// empty if it has none.
    case attributes([UInt8], status: FileStatus)
    /// The import failed. `status` is `nil` if the file could not be opened; `record` is the
    /// encoded record of its extended attributes.
    case failure(Failure, status: FileStatus?, record: [UInt8])
    /// There was no file at the document's path.
    case vanished
  }

  struct Content: Sendable {
    /// The status of the file when it was opened.
    var status: FileStatus
    /// An encoded attribute record; empty if there are no attributes.
    var record: [UInt8]
    /// The type according to the content; `nil` leaves the document's type unchanged.
    var type: ContentType?
    /// Whether the text gets a vector, see `ContentType.textHasMeaning`.
    var textHasMeaning = true
    /// Chunks of the text that are to be stored after the first `storedChunks`. Empty if the text
    /// equals the content of the file, which can then be read again at any time.
    var chunks: [TextChunk] = []
    /// Number of chunks that are in the catalog already.
    var storedChunks = 0
    /// What the importer could not read.
    var warning: Failure?
    /// Whether an importer has read the file.
    var hasReader = true
  }

  var reading: Reading
  var outcome: Outcome

  /// Whether the text, if there is one, gets a vector.
  var textHasMeaning: Bool { if case .content(let content) = outcome { content.textHasMeaning } else { true } }

  /// Bytes of attributes and compressed text in memory.
  var byteCount: Int {
    switch outcome {
    case .content(let content): content.chunks.reduce(content.record.count) { $0 + $1.byteCount }
    case .attributes(let record, _), .failure(_, _, let record): record.count
    case .vanished: 0
    }
  }
}
