// SPDX-License-Identifier: Apache-2.0

/// Writes the section of numbers: a column for each field and kind, in the order of their keys.
///
/// The section ends with a directory, the number of columns, and the combined length of the
/// directory and the number of columns. For each column, the directory has the length and bytes of
/// its key, the number of values, and the offsets where the column begins, where its values end and
/// where it ends.
struct NumbersWriter {
  private let file: SegmentFileWriter
  private let start: Int
  private var directory: [UInt8] = []
  private var columnCount: UInt32 = 0

  init(_ file: SegmentFileWriter) {
    self.file = file
    start = file.sink.count
  }

  /// - Parameter column: Its scratch must be finished.
  mutating func append(_ column: borrowing NumberColumnWriter, key: [UInt8]) throws(SegmentError) {
    let layout = try column.copy(to: file.sink)
    directory.append(variable: UInt32(key.count))
    directory.append(contentsOf: key)
    directory.append(variable: UInt64(layout.count))
    for offset in [layout.start, layout.valuesEnd, layout.end] { directory.append(variable: UInt64(offset - start)) }
    columnCount += 1
  }

  mutating func finish() throws(SegmentError) {
    directory.append(fixed: columnCount)
    directory.append(fixed: UInt32(directory.count))
    file.sink.bytes.append(contentsOf: directory)
    try file.sink.flushIfFull()
    file.endSection(.numbers)
  }
}
