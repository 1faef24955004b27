internal import Attributes

/// The catalog's next numbers and running counts: one row of ``CatalogTable/meta``, written with each commit.
struct Counters: Equatable {
  var nextDocument: UInt64 = 1
  var nextDirectory: UInt32 = 2
  var nextType: UInt16 = 1
  var nextFilesystem: UInt16 = 1
  var nextSegment: UInt32 = 1
  /// The number of the last change.
  var sequence: UInt64 = 0
  /// The oldest change that the log still has is the one after this.
  var forgotten: UInt64 = 0
  /// The last change that the segments of the attributes layer know of; the documents of later ones are pending.
  var indexed: UInt64 = 0
  /// Bytes of the attribute records that were written after that.
  var pendingBytes: UInt64 = 0
  /// Directories that are hidden by themselves.
  var hiddenDirectories: UInt32 = 0
  /// How often a tree was hidden, shown again or taken out without the change log telling it.
  var visibilityChanges: UInt64 = 0
  /// Documents removed since the catalog was last written anew.
  var removed: UInt64 = 0
  /// How often a directory came to lie elsewhere, was renamed, hidden or shown.
  var directoryMoves: UInt64 = 0
  /// Directories are in the table of directories if they are numbered below; 0 where there is none.
  var directoriesInTable: UInt32 = 0
  var counts = CatalogCounts()

  static let row = Array("counters".utf8)

  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.append(variable: nextDocument)
    writer.append(variable: nextDirectory)
    writer.append(variable: nextType)
    writer.append(variable: nextFilesystem)
    writer.append(variable: nextSegment)
    writer.append(variable: sequence)
    writer.append(variable: forgotten)
    writer.append(variable: indexed)
    writer.append(variable: pendingBytes)
    writer.append(variable: hiddenDirectories)
    writer.append(variable: visibilityChanges)
    writer.append(variable: removed)
    writer.append(variable: directoryMoves)
    writer.append(variable: directoriesInTable)
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
    hiddenDirectories = UInt32(truncatingIfNeeded: try reader.variable())
    visibilityChanges = try reader.variable()
    removed = try reader.variable()
    directoryMoves = try reader.variable()
    directoriesInTable = UInt32(truncatingIfNeeded: try reader.variable())
    counts.directories = try Self.count(&reader)
    for state in counts.byContent.indices { counts.byContent[state] = try Self.count(&reader) }
  }

  /// No catalog has as many documents; sums of such counts do not overflow.
  private static let maximumCount: UInt64 = 1 << 48

  private static func count(_ reader: inout ByteReader) throws(DecodingError) -> Int {
    let start = reader.position
    let count = try reader.variable()
    guard count <= maximumCount else { throw .malformed(at: start) }
    return Int(count)
  }
}
