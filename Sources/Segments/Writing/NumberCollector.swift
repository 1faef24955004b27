// SPDX-License-Identifier: Apache-2.0

/// Collects the numbers of all fields of a segment under construction.
///
/// Takes 2 KB of memory per column and 0.25 bytes per number.
struct NumberCollector: ~Copyable {
  private let scratch: ByteSink
  private var keys: [[UInt8]] = []
  private var columns = UniqueArray<NumberColumnWriter>()
  private var indices: [[UInt8]: Int] = [:]

  /// Index of the column after the last one used. Most documents have the same fields in the same
  /// order.
  private var likely = 0

  init(folder: String) {
    scratch = ByteSink(scratchIn: folder)
  }

  mutating func append(_ number: Double, of ordinal: UInt32, field: SegmentField, kind: NumberKind) throws(SegmentError) {
    let index = index(of: field, SegmentField.Kind(kind))
    try columns[index].append(SortableNumber.bits(number), of: ordinal)
    likely = index + 1 == columns.count ? 0 : index + 1
  }

  private mutating func index(of field: SegmentField, _ kind: SegmentField.Kind) -> Int {
    if likely < keys.count, field.isPrefix(keys[likely], kind) { return likely }
    let key = field.prefix(kind)
    if let index = indices[key] { return index }
    indices[key] = columns.count
    keys.append(key)
    columns.append(NumberColumnWriter(scratch: scratch))
    return columns.count - 1
  }

  mutating func finish(_ file: SegmentFileWriter, documentCount: Int) throws(SegmentError) {
    for index in keys.indices { try columns[index].endBlocks(documentCount: documentCount) }
    try scratch.finish()
    var writer = NumbersWriter(file)
    for index in keys.indices.sorted(by: { keys[$0].lexicographicallyPrecedes(keys[$1]) }) {
      try writer.append(columns[index], key: keys[index])
    }
    try writer.finish()
  }
}
