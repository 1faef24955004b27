// SPDX-License-Identifier: Apache-2.0

extension CharacterEncoding {
  /// The encoding that a byte order mark at the start of `bytes` declares, and the length of the mark.
  ///
  /// - Returns: `nil` without a mark.
  static func marked(in bytes: borrowing Span<UInt8>) -> (encoding: CharacterEncoding, markLength: Int)? {
    let marks: [([UInt8], CharacterEncoding)] = [
      ([0xEF, 0xBB, 0xBF], .utf8),
      // Must precede UTF-16, because this mark begins with UTF-16's.
      ([0xFF, 0xFE, 0x00, 0x00], .utf32LittleEndian),
      ([0x00, 0x00, 0xFE, 0xFF], .utf32BigEndian),
      ([0xFF, 0xFE], .utf16LittleEndian),
      ([0xFE, 0xFF], .utf16BigEndian),
    ]
    for (mark, encoding) in marks where bytes.starts(with: mark) { return (encoding, mark.count) }
    return nil
  }

  /// The byte order of `bytes` if they are UTF-16 without a mark.
  ///
  /// ASCII characters, which even Chinese text contains as newlines, give zero bytes. Text contains
  /// neither control characters nor unpaired surrogates, which occur in arbitrary data within a few
  /// dozen units. If both byte orders satisfy this, the one with more ASCII characters is chosen.
  /// UTF-8 with some zero bytes is excluded: at least half of the units must be ASCII characters
  /// unless there are also control characters, as in the bytes of UTF-16.
  ///
  /// - Returns: `nil` if neither order produces text, as with binary data.
  /// - Complexity: O(1): only the first 4 KiB are examined.
  static func unmarkedUTF16(in bytes: borrowing Span<UInt8>) -> CharacterEncoding? {
    let head = bytes.extracting(..<min(bytes.count, 4096))
    guard head.count >= 8 else { return nil }
    guard head.contains(0) else { return eastAsianUTF16(in: head) }
    let isUTF8 = head.firstBrokenUTF8.map { $0.upperBound == head.count } ?? true
    let minimum = isUTF8 && !ByteCensus(head).looksBinary ? head.count / 4 : 1
    let little = asciiUnits(in: head, highByte: 1)
    let big = asciiUnits(in: head, highByte: 0)
    guard max(little ?? 0, big ?? 0) >= minimum else { return nil }
    return (little ?? 0) >= (big ?? 0) ? .utf16LittleEndian : .utf16BigEndian
  }

  /// The byte order of `bytes` if they are UTF-32 without a mark: three of four bytes are mostly zero.
  ///
  /// - Returns: `nil` if a unit is no character of a text.
  /// - Complexity: O(1): only the first 4 KiB are examined.
  static func unmarkedUTF32(in bytes: borrowing Span<UInt8>) -> CharacterEncoding? {
    let head = bytes.extracting(..<(min(bytes.count, 4096) & ~3))
    guard head.count >= 16 else { return nil }
    for (encoding, order) in [(utf32LittleEndian, [3, 2, 1, 0]), (utf32BigEndian, [0, 1, 2, 3])] {
      let isText = stride(from: 0, to: head.count, by: 4).allSatisfy { offset in
        let value = order.reduce(UInt32(0)) { $0 << 8 | UInt32(head[offset + $1]) }
        return value >= 0x20 && Unicode.Scalar(value) != nil || [0x09, 0x0A, 0x0D].contains(value)
      }
      if isText { return encoding }
    }
    return nil
  }

  /// The byte order of a short text of Chinese or Japanese characters only, such as a name, which has
  /// no zero bytes.
  ///
  /// Such bytes are not UTF-8, and half of them are not ASCII on average; words in Western encodings
  /// have fewer. Pairs of lead and trail bytes of other East Asian encodings are excluded.
  private static func eastAsianUTF16(in bytes: borrowing Span<UInt8>) -> CharacterEncoding? {
    guard bytes.count.isMultiple(of: 2), bytes.firstBrokenUTF8 != nil else { return nil }
    let otherCount = bytes.indices.count { bytes[$0] >= 0x80 }
    guard otherCount * 4 >= bytes.count else { return nil }
    for (highByte, encoding) in [(1, utf16LittleEndian), (0, utf16BigEndian)] {
      let units = stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0 + highByte]) << 8 | UInt16(bytes[$0 + 1 - highByte]) }
      let isEastAsian = units.allSatisfy { (0x3000...0x30FF).contains($0) || (0x4E00...0x9FFF).contains($0) || $0 >= 0xFF00 && $0 < 0xFFF0 }
      if isEastAsian, units.contains(where: { $0 < 0x8100 }) { return encoding }
    }
    return nil
  }

  /// The number of ASCII characters among the leading UTF-16 units.
  ///
  /// - Parameter highByte: The offset of the high byte in each unit, 0 or 1.
  /// - Returns: `nil` if the units are not text.
  private static func asciiUnits(in bytes: borrowing Span<UInt8>, highByte: Int) -> Int? {
    var count = 0
    var expectsLowSurrogate = false
    for offset in stride(from: 0, to: bytes.count & ~1, by: 2) {
      let unit = UInt16(bytes[offset + highByte]) << 8 | UInt16(bytes[offset + 1 - highByte])
      guard expectsLowSurrogate == (0xDC00...0xDFFF).contains(unit) else { return nil }
      expectsLowSurrogate = (0xD800...0xDBFF).contains(unit)
      switch unit {
      case 0x09, 0x0A, 0x0D, 0x20...0x7E: count += 1
      case 0x00...0x1F, 0xFFFE, 0xFFFF: return nil
      default: continue
      }
    }
    return count
  }
}

extension Span<UInt8> {
  func starts(with prefix: [UInt8]) -> Bool {
    count >= prefix.count && prefix.indices.allSatisfy { self[$0] == prefix[$0] }
  }

  func contains(_ byte: UInt8) -> Bool {
    indices.contains { self[$0] == byte }
  }
}
