// SPDX-License-Identifier: Apache-2.0

internal import Attributes
package import WordVectors

/// The vectors of a segment's documents.
///
/// Format: the identity of the model (64 bits), the version of the vectors (32), the number of rows (32), then the rows in the order of
/// ordinals: the components of the direction, the upper half of the length as a single-precision number, and the ordinal (32).
///
/// A segment with the section has the vectors of all its documents that have one; a segment without it may lack them.
package struct VectorRows: Sendable {
  /// Increased when the same model gives other vectors of texts.
  static let version: UInt32 = 1
  static let headSize = 16
  static let rowSize = WordVectorFormat.dimensionCount + 6

  private let region: Region
  /// The model that the vectors belong to.
  package let identity: UInt64
  package let count: Int

  /// - Returns: `nil` for vectors of another version.
  init?(_ region: Region) throws(SegmentError) {
    self.region = region
    var cursor = try region.cursor(at: 0, count: Self.headSize)
    identity = cursor.fixed(UInt64.self)
    let version = cursor.fixed(UInt32.self)
    count = Int(cursor.fixed(UInt32.self))
    guard version == Self.version else { return nil }
    guard region.count == Self.headSize + count * Self.rowSize else { throw region.inconsistent }
  }

  static func head(_ identity: UInt64, count: UInt32) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(fixed: identity)
    bytes.append(fixed: version)
    bytes.append(fixed: count)
    return bytes
  }

  /// Calls `body` with the ordinal of each row and its inner product with a vector.
  ///
  /// - Parameter words: ``TextVector/words``.
  /// - Complexity: O(*n*), 16 ns for each row.
  package func forEachProduct(
    _ words: [Int16], documentCount: Int, _ body: (_ row: Int, _ ordinal: UInt32, _ product: Int32) -> Void
  ) throws(SegmentError) {
    var last: UInt32?
    for start in stride(from: 0, to: count, by: Self.scannedRowCount) {
      let rows = unsafe try bytes(start..<min(start + Self.scannedRowCount, count))
      let number = rows.count / Self.rowSize
      guard let base = rows.baseAddress else { continue }
      let products = unsafe TextVector.products(words, rows: base.assumingMemoryBound(to: Int8.self), stride: Self.rowSize, count: number)
      for index in 0..<number {
        let ordinal = unsafe Self.ordinal(rows, index)
        guard ordinal < documentCount, last.map({ $0 < ordinal }) ?? true else { throw region.inconsistent }
        last = ordinal
        body(start + index, ordinal, products[index])
      }
    }
  }

  /// As many as fit into the processor's second cache.
  private static let scannedRowCount = 1024

  /// The vector of a row, and the ordinal of its document.
  package func row(_ index: Int) throws(SegmentError) -> (ordinal: UInt32, vector: TextVector) {
    guard index >= 0, index < count else { throw region.inconsistent }
    let bytes = unsafe try bytes(index..<index + 1)
    let components = (0..<WordVectorFormat.dimensionCount).map { unsafe Int8(bitPattern: bytes[$0]) }
    return (unsafe Self.ordinal(bytes, 0), TextVector(components: components, length: unsafe Self.length(bytes)))
  }

  /// The row of a document; `nil` if it has no vector.
  ///
  /// - Complexity: O(log *n*).
  package func row(of ordinal: UInt32) throws(SegmentError) -> TextVector? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let found = unsafe try Self.ordinal(bytes(middle..<middle + 1), 0)
      if found == ordinal { return try row(middle).vector }
      if found < ordinal { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// Calls `body` with the bytes of each row before its ordinal, and the ordinal.
  func forEachRow(_ body: (UnsafeRawBufferPointer, UInt32) throws(SegmentError) -> Void) throws(SegmentError) {
    for index in 0..<count {
      let row = unsafe try bytes(index..<index + 1)
      try unsafe body(UnsafeRawBufferPointer(rebasing: row[..<(Self.rowSize - 4)]), Self.ordinal(row, 0))
    }
  }

  /// The bytes of some rows.
  private func bytes(_ rows: Range<Int>) throws(SegmentError) -> UnsafeRawBufferPointer {
    unsafe try region.bytes(Self.headSize + rows.lowerBound * Self.rowSize..<Self.headSize + rows.upperBound * Self.rowSize)
  }

  private static func ordinal(_ rows: UnsafeRawBufferPointer, _ index: Int) -> UInt32 {
    unsafe UInt32(littleEndian: rows.loadUnaligned(fromByteOffset: (index + 1) * rowSize - 4, as: UInt32.self))
  }

  private static func length(_ row: UnsafeRawBufferPointer) -> Float {
    let bits = unsafe UInt16(littleEndian: row.loadUnaligned(fromByteOffset: WordVectorFormat.dimensionCount, as: UInt16.self))
    let length = Float(bitPattern: UInt32(bits) << 16)
    return length.isFinite && length > 0 ? length : 0
  }
}

extension TextVector {
  /// The vector as a segment has it, with a rounded length.
  package var rounded: TextVector { TextVector(components: components, length: Float(bitPattern: UInt32(lengthBits) << 16)) }

  /// The upper half of the length.
  fileprivate var lengthBits: UInt16 { UInt16(truncatingIfNeeded: min(length.bitPattern &+ 0x8000, 0x7F7F_0000) >> 16) }
}

/// Writes the section of ``VectorRows`` to a scratch.
struct VectorRowsWriter: ~Copyable {
  private let identity: UInt64
  private let rows: ByteSink
  private var count: UInt32 = 0

  init(_ identity: UInt64, scratchIn folder: String) {
    self.identity = identity
    rows = ByteSink(scratchIn: folder)
  }

  /// - Parameter ordinal: Greater than that of the previous row.
  mutating func append(_ vector: TextVector, of ordinal: UInt32) throws(SegmentError) {
    let rows = rows
    rows.bytes.append(contentsOf: vector.components.lazy.map { UInt8(bitPattern: $0) })
    let bits = vector.lengthBits
    rows.bytes.append(UInt8(truncatingIfNeeded: bits))
    rows.bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
    try end(ordinal)
  }

  /// - Parameter row: Its bytes before the ordinal.
  mutating func append(copy row: UnsafeRawBufferPointer, of ordinal: UInt32) throws(SegmentError) {
    unsafe rows.bytes.append(contentsOf: row)
    try end(ordinal)
  }

  private mutating func end(_ ordinal: UInt32) throws(SegmentError) {
    rows.bytes.append(fixed: ordinal)
    count += 1
    try rows.flushIfFull()
  }

  /// Writes the section.
  borrowing func finish(_ section: SegmentSection, in file: SegmentFileWriter) throws(SegmentError) {
    file.sink.bytes.append(contentsOf: VectorRows.head(identity, count: count))
    try file.append(section, rows)
  }
}
