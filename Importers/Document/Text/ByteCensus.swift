/// What kinds of bytes a block has: what is asked of every block of every text, found in one pass.
struct ByteCensus {
  /// Control characters that text does not have. Backspace to carriage return, and escape, are found in logs.
  private(set) var controlCount = 0
  /// Whether a byte is above 127.
  private(set) var isASCII = true
  private(set) var hasEscapes = false
  private let byteCount: Int

  /// - Complexity: O(bytes), about 10 bytes a nanosecond.
  init(_ bytes: borrowing Span<UInt8>) {
    byteCount = bytes.count
    unsafe bytes.withUnsafeBytes { bytes in
      var start = 0
      while start < bytes.count {
        // So many that a byte can count them: the compiler then handles 16 at a time.
        let end = min(start + 255, bytes.count)
        var (controls, union, escapes): (UInt8, UInt8, UInt8) = (0, 0, 0)
        for index in start..<end {
          let byte = unsafe bytes[index]
          let isControl: UInt8 = byte < 0x20 ? 1 : 0
          let isFound: UInt8 = byte &- 0x08 < 6 ? 1 : 0
          let isEscape: UInt8 = byte == 0x1B ? 1 : 0
          controls &+= isControl & ~isFound & ~isEscape
          union |= byte
          escapes |= isEscape
        }
        controlCount += Int(controls)
        isASCII = isASCII && union < 0x80
        hasEscapes = hasEscapes || escapes != 0
        start = end
      }
    }
  }

  /// Whether more than one byte in 32 is a control character that text does not have. Text has next to none; of compressed data it is one
  /// in ten, and most programs and databases are full of zeros.
  var looksBinary: Bool { controlCount * 32 > byteCount }
}
