// SPDX-License-Identifier: Apache-2.0

/// A bitmap over a range of DocumentIDs.
struct DocumentIDBitmap: Sendable {
  /// The first bit stands for the id 64 × `firstWord`.
  let firstWord: UInt64
  var words: [UInt64]

  /// An empty bitmap with one bit for each id of `range`, rounded outwards to multiples of 64.
  init(covering range: ClosedRange<UInt64>) {
    firstWord = range.lowerBound >> 6
    words = [UInt64](repeating: 0, count: Self.wordCount(range))
  }

  static func wordCount(_ range: ClosedRange<UInt64>) -> Int { Int(range.upperBound >> 6 - range.lowerBound >> 6) + 1 }

  /// The range of word numbers covered, where word *k* holds the ids 64 × *k* to 64 × *k* + 63.
  var wordRange: ClosedRange<UInt64> { firstWord...firstWord + UInt64(words.count - 1) }

  @inline(__always)
  func contains(_ id: UInt64) -> Bool { bit(id) != 0 }

  /// 1 if the id is a member, otherwise 0.
  @inline(__always)
  func bit(_ id: UInt64) -> UInt64 {
    let word = (id >> 6) &- firstWord
    return word < UInt64(words.count) ? words[Int(word)] &>> (id & 63) & 1 : 0
  }

  /// Ids outside the bitmap's range are ignored.
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

  /// Whether a member may lie in `least..<least + 2^width`. Returns `true` without a check when the
  /// range is so wide that a check would be slow.
  @inline(__always)
  func mayHaveAny(from least: UInt64, width: Int) -> Bool {
    guard width < 12 else { return true }
    var word = (least >> 6) &- firstWord
    let last = ((least &+ (1 << UInt64(width)) &- 1) >> 6) &- firstWord
    // The range begins before the first word or wraps around: no answer without a full check.
    guard word <= last else { return true }
    while word <= last, word < UInt64(words.count) {
      if words[Int(word)] != 0 { return true }
      word &+= 1
    }
    return false
  }

  /// Calls `body` with each member in ascending order until `body` returns `false`.
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
