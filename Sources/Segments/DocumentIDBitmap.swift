/// A bit for each DocumentID of a range.
struct DocumentIDBitmap: Sendable {
  /// The first bit stands for 64 × `firstWord`.
  let firstWord: UInt64
  var words: [UInt64]

  /// Room for a range, empty.
  init(covering range: ClosedRange<UInt64>) {
    firstWord = range.lowerBound >> 6
    words = [UInt64](repeating: 0, count: Self.wordCount(range))
  }

  static func wordCount(_ range: ClosedRange<UInt64>) -> Int { Int(range.upperBound >> 6 - range.lowerBound >> 6) + 1 }

  /// Where its words are, as the numbers of all words are counted.
  var wordRange: ClosedRange<UInt64> { firstWord...firstWord + UInt64(words.count - 1) }

  @inline(__always)
  func contains(_ id: UInt64) -> Bool { bit(id) != 0 }

  /// 1 for a member, else 0.
  @inline(__always)
  func bit(_ id: UInt64) -> UInt64 {
    let word = (id >> 6) &- firstWord
    return word < UInt64(words.count) ? words[Int(word)] &>> (id & 63) & 1 : 0
  }

  /// Ids beyond the range are passed over.
  @inline(__always)
  mutating func insert(_ id: UInt64) {
    let word = (id >> 6) &- firstWord
    if word < UInt64(words.count) { words[Int(word)] |= 1 << (id & 63) }
  }

  mutating func insert(_ other: DocumentIDBitmap) {
    for index in other.words.indices {
      let word = other.firstWord &+ UInt64(index) &- firstWord
      if word < UInt64(words.count) { words[Int(word)] |= other.words[index] }
    }
  }

  /// Whether there may be a member from `least` on, below `least` + 2^`width`; always, when it would take long to look.
  @inline(__always)
  func mayHaveAny(from least: UInt64, width: Int) -> Bool {
    guard width < 12 else { return true }
    var word = (least >> 6) &- firstWord
    let last = ((least &+ (1 << UInt64(width)) &- 1) >> 6) &- firstWord
    // A range that begins before the words, or ends behind the greatest number, is for the caller to look into.
    guard word <= last else { return true }
    while word <= last, word < UInt64(words.count) {
      if words[Int(word)] != 0 { return true }
      word &+= 1
    }
    return false
  }

  /// Calls `body` in ascending order until it returns `false`.
  func forEach<Failure: Error>(_ body: (UInt64) throws(Failure) -> Bool) throws(Failure) {
    for index in words.indices {
      var rest = words[index]
      while rest != 0 {
        guard try body((firstWord + UInt64(index)) << 6 + UInt64(rest.trailingZeroBitCount)) else { return }
        rest &= rest - 1
      }
    }
  }
}
