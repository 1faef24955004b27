// SPDX-License-Identifier: Apache-2.0

/// A run of letters and digits in a buffer, and the number of its parts.
struct Word {
  let start: Int
  let end: Int
  let partCount: Int
  private let isEarlier: Bool

  /// Reads the word at `start`. There must be one.
  ///
  /// Returns `nil` if it reaches the end of bytes that are not final, because it may continue.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int, isFinal: Bool, isEarlier: Bool = false) {
    var cursor = Cursor(index: start, limit: start + Tokenizer.maximumTokenLength, isEarlier: isEarlier)
    var partCount = 1
    while unsafe cursor.advance(in: bytes) {
      if cursor.beganPart { partCount &+= 1 }
    }
    guard isFinal || !cursor.isAtEnd else { return nil }
    self.start = start
    self.end = cursor.index
    self.partCount = partCount
    self.isEarlier = isEarlier
  }

  /// Whether the word is a token, possibly in addition to its parts.
  var isToken: Bool {
    partCount == 1 || partCount <= Tokenizer.maximumParts && end - start <= Tokenizer.maximumCompoundLength
  }

  func forEachPart(of bytes: UnsafeBufferPointer<UInt8>, _ body: (Range<Int>) -> Void) {
    var cursor = Cursor(index: start, limit: end, isEarlier: isEarlier)
    var part = start
    while true {
      let before = cursor.index
      guard unsafe cursor.advance(in: bytes) else { break }
      if cursor.beganPart {
        body(part..<before)
        part = before
      }
    }
    body(part..<end)
  }

  /// Where the last word of a run of capitals begins, as `Http` in the part `XMLHttp`; `nil` if the part is
  /// not written like that.
  static func wordBehindCapitals(in part: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var index = part.lowerBound
    while index < part.upperBound, unsafe ASCII.isUppercase(bytes[index]) { index += 1 }
    // Two small letters at least: `URLs` is not `UR` and `Ls`.
    guard index - part.lowerBound > 1, index + 1 < part.upperBound, unsafe isLowercase(bytes[index]), unsafe isLowercase(bytes[index + 1])
    else { return nil }
    return index - 1
  }

  private static func isLowercase(_ byte: UInt8) -> Bool { ASCII.isLetter(byte) && !ASCII.isUppercase(byte) }

  /// Iterates over the characters of a word.
  private struct Cursor {
    var index: Int

    /// A character that extends beyond this offset is not part of the word.
    let limit: Int

    /// Whether the rules of ``Folding/earlier`` apply.
    let isEarlier: Bool

    /// Whether the last character is an uppercase letter after a lowercase one.
    var beganPart = false

    /// Whether the bytes ended, possibly within a scalar.
    var isAtEnd = false

    private var followsLowercase = false

    init(index: Int, limit: Int, isEarlier: Bool) {
      self.index = index
      self.limit = limit
      self.isEarlier = isEarlier
    }

    /// Advances by one character; `false` at the end of the word.
    @inline(__always)
    mutating func advance(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      beganPart = false
      guard index < limit else { return false }
      guard index < bytes.count else {
        isAtEnd = true
        return false
      }
      let byte = unsafe bytes[index]
      guard byte < 0x80 else { return unsafe advanceBeyondASCII(in: bytes) }
      if ASCII.isLetter(byte) {
        let isLowercase = byte & 0x20 != 0
        beganPart = followsLowercase && !isLowercase
        followsLowercase = isLowercase
      } else if !ASCII.isDigit(byte) {
        return false
      }
      index &+= 1
      return true
    }

    @inline(never)
    private mutating func advanceBeyondASCII(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      let scalar = unsafe DecodedScalar(bytes, at: index)
      if scalar.isTruncated { isAtEnd = true }
      guard scalar.isValid, index + scalar.stride <= limit else { return false }
      switch ScalarKind(scalar.value, isEarlier: isEarlier) {
      case .separator, .unspaced, .symbol:
        return false
      case .lowercase:
        followsLowercase = true
      case .uppercase:
        beganPart = followsLowercase
        followsLowercase = false
      case .letter:
        followsLowercase = false
      case .digit, .mark:
        break
      }
      index += scalar.stride
      return true
    }
  }
}
