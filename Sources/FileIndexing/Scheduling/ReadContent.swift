internal import IndexStore
internal import UniformTypeIdentifiers

/// What reading a document brought, ready for the catalog.
struct ReadContent: Sendable {
  enum Outcome: Sendable {
    case content(Content)
    /// No importer reads it: what its extended attributes say, encoded, or nothing.
    case attributes([UInt8], status: FileStatus)
    /// `status` is `nil` when the file could not even be opened; `record` is what its extended attributes say.
    case failure(Failure, status: FileStatus?, record: [UInt8])
    /// There is no file at the path where it was looked for.
    case vanished
  }

  struct Content: Sendable {
    /// Of the file as it was opened.
    var status: FileStatus
    /// An encoded record of attributes; empty for none.
    var record: [UInt8]
    /// What looking into the file told; `nil` leaves the type as it is.
    var type: ContentType?
    /// The end of the text that the catalog is to keep, where it is not in the file as it is.
    var chunks: [TextChunk] = []
    /// How many chunks before those are in the catalog already.
    var storedChunks = 0
    /// What the importer could not read.
    var warning: Failure?
  }

  var reading: Reading
  var outcome: Outcome

  /// Bytes that wait in memory.
  var byteCount: Int {
    switch outcome {
    case .content(let content): content.chunks.reduce(content.record.count) { $0 + $1.byteCount }
    case .attributes(let record, _), .failure(_, _, let record): record.count
    case .vanished: 0
    }
  }
}
