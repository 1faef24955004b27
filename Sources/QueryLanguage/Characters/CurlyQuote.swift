/// The quotes that editors insert instead of straight ones.
enum CurlyQuote {
  private static let spellings: [[UInt8]] = ["“", "”", "„", "‟", "«", "»", "‘", "’", "‚", "‛"].map { Array($0.utf8) }

  /// The curly quote that begins at `place`.
  static func first(in bytes: [UInt8], at place: Int) -> Range<Int>? {
    // All of them begin with one of two bytes, so that most offsets are rejected at once.
    guard place < bytes.count, bytes[place] == 0xE2 || bytes[place] == 0xC2 else { return nil }
    let spelling = spellings.first { bytes[place...].starts(with: $0) }
    return spelling.map { place..<place + $0.count }
  }

  static func next(in bytes: [UInt8], after place: Int) -> Range<Int>? {
    for index in place..<bytes.count {
      if let range = first(in: bytes, at: index) { return range }
    }
    return nil
  }

  static func last(in bytes: [UInt8], after place: Int) -> Range<Int>? {
    for index in (place..<bytes.count).reversed() {
      if let range = first(in: bytes, at: index) { return range }
    }
    return nil
  }
}
