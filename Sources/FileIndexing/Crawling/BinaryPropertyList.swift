// SPDX-License-Identifier: Apache-2.0

internal import Attributes

/// Apple's binary property lists, as extended attributes contain them: a value, or an array of values.
///
/// A header of eight bytes, objects, a table of their offsets, and a trailer of 32 bytes.
enum BinaryPropertyList {
  /// More elements are not read.
  private static let maximumElementCount = 1024

  /// - Returns: `nil` for something else, for a dictionary, and for damaged data.
  static func value(in bytes: [UInt8]) -> AttributeValue? {
    guard bytes.count >= 40, bytes.starts(with: "bplist0".utf8) else { return nil }
    return List(bytes)?.value()
  }

  private struct List {
    private let bytes: [UInt8]
    /// The number of bytes of an offset, and of the number of an object.
    private let offsetSize: Int
    private let referenceSize: Int
    private let count: Int
    private let top: Int
    private let table: Int

    init?(_ bytes: [UInt8]) {
      self.bytes = bytes
      let trailer = bytes.count - 32
      offsetSize = Int(bytes[trailer + 6])
      referenceSize = Int(bytes[trailer + 7])
      func number(_ offset: Int) -> Int? { Int(exactly: bytes[offset..<(offset + 8)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) }
      guard let count = number(trailer + 8), let top = number(trailer + 16), let table = number(trailer + 24),
        (1...8).contains(offsetSize), (1...8).contains(referenceSize), top < count, table < trailer, count <= (trailer - table) / offsetSize
      else { return nil }
      (self.count, self.top, self.table) = (count, top, table)
    }

    func value() -> AttributeValue? {
      guard let offset = offset(of: top) else { return nil }
      guard bytes[offset] >> 4 == 0xA else { return scalar(at: offset) }
      guard let (length, start) = length(at: offset) else { return nil }
      let elements = (0..<min(length, BinaryPropertyList.maximumElementCount)).compactMap { index -> AttributeValue? in
        guard let object = number(at: start + index * referenceSize, referenceSize).flatMap({ Int(exactly: $0) }) else { return nil }
        return self.offset(of: object).flatMap { scalar(at: $0) }
      }
      return .array(elements)
    }

    private func offset(of object: Int) -> Int? {
      guard object < count, let offset = number(at: table + object * offsetSize, offsetSize).flatMap({ Int(exactly: $0) }), offset < table
      else { return nil }
      return offset
    }

    private func number(at offset: Int, _ size: Int) -> UInt64? {
      guard offset >= 0, size <= 8, offset <= bytes.count - size else { return nil }
      return bytes[offset..<(offset + size)].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The length of an object, and where its content begins. A long one has its length in a number after its mark.
    private func length(at offset: Int) -> (Int, start: Int)? {
      let short = Int(bytes[offset] & 15)
      guard short == 15 else { return (short, offset + 1) }
      guard offset + 1 < bytes.count, bytes[offset + 1] >> 4 == 1, bytes[offset + 1] & 15 <= 3 else { return nil }
      let size = 1 << Int(bytes[offset + 1] & 15)
      guard let length = number(at: offset + 2, size), length <= UInt64(bytes.count) else { return nil }
      return (Int(length), offset + 2 + size)
    }

    private func scalar(at offset: Int) -> AttributeValue? {
      switch bytes[offset] >> 4 {
      case 0x0: return bytes[offset] == 8 ? .boolean(false) : bytes[offset] == 9 ? .boolean(true) : nil
      case 0x1:
        let size = 1 << Int(bytes[offset] & 15)
        return size <= 8 ? number(at: offset + 1, size).map { .integer(Int64(bitPattern: $0)) } : nil
      case 0x2:
        switch bytes[offset] & 15 {
        case 2: return number(at: offset + 1, 4).map { .number(Double(Float(bitPattern: UInt32($0)))) }
        case 3: return number(at: offset + 1, 8).map { .number(Double(bitPattern: $0)) }
        default: return nil
        }
      case 0x3:
        guard let seconds = number(at: offset + 1, 8).map({ Double(bitPattern: $0) }), seconds.isFinite else { return nil }
        return .date(Timestamp(secondsSinceReferenceDate: seconds))
      case 0x5:
        guard let (length, start) = length(at: offset), length <= bytes.count - start else { return nil }
        return String(validating: bytes[start..<(start + length)], as: UTF8.self).map { .string($0) }
      case 0x6:
        guard let (length, start) = length(at: offset), length <= (bytes.count - start) / 2 else { return nil }
        let units = (0..<length).map { UInt16(bytes[start + 2 * $0]) << 8 | UInt16(bytes[start + 2 * $0 + 1]) }
        return .string(String(decoding: units, as: UTF16.self))
      default: return nil
      }
    }
  }
}
