// SPDX-License-Identifier: Apache-2.0

/// A decoder of the Z′-Coder, the adaptive arithmetic coder of DjVu.
struct ZCoder {
  private let bytes: ArraySlice<UInt8>
  private var position: Int
  /// Bytes that are missing at the end count as ones, up to this number.
  private var maximumMissingByteCount = 32
  /// The lower bound and the code of the specification, in 16 bits each.
  private var bound: UInt32 = 0
  private var code: UInt32
  private var fence: UInt32
  private var buffer: UInt64 = 0
  private var bufferedBitCount = 0
  private let states = ZCoderState.all

  /// Whether more bits were decoded than there are.
  private(set) var isExhausted = false

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
    code = 0
    fence = 0
    fill()
    code = UInt32(truncatingIfNeeded: take(16))
    updateFence()
  }

  /// The next bit, whose estimate is in `state`.
  mutating func decode(_ state: inout UInt8) -> Bool {
    let current = states[Int(state)]
    let expected = state & 1 == 1
    var upper = bound + current.delta
    if upper <= fence {
      bound = upper
      return expected
    }
    upper = min(upper, 0x6000 + (upper + bound) >> 2)
    if upper > code {
      state = current.afterUnexpected
      takeUnexpected(upper)
      return !expected
    }
    if bound >= current.threshold { state = current.afterExpected }
    takeExpected(upper)
    return expected
  }

  /// The next bit, which has no estimate.
  mutating func decode() -> Bool {
    let upper = 0x8000 + bound >> 1
    if upper > code {
      takeUnexpected(upper)
      return true
    }
    takeExpected(upper)
    return false
  }

  /// The next bits without estimates as a number.
  mutating func number(bitCount: Int) -> Int {
    var number = 0
    for _ in 0..<bitCount { number = number << 1 | (decode() ? 1 : 0) }
    return number
  }

  private mutating func takeUnexpected(_ upper: UInt32) {
    bound += 0x1_0000 - upper
    code += 0x1_0000 - upper
    let shift = (~(bound << 16)).leadingZeroBitCount
    bound = bound << shift & 0xFFFF
    code = (code << shift | UInt32(truncatingIfNeeded: take(shift))) & 0xFFFF
    updateFence()
  }

  private mutating func takeExpected(_ upper: UInt32) {
    bound = upper << 1 & 0xFFFF
    code = (code << 1 | UInt32(truncatingIfNeeded: take(1))) & 0xFFFF
    updateFence()
  }

  private mutating func updateFence() { fence = min(code, 0x7FFF) }

  private mutating func take(_ count: Int) -> UInt64 {
    if bufferedBitCount < count { fill() }
    bufferedBitCount -= count
    return buffer >> UInt64(bufferedBitCount) & (1 << UInt64(count) - 1)
  }

  private mutating func fill() {
    while bufferedBitCount <= 48 {
      var byte: UInt8 = 0xFF
      if position < bytes.endIndex {
        byte = bytes[position]
        position += 1
      } else if maximumMissingByteCount > 0 {
        maximumMissingByteCount -= 1
      } else {
        isExhausted = true
      }
      buffer = buffer << 8 | UInt64(byte)
      bufferedBitCount += 8
    }
  }
}
