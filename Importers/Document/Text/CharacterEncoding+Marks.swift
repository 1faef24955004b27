extension CharacterEncoding {
  /// The encoding that a byte order mark at the start of `bytes` declares, and the length of the mark.
  ///
  /// - Returns: `nil` without a mark.
  static func marked(in bytes: borrowing Span<UInt8>) -> (encoding: CharacterEncoding, markLength: Int)? {
    let marks: [([UInt8], CharacterEncoding)] = [
      ([0xEF, 0xBB, 0xBF], .utf8),
      // Before UTF-16, whose mark this one begins with.
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
  /// ASCII characters, which also Chinese text has as line ends, give zero bytes; text has neither control characters nor unpaired
  /// surrogates, of which arbitrary data shows one within a few dozen units. Both orders may satisfy that: the one that makes more ASCII
  /// characters is meant. UTF-8 with a stray zero byte is not meant: it has no further control
  /// characters, as which bytes of UTF-16 appear.
  ///
  /// - Returns: `nil` when neither order gives text, as for binary data.
  /// - Complexity: O(1): the first 4 KiB are looked at.
  static func unmarkedUTF16(in bytes: borrowing Span<UInt8>) -> CharacterEncoding? {
    let head = bytes.extracting(..<min(bytes.count, 4096))
    guard head.count >= 8, head.contains(0) else { return nil }
    let isUTF8 = head.firstBrokenUTF8.map { $0.upperBound == head.count } ?? true
    if isUTF8 && !ByteCensus(head).looksBinary { return nil }
    let little = asciiUnits(in: head, highByte: 1)
    let big = asciiUnits(in: head, highByte: 0)
    guard max(little ?? 0, big ?? 0) > 0 else { return nil }
    return (little ?? 0) >= (big ?? 0) ? .utf16LittleEndian : .utf16BigEndian
  }

  /// How many of the leading UTF-16 units are ASCII characters.
  ///
  /// - Parameter highByte: Where in each unit the more significant byte is, 0 or 1.
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
