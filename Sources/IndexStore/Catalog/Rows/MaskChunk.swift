// SPDX-License-Identifier: Apache-2.0

internal import Attributes

/// The dead ordinals in a range of 4,096 ordinals of a segment: one row of ``CatalogTable/masks``.
///
/// Chunks are small so that one dead document costs one small row. A chunk without dead ordinals
/// has no row.
struct MaskChunk: Equatable {
  /// Number of ordinals in a chunk.
  static let ordinals = 4096

  private(set) var words = [UInt64](repeating: 0, count: ordinals / 64)

  init() {}

  /// Number of dead ordinals in the chunk.
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  mutating func insert(_ ordinal: Int) { words[ordinal >> 6] |= 1 << UInt64(ordinal & 63) }

  /// Up to this many ordinals are stored as numbers, more as a bitmap.
  private static let maximumNumbers = 200

  func encoded() -> [UInt8] {
    let count = count
    var writer = ByteWriter(reserving: 520)
    if count <= Self.maximumNumbers {
      writer.append(byte: 1)
      for (index, word) in words.enumerated() {
        var rest = word
        while rest != 0 {
          writer.append(fixed: UInt16(index * 64 + rest.trailingZeroBitCount))
          rest &= rest - 1
        }
      }
    } else {
      writer.append(byte: 2)
      for word in words { writer.append(fixed: word) }
    }
    return writer.sealed()
  }

  init(_ segment: SegmentID, _ value: Span<UInt8>) throws(StoreError) {
    do throws(DecodingError) {
      var reader = try RowReader(checked: value)
      switch try reader.byte() {
      case 1:
        while !reader.isAtEnd {
          let ordinal = Int(try reader.uint16())
          guard ordinal < Self.ordinals else { throw .malformed(at: reader.position) }
          insert(ordinal)
        }
      case 2: for index in words.indices { words[index] = UInt64(bitPattern: try reader.int64()) }
      default: throw .malformed(at: 0)
      }
    } catch {
      throw .damaged(.masks, "\(segment.rawValue)", error)
    }
  }
}
