// SPDX-License-Identifier: Apache-2.0

/// The fields at the start of a JPEG XL codestream, ISO/IEC 18181-1: `SizeHeader` and `ImageMetadata`.
struct JPEGXLHeader {
  /// The metadata of the image; the initial values are those of a header without fields.
  struct Metadata {
    var bitsPerSample = 8
    var hasAlpha = false
    var isGray = false
    /// Whether the image is displayed rotated by 90 degrees.
    var isTurned = false
  }

  private var bits: Bits

  /// - Parameter bytes: The codestream after its mark.
  init(_ bytes: [UInt8]) { bits = Bits(bytes) }

  /// Width and height as stored; `nil` if the bytes end before.
  mutating func size() -> (width: Int, height: Int)? {
    let isSmall = bits.flag()
    let vertical = extent(isSmall: isSmall)
    let horizontal = ratio(to: vertical) ?? extent(isSmall: isSmall)
    return bits.isExhausted ? nil : (horizontal, vertical)
  }

  /// The fields after the size; `nil` if the bytes end before.
  mutating func metadata() -> Metadata? {
    var metadata = Metadata()
    if bits.flag() { return bits.isExhausted ? nil : metadata }
    if bits.flag() { metadata.isTurned = extraFields() }
    metadata.bitsPerSample = bitDepth()
    _ = bits.flag()
    let channels = bits.number(.value(0), .value(1), .bits(4, from: 2), .bits(12, from: 1))
    for _ in 0..<channels where !bits.isExhausted { if extraChannel() == 0 { metadata.hasAlpha = true } }
    _ = bits.flag()
    if !bits.flag() {
      _ = bits.flag()
      metadata.isGray = bits.enumeration() == 1
    }
    return bits.isExhausted ? nil : metadata
  }

  /// - Returns: Whether the orientation swaps width and height.
  private mutating func extraFields() -> Bool {
    let orientation = bits.take(3) + 1
    if bits.flag() { _ = size() }
    if bits.flag() { preview() }
    if bits.flag() { animation() }
    return orientation > 4
  }

  private mutating func extent(isSmall: Bool) -> Int {
    isSmall ? (bits.take(5) + 1) * 8 : bits.number(.bits(9, from: 1), .bits(13, from: 1), .bits(18, from: 1), .bits(30, from: 1))
  }

  /// The width that one of the common ratios gives; `nil` if the header has it as a number.
  private mutating func ratio(to height: Int) -> Int? {
    switch bits.take(3) {
    case 1: height
    case 2: height * 12 / 10
    case 3: height * 4 / 3
    case 4: height * 3 / 2
    case 5: height * 16 / 9
    case 6: height * 5 / 4
    case 7: height * 2
    default: nil
    }
  }

  private mutating func preview() {
    let isMultiple = bits.flag()
    for _ in 0..<2 {
      _ =
        isMultiple
        ? bits.number(.value(16), .value(32), .bits(5, from: 1), .bits(9, from: 33))
        : bits.number(.bits(6, from: 1), .bits(8, from: 65), .bits(10, from: 321), .bits(12, from: 1345))
      if ratio(to: 0) != nil { return }
    }
  }

  private mutating func animation() {
    _ = bits.number(.value(100), .value(1000), .bits(10, from: 1), .bits(30, from: 1))
    _ = bits.number(.value(1), .value(1001), .bits(8, from: 1), .bits(10, from: 1))
    _ = bits.number(.value(0), .bits(3, from: 0), .bits(16, from: 0), .bits(32, from: 0))
    _ = bits.flag()
  }

  private mutating func bitDepth() -> Int {
    guard bits.flag() else { return bits.number(.value(8), .value(10), .value(12), .bits(6, from: 1)) }
    let depth = bits.number(.value(32), .value(16), .value(24), .bits(6, from: 1))
    _ = bits.take(4)
    return depth
  }

  /// - Returns: The kind of the channel; 0 for alpha.
  private mutating func extraChannel() -> Int {
    if bits.flag() { return 0 }
    let kind = bits.enumeration()
    _ = bitDepth()
    _ = bits.number(.value(0), .value(3), .value(4), .bits(3, from: 1))
    let nameLength = bits.number(.value(0), .bits(4, from: 0), .bits(5, from: 16), .bits(10, from: 48))
    bits.skip(8 * nameLength)
    switch kind {
    // Whether colours are multiplied by alpha; a spot colour; the position in a filter array.
    case 0: _ = bits.flag()
    case 2: bits.skip(4 * 16)
    case 5: _ = bits.number(.value(1), .bits(2, from: 0), .bits(4, from: 3), .bits(8, from: 19))
    default: break
    }
    return kind
  }
}

/// Reads bits from the least significant one, and the numbers that are packed into them.
private struct Bits {
  /// One of the four forms of a number.
  enum Form {
    case value(Int)
    case bits(Int, from: Int)
  }

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Whether more bits were read than available; the missing bits are 0.
  var isExhausted: Bool { position > bytes.count * 8 }

  mutating func take(_ count: Int) -> Int {
    var value = 0
    for bit in 0..<count {
      let index = position + bit
      if index / 8 < bytes.count { value |= Int(bytes[index / 8] >> (index % 8) & 1) << bit }
    }
    position += count
    return value
  }

  mutating func skip(_ count: Int) { position += count }

  mutating func flag() -> Bool { take(1) == 1 }

  /// `U32`: two bits select the form of the number.
  mutating func number(_ first: Form, _ second: Form, _ third: Form, _ fourth: Form) -> Int {
    switch [first, second, third, fourth][take(2)] {
    case .value(let value): value
    case .bits(let count, let base): base + take(count)
    }
  }

  /// `Enum`: a number with smaller forms for small values.
  mutating func enumeration() -> Int { number(.value(0), .value(1), .bits(4, from: 2), .bits(6, from: 18)) }
}
