// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import CXXHash

/// The layout of a file of word vectors.
///
/// Invariants:
/// 1. The file is a header, a table, and vectors, without gaps except zeros before the vectors, whose offset is a multiple of
///    ``alignment``.
/// 2. The table has a checksum for each block of ``blockSize`` bytes of the vectors; the ends of the stems; their weights in
///    ``weightUnits``; and the stems, in ascending order of their bytes, without repetition.
/// 3. Vectors are in the order of stems, ``dimensionCount`` signed bytes each.
/// 4. The header has checksums of itself and of the table.
/// 5. Numbers are little-endian.
package enum WordVectorFormat {
  package static let dimensionCount = 128

  static let magic: UInt64 = 0x3143_4556_574C_5353  // "SSLWVEC1"
  static let version: UInt32 = 1
  static let headerSize = 48
  static let alignment = 64
  static let blockSize = 1 << 16
  /// What a weight of 1 is in the file.
  static let weightUnits: Float = 4096
  /// More than any dictionary has, so that all sums of sizes are small.
  static let maximumStemCount = 1 << 22
  static let maximumFileSize = 1 << 30

  /// A stem with its vector, before it is written.
  package struct Entry: Sendable {
    package var stem: [UInt8]
    /// At least 0, less than 16.
    package var weight: Float
    /// ``dimensionCount`` numbers from −127 to 127.
    package var components: [Int8]

    package init(stem: [UInt8], weight: Float, components: [Int8]) {
      (self.stem, self.weight, self.components) = (stem, weight, components)
    }
  }

  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - entries: In any order, each stem once.
  ///   - scale: The component that 1 stands for.
  package static func encode(_ entries: [Entry], scale: Float) -> [UInt8] {
    let entries = entries.sorted { $0.stem.lexicographicallyPrecedes($1.stem) }
    precondition(entries.count <= maximumStemCount, "there are too many stems")
    precondition(entries.allSatisfy { $0.components.count == dimensionCount }, "a vector has another number of components")
    var vectors: [UInt8] = []
    vectors.reserveCapacity(entries.count * dimensionCount)
    for entry in entries { vectors.append(contentsOf: entry.components.lazy.map { UInt8(bitPattern: $0) }) }

    var table = ByteWriter()
    for start in stride(from: 0, to: vectors.count, by: blockSize) {
      table.append(fixed: Checksum.of(vectors[start..<min(start + blockSize, vectors.count)].span))
    }
    var end: UInt32 = 0
    for entry in entries {
      end += UInt32(entry.stem.count)
      table.append(fixed: end)
    }
    for entry in entries { table.append(fixed: UInt16(min(max(entry.weight * weightUnits, 0), 65_535).rounded())) }
    for entry in entries { table.append(bytes: entry.stem) }

    var file = ByteWriter()
    file.append(fixed: magic)
    file.append(fixed: version)
    file.append(fixed: UInt32(dimensionCount))
    file.append(fixed: UInt32(entries.count))
    file.append(fixed: end)
    file.append(fixed: scale.bitPattern)
    file.append(fixed: 0 as UInt32)
    file.append(fixed: identity(table.bytes, scale, version))
    file.append(fixed: Checksum.of(table.bytes.span))
    file.append(fixed: Checksum.of(file.bytes.span))
    file.append(bytes: table.bytes)
    file.append(bytes: repeatElement(0, count: -file.bytes.count & (alignment - 1)))
    file.append(bytes: vectors)
    return file.bytes
  }

  /// The table determines the vectors through their checksums.
  private static func identity(_ table: [UInt8], _ scale: Float, _ version: UInt32) -> UInt64 {
    var bytes = ByteWriter()
    bytes.append(fixed: version)
    bytes.append(fixed: scale.bitPattern)
    bytes.append(bytes: table)
    return unsafe bytes.bytes.withUnsafeBufferPointer { unsafe xxh3_64($0.baseAddress, $0.count) }
  }
}
