// SPDX-License-Identifier: Apache-2.0

/// The parent and name of every directory, indexed by directory number, for building paths. The
/// table is a segment of its own kind that holds nothing else.
///
/// Format: the `directories` section has one row per directory, in ascending order of numbers and
/// without gaps. A row is the parent's number as a variable-length integer, or zero if there is no
/// parent: for the root, a hidden or detached directory, and an unused number. A nonzero parent is
/// followed by one byte for the length of the name, and the name. The `directoryStarts` section has
/// the offset of every ``groupSize``-th row, 8 bytes each. A directory takes about 16 bytes. A
/// lookup touches two blocks, which directories with nearby numbers share.
package struct DirectoryTable: Sendable {
  static let groupSize = 32

  /// Number of rows. Directory numbers are less than this.
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

  /// A cursor at the first row of a group of ``groupSize`` rows.
  fileprivate func group(_ number: Int) throws(SegmentError) -> ByteCursor {
    let isLast = number + 1 == groupCount
    var cursor = try starts.cursor(at: number * 8, count: isLast ? 8 : 16)
    let start = cursor.fixed(UInt64.self)
    let end = isLast ? UInt64(rows.count) : cursor.fixed(UInt64.self)
    guard start <= end, end <= UInt64(rows.count) else { throw starts.inconsistent }
    return try rows.cursor(Int(start)..<Int(end))
  }
}

/// Reads rows of a ``DirectoryTable``. Cheap for ascending directory numbers.
package struct DirectoryTableCursor: ~Copyable {
  package let table: DirectoryTable
  private var rows: ByteCursor
  /// The group that ``rows`` belongs to, or -1.
  private var group = -1
  /// The directory whose row ``rows`` reads next.
  private var next = 0

  package init(_ table: DirectoryTable) {
    self.table = table
    rows = unsafe ByteCursor(UnsafeRawBufferPointer(start: nil, count: 0), owner: nil)
  }

  /// Calls `body` with the parent and the name of a directory.
  ///
  /// For a directory without a parent, the parent is 0 and the name is empty. The name is valid
  /// until `body` returns.
  ///
  /// - Parameter directory: Must be less than the table's count.
  /// - Complexity: A few nanoseconds if the directory follows the previous one closely, otherwise
  ///   0.5 µs.
  package mutating func withRow<Result>(
    of directory: UInt32, _ body: (UInt32, Span<UInt8>) -> Result
  ) throws(SegmentError) -> Result {
    let directory = Int(directory)
    precondition(directory < table.count, "the table lacks the directory")
    if directory / DirectoryTable.groupSize != group || directory < next {
      // If the read below throws, the next call must not continue from this cursor.
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

  /// Number of rows appended so far.
  package private(set) var count: UInt32 = 0

  /// - Parameter path: Path of the new file. An existing file is replaced, so callers write to a
  ///   temporary name and rename it. A writer that is released before ``finish(durable:)`` removes
  ///   the file.
  package init(path: String) throws(SegmentError) {
    self.path = path
    file = try SegmentFileWriter(path: path)
    starts = ByteSink(scratchIn: path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ".")
  }

  /// Appends the row of the next directory number.
  ///
  /// - Parameters:
  ///   - parent: 0 for a directory without a parent, whose name is not stored.
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

  /// Completes the file. The writer cannot be used afterwards.
  ///
  /// - Parameter durable: Whether to wait until the contents are on disk. Making the file's name
  ///   durable is left to the caller, who renames the file.
  package func finish(durable: Bool) throws(SegmentError) -> FinishedSegment {
    file.endSection(.directories)
    try file.append(.directoryStarts, starts)
    return try file.finish(documentCount: count, durable: durable, recordsFolding: false)
  }
}
