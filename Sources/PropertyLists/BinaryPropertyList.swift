// SPDX-License-Identifier: Apache-2.0

/// Reads a binary property list: a header of eight bytes, values that refer to others by their index, a table of their offsets, and a
/// trailer of 32 bytes. `CFBinaryPList.c`
///
/// Foundation's reader is not used: a value may be in many others, so that a list of a few hundred bytes stands for more values than any
/// memory holds, and here their number is limited. The daemon, which reads extended attributes, does not link Foundation either.
package struct BinaryPropertyList {
  private static let maximumDepth = 64
  private static let maximumValueCount = 1 << 19
  /// How often a byte of the list may be read as a reference, and as text or data. A value may be in several others, so in
  /// lists that programs write, it is read more than once; without this limit, an extended attribute of 64 KiB would take 64 MiB.
  private static let (maximumReferenceFactor, maximumContentFactor) = (4, 64)

  /// Larger lists are not read, in bytes.
  package static let maximumByteCount = 64 << 20

  private let bytes: [UInt8]
  private let offsets: Range<Int>
  private let offsetByteCount: Int
  private let referenceByteCount: Int
  private let top: Int
  /// The number of references that may still be followed. An array may hold itself thousands of times, so its references count when they
  /// are read, and not only when they lead to a value.
  private var remainingReferences: Int
  private var remainingByteCount: Int

  /// Whether a file or a value begins like a binary property list.
  package static func isBinary(_ start: [UInt8]) -> Bool { start.starts(with: "bplist0".utf8) }

  /// - Returns: The value of the list, in which damaged values are left out; `nil` for something else, and if the table or the first value is
  ///   damaged.
  package static func value(in bytes: [UInt8]) -> PropertyListValue? {
    guard isBinary(bytes), var list = BinaryPropertyList(bytes) else { return nil }
    return list.value(list.top, depth: 0)
  }

  private init?(_ bytes: [UInt8]) {
    let trailer = bytes.count - 32
    guard trailer >= 8 else { return nil }
    func number(_ offset: Int) -> Int? {
      Int(exactly: bytes[(trailer + offset)..<(trailer + offset + 8)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
    offsetByteCount = Int(bytes[trailer + 6])
    referenceByteCount = Int(bytes[trailer + 7])
    guard let count = number(8), let top = number(16), let table = number(24), (1...8).contains(offsetByteCount),
      (1...8).contains(referenceByteCount), count > 0, table >= 8, table < trailer, count <= (trailer - table) / offsetByteCount
    else { return nil }
    self.top = top
    remainingReferences = min(Self.maximumValueCount, bytes.count * Self.maximumReferenceFactor)
    remainingByteCount = min(Self.maximumByteCount, bytes.count * Self.maximumContentFactor)
    offsets = table..<(table + count * offsetByteCount)
    self.bytes = bytes
  }

  /// The bits of a number, the first byte first.
  private func bits(at offset: Int, _ byteCount: Int) -> UInt64? {
    guard offset >= 0, (1...8).contains(byteCount), offset <= bytes.count - byteCount else { return nil }
    return bytes[offset..<(offset + byteCount)].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func number(at offset: Int, _ byteCount: Int) -> Int? { bits(at: offset, byteCount).flatMap { Int(exactly: $0) } }

  private mutating func value(_ index: Int, depth: Int) -> PropertyListValue? {
    guard depth < Self.maximumDepth, index >= 0, index < offsets.count / offsetByteCount,
      let start = number(at: offsets.lowerBound + index * offsetByteCount, offsetByteCount), start >= 8, start < offsets.lowerBound
    else { return nil }
    let low = Int(bytes[start] & 0x0F)
    switch bytes[start] >> 4 {
    case 0x0: return low == 8 ? .boolean(false) : low == 9 ? .boolean(true) : .other
    // Whole numbers of sixteen bytes are written for what does not fit into eight without a sign.
    case 0x1: return low <= 3 ? bits(at: start + 1, 1 << low).map { .integer(Int64(bitPattern: $0)) } : .other
    case 0x2 where low == 2: return bits(at: start + 1, 4).map { .number(Double(Float(bitPattern: UInt32($0)))) }
    case 0x2, 0x3:
      guard low == 3, let bits = bits(at: start + 1, 8) else { return nil }
      return bytes[start] >> 4 == 2 ? .number(Double(bitPattern: bits)) : .date(Double(bitPattern: bits))
    case 0x4: return content(low, after: start).map { .data($0) }
    case 0x5: return content(low, after: start).map { .string(String(decoding: $0, as: UTF8.self)) }
    case 0x6: return content(low, after: start, unit: 2).map { .string(Self.wideText($0)) }
    case 0xA, 0xB, 0xC:
      guard let references = references(low, after: start, factor: 1) else { return nil }
      return .array(references.compactMap { value($0, depth: depth + 1) })
    case 0xD:
      guard let references = references(low, after: start, factor: 2) else { return nil }
      let count = references.count / 2
      var entries: [PropertyListValue.Entry] = []
      for position in 0..<count {
        guard case .string(let key)? = value(references[position], depth: depth + 1),
          let value = value(references[count + position], depth: depth + 1)
        else { continue }
        entries.append(.init(key, value))
      }
      return .dictionary(entries)
    default: return .other
    }
  }

  /// The number of elements, which follows as a value of its own if it is large, and the offset of the first one.
  private func count(_ low: Int, after start: Int) -> (count: Int, first: Int)? {
    guard low == 0x0F else { return (low, start + 1) }
    guard start + 1 < bytes.count, bytes[start + 1] >> 4 == 1, bytes[start + 1] & 0x0F <= 3 else { return nil }
    let size = 1 << Int(bytes[start + 1] & 0x0F)
    guard let count = number(at: start + 2, size), count <= bytes.count else { return nil }
    return (count, start + 2 + size)
  }

  /// - Parameter unit: The bytes of an element.
  private mutating func content(_ low: Int, after start: Int, unit: Int = 1) -> [UInt8]? {
    guard let (count, first) = count(low, after: start), count * unit <= bytes.count - first, count * unit <= remainingByteCount else {
      return nil
    }
    remainingByteCount -= count * unit
    return Array(bytes[first..<(first + count * unit)])
  }

  /// - Parameter factor: The number of references for each element.
  private mutating func references(_ low: Int, after start: Int, factor: Int) -> [Int]? {
    guard let (count, first) = count(low, after: start), count * factor <= remainingReferences,
      count * factor * referenceByteCount <= bytes.count - first
    else { return nil }
    remainingReferences -= count * factor
    let references = (0..<(count * factor)).compactMap { number(at: first + $0 * referenceByteCount, referenceByteCount) }
    return references.count == count * factor ? references : nil
  }

  private static func wideText(_ bytes: [UInt8]) -> String {
    String(decoding: (0..<(bytes.count / 2)).map { UInt16(bytes[2 * $0]) << 8 | UInt16(bytes[2 * $0 + 1]) }, as: UTF16.self)
  }
}
