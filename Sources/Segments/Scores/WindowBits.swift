// SPDX-License-Identifier: Apache-2.0

/// A set of texts of a window, see ``TextLengths/windowSize``.
package struct WindowBits: Equatable, Sendable {
  private var low: UInt64
  private var high: UInt64

  /// Number of words of a bitmap in a window.
  static let wordCount = TextLengths.windowSize / 64
  static let none = WindowBits(0, 0)

  init(_ low: UInt64, _ high: UInt64) { (self.low, self.high) = (low, high) }

  /// The members of a window of a bitmap.
  @inline(__always)
  init(_ words: [UInt64], of window: Int) {
    let first = window * Self.wordCount
    low = first < words.count ? words[first] : 0
    high = first + 1 < words.count ? words[first + 1] : 0
  }

  var isEmpty: Bool { low | high == 0 }

  mutating func insert(_ offset: Int) {
    if offset < 64 { low |= 1 &<< UInt64(offset) } else { high |= 1 &<< UInt64(offset - 64) }
  }

  func intersection(_ other: WindowBits) -> WindowBits { WindowBits(low & other.low, high & other.high) }

  mutating func formIntersection(_ other: WindowBits) { self = intersection(other) }

  mutating func formUnion(_ other: WindowBits) { (low, high) = (low | other.low, high | other.high) }

  mutating func subtract(_ other: WindowBits) { (low, high) = (low & ~other.low, high & ~other.high) }

  /// Replaces each word of the bitmap by the result of `body`, which also gets the offset of its first bit.
  @inline(__always)
  mutating func mapWords(_ body: (UInt64, Int) -> UInt64) { (low, high) = (body(low, 0), body(high, 64)) }

  /// Calls `body` with each member in ascending order.
  @inline(__always)
  func forEach(_ body: (Int) -> Void) {
    var rest = low
    while rest != 0 {
      body(rest.trailingZeroBitCount)
      rest &= rest &- 1
    }
    rest = high
    while rest != 0 {
      body(64 + rest.trailingZeroBitCount)
      rest &= rest &- 1
    }
  }

  /// Removes and returns the greatest member.
  package mutating func popLast() -> Int? {
    if high != 0 {
      let bit = 63 - high.leadingZeroBitCount
      high &= ~(1 << UInt64(bit))
      return 64 + bit
    }
    if low == 0 { return nil }
    let bit = 63 - low.leadingZeroBitCount
    low &= ~(1 << UInt64(bit))
    return bit
  }
}
