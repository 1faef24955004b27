// SPDX-License-Identifier: Apache-2.0

/// The quotes that editors insert instead of straight ones.
enum CurlyQuote {
  private static let spellings: [[UInt8]] = ["“", "”", "„", "‟", "«", "»", "‘", "’", "‚", "‛"].map { Array($0.utf8) }

  /// The curly quote that begins at `offset`.
  static func first(in bytes: [UInt8], at offset: Int) -> Range<Int>? {
    // All of them begin with one of two bytes, so that most offsets are rejected at once.
    guard offset < bytes.count, bytes[offset] == 0xE2 || bytes[offset] == 0xC2 else { return nil }
    let spelling = spellings.first { bytes[offset...].starts(with: $0) }
    return spelling.map { offset..<offset + $0.count }
  }

  static func next(in bytes: [UInt8], after offset: Int) -> Range<Int>? {
    for index in offset..<bytes.count {
      if let range = first(in: bytes, at: index) { return range }
    }
    return nil
  }

  static func last(in bytes: [UInt8], after offset: Int) -> Range<Int>? {
    for index in (offset..<bytes.count).reversed() {
      if let range = first(in: bytes, at: index) { return range }
    }
    return nil
  }
}
