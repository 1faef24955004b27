/// Writes sorted columns from the numbers of all fields in order.
///
/// A column is three ``PackedColumn``s: the values, ascending; their documents; for each document, one more than the place of its least value,
/// or 0. The section ends in a directory (for each field its bytes, the number of values and the offsets of its columns), the number of
/// fields and the directory's length.
struct NumberColumnsWriter: TermSink {
  private let sink: ByteSink
  private let folder: String
  private let documentCount: Int
  private var directory: [UInt8] = []
  private var fieldCount: UInt32 = 0

  private var field: [UInt8] = []
  private var value: UInt64 = 0
  private var ranks: [UInt32] = []
  private var valueCount = 0
  private var values: PackedColumnWriter
  private var ordinals: PackedColumnWriter
  private var ordinalsScratch: ByteSink

  init(_ sink: ByteSink, folder: String, documentCount: Int) {
    self.sink = sink
    self.folder = folder
    self.documentCount = documentCount
    values = PackedColumnWriter(sink)
    ordinalsScratch = ByteSink(scratchIn: folder)
    ordinals = PackedColumnWriter(ordinalsScratch)
  }

  /// The key of a number: its field, then its bits, the highest first.
  static func append(_ number: Double, to key: inout [UInt8]) {
    append(bits: SortableNumber.bits(number), to: &key)
  }

  static func append(bits: UInt64, to key: inout [UInt8]) {
    for shift in stride(from: UInt64(56), through: 0, by: -8) { key.append(UInt8(truncatingIfNeeded: bits >> shift)) }
  }

  mutating func begin(folded: [UInt8], surface: [UInt8]) throws(SegmentError) {
    let prefix = surface.dropLast(8)
    if !prefix.elementsEqual(field) {
      try endField()
      field = Array(prefix)
      values = PackedColumnWriter(sink)
      ordinalsScratch = ByteSink(scratchIn: folder)
      ordinals = PackedColumnWriter(ordinalsScratch)
      ranks = [UInt32](repeating: 0, count: documentCount)
    }
    value = surface.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func add(document ordinal: UInt32) throws(SegmentError) {
    try values.append(value)
    try ordinals.append(UInt64(ordinal))
    valueCount += 1
    guard valueCount <= UInt32.max else { throw .tooLarge(file: folder) }
    if ranks[Int(ordinal)] == 0 { ranks[Int(ordinal)] = UInt32(valueCount) }
  }

  mutating func add(position: UInt32) throws(SegmentError) {}

  mutating func end() throws(SegmentError) {}

  private mutating func endField() throws(SegmentError) {
    guard valueCount > 0 else { return }
    let valuesRange = try values.finish()
    _ = try ordinals.finish()
    try ordinalsScratch.finish()
    try sink.append(scratch: ordinalsScratch)
    let ordinalsEnd = sink.count
    var rankColumn = PackedColumnWriter(sink)
    for rank in ranks { try rankColumn.append(UInt64(rank)) }
    let end = try rankColumn.finish().upperBound
    directory.append(variable: UInt32(field.count))
    directory.append(contentsOf: field)
    for number in [valueCount, valuesRange.lowerBound, valuesRange.upperBound, ordinalsEnd, end] {
      directory.append(variable: UInt64(number))
    }
    fieldCount += 1
    valueCount = 0
  }

  mutating func finish() throws(SegmentError) {
    try endField()
    directory.append(fixed: fieldCount)
    directory.append(fixed: UInt32(directory.count))
    sink.bytes.append(contentsOf: directory)
    try sink.flushIfFull()
  }
}
