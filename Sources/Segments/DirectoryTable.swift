/// The parents and names of directories, by their numbers: what paths are put together from. A segment of its own kind, with nothing else in it.
///
/// Format: the rows' section has, in the order of numbers and without gaps, the parent's number as a variable one, zero for a directory that
/// lies nowhere; behind any other a byte for the name's length, and the name. The starts' section has for each ``groupSize`` rows where they
/// begin, 8 bytes each. Some 16 bytes a directory; a lookup touches two blocks, and neighbours share them.
package struct DirectoryTable: Sendable {
  static let groupSize = 32

  /// Directories are numbered below it.
  package let count: Int
  private let rows: Region
  private let starts: Region

  package init(_ segment: SegmentReader) throws(SegmentError) {
    count = segment.documentCount
    rows = try segment.region(.directories)
    starts = try segment.region(.directoryStarts)
    guard starts.count == groupCount * 8 else { throw starts.inconsistent }
  }

  var inconsistent: SegmentError { rows.inconsistent }

  private var groupCount: Int { (count + Self.groupSize - 1) / Self.groupSize }

  /// The rows of a group.
  fileprivate func group(_ number: Int) throws(SegmentError) -> ByteCursor {
    let isLast = number + 1 == groupCount
    var cursor = try starts.cursor(at: number * 8, count: isLast ? 8 : 16)
    let start = cursor.fixed(UInt64.self)
    let end = isLast ? UInt64(rows.count) : cursor.fixed(UInt64.self)
    guard start <= end, end <= UInt64(rows.count) else { throw starts.inconsistent }
    return try rows.cursor(Int(start)..<Int(end))
  }
}

/// Goes through a ``DirectoryTable``.
package struct DirectoryTableCursor: ~Copyable {
  package let table: DirectoryTable
  private var rows: ByteCursor
  /// Of which the rows are.
  private var group = -1
  /// Whose row is next.
  private var next = 0

  package init(_ table: DirectoryTable) {
    self.table = table
    rows = unsafe ByteCursor(UnsafeRawBufferPointer(start: nil, count: 0), owner: nil)
  }

  /// Calls `body` with the parent and the name of a directory; the name lives until `body` returns. The parent is 0, and the name empty, for a
  /// directory that lies nowhere.
  ///
  /// - Parameter directory: Below the table's count.
  /// - Complexity: Some nanoseconds for one soon behind the one before, else half a microsecond.
  package mutating func withRow<Result>(
    of directory: UInt32, _ body: (UInt32, Span<UInt8>) -> Result
  ) throws(SegmentError) -> Result {
    let directory = Int(directory)
    precondition(directory < table.count, "the table lacks the directory")
    if directory / DirectoryTable.groupSize != group || directory < next {
      // Not to be gone on with, should this fail.
      group = -1
      let wanted = directory / DirectoryTable.groupSize
      rows = try table.group(wanted)
      (group, next) = (wanted, wanted * DirectoryTable.groupSize)
    }
    while next < directory {
      if rows.variable() != 0 { rows.skip(Int(rows.byte())) }
      next += 1
    }
    let parent = rows.variable(atMost: Int(UInt32.max))
    let name = unsafe parent == 0 ? UnsafeRawBufferPointer(start: nil, count: 0) : rows.take(Int(rows.byte()))
    next += 1
    guard !rows.hasFailed else { throw table.inconsistent }
    return unsafe body(UInt32(parent), Span(_unsafeBytes: name))
  }
}

/// Writes a ``DirectoryTable``.
package final class DirectoryTableWriter {
  private let file: SegmentFileWriter
  private let starts: ByteSink
  private let path: String

  /// How many directories have their row.
  package private(set) var count: UInt32 = 0

  /// - Parameter path: Of the file, replacing one that is there: a temporary name, for the caller to rename. A writer that is given up leaves
  ///   nothing there.
  package init(path: String) throws(SegmentError) {
    self.path = path
    file = try SegmentFileWriter(path: path)
    starts = ByteSink(scratchIn: path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ".")
  }

  /// Adds the row of the next directory.
  ///
  /// - Parameters:
  ///   - parent: 0 for a directory that lies nowhere.
  ///   - name: At most 255 bytes.
  package func append(parent: UInt32, name: Span<UInt8>) throws(SegmentError) {
    precondition(name.count <= UInt8.max, "the name is longer than any directory's")
    guard count < UInt32.max else { throw .tooLarge(file: path) }
    if count % UInt32(DirectoryTable.groupSize) == 0 {
      starts.bytes.append(fixed: UInt64(file.sink.count - SegmentFormat.headerSize))
      try starts.flushIfFull()
    }
    file.sink.bytes.append(variable: parent)
    if parent != 0 {
      file.sink.bytes.append(UInt8(name.count))
      unsafe name.withUnsafeBufferPointer { unsafe file.sink.bytes.append(contentsOf: $0) }
    }
    try file.sink.flushIfFull()
    count += 1
  }

  /// Writes the file; the writer is done with.
  ///
  /// - Parameter durable: Wait until the contents are on the disk. The name is for the caller, who gives it.
  package func finish(durable: Bool) throws(SegmentError) -> FinishedSegment {
    file.endSection(.directories)
    try file.append(.directoryStarts, starts)
    return try file.finish(documentCount: count, durable: durable)
  }
}
