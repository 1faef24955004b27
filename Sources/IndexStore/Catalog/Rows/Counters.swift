// SPDX-License-Identifier: Apache-2.0

internal import Attributes

/// The catalog's next free numbers and running counts: one row of ``CatalogTable/meta``, rewritten
/// by each commit that changes it.
struct Counters: Equatable {
  var nextDocument: UInt64 = 1
  var nextDirectory: UInt32 = 2
  var nextType: UInt16 = 1
  var nextFilesystem: UInt16 = 1
  var nextSegment: UInt32 = 1
  /// Sequence number of the last change.
  var sequence: UInt64 = 0
  /// Sequence number of the last change that was removed from the log; the log starts after it.
  var forgotten: UInt64 = 0
  /// Sequence number of the last change that the attributes layer contains. Documents with later
  /// changes are pending.
  var indexed: UInt64 = 0
  /// Total size in bytes of the attribute records written since change ``indexed``.
  var pendingBytes: UInt64 = 0
  /// Number of times that a tree without a document of its own was detached, or that trees were
  /// hidden or shown again, which the change log does not record.
  var detachments: UInt64 = 0
  /// Number of documents removed since the catalog was last rewritten.
  var removed: UInt64 = 0
  /// Number of times that a directory was moved or renamed.
  var directoryMoves: UInt64 = 0
  /// Directories with a number below this one are in the directory table; 0 when the store has no
  /// table.
  var directoriesInTable: UInt32 = 0
  var counts = CatalogCounts()

  static let row = Array("counters".utf8)

  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.append(variable: nextDocument)
    writer.append(variable: UInt64(nextDirectory))
    writer.append(variable: UInt64(nextType))
    writer.append(variable: UInt64(nextFilesystem))
    writer.append(variable: UInt64(nextSegment))
    writer.append(variable: sequence)
    writer.append(variable: forgotten)
    writer.append(variable: indexed)
    writer.append(variable: pendingBytes)
    // Earlier versions counted hidden directories here.
    writer.append(byte: 0)
    writer.append(variable: detachments)
    writer.append(variable: removed)
    writer.append(variable: directoryMoves)
    writer.append(variable: UInt64(directoriesInTable))
    writer.append(variable: UInt64(counts.directories))
    for count in counts.byContent { writer.append(variable: UInt64(count)) }
    return writer.sealed()
  }

  init() {}

  init(decoding bytes: Span<UInt8>) throws(DecodingError) {
    var reader = try ByteReader(checked: bytes)
    nextDocument = try reader.variable()
    nextDirectory = UInt32(truncatingIfNeeded: try reader.variable())
    nextType = UInt16(truncatingIfNeeded: try reader.variable())
    nextFilesystem = UInt16(truncatingIfNeeded: try reader.variable())
    nextSegment = UInt32(truncatingIfNeeded: try reader.variable())
    sequence = try reader.variable()
    forgotten = try reader.variable()
    indexed = try reader.variable()
    pendingBytes = try reader.variable()
    _ = try reader.variable()
    detachments = try reader.variable()
    removed = try reader.variable()
    directoryMoves = try reader.variable()
    directoriesInTable = UInt32(truncatingIfNeeded: try reader.variable())
    counts.directories = try Self.count(&reader)
    for state in counts.byContent.indices { counts.byContent[state] = try Self.count(&reader) }
  }

  /// Limit for counts read from the disk. No catalog has as many documents, and sums of such counts
  /// do not overflow.
  private static let maximumCount: UInt64 = 1 << 48

  private static func count(_ reader: inout ByteReader) throws(DecodingError) -> Int {
    let start = reader.position
    let count = try reader.variable()
    guard count <= maximumCount else { throw .malformed(at: start) }
    return Int(count)
  }
}
