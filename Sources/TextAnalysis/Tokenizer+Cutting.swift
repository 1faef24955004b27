extension Tokenizer {
  /// Hands out the tokens of `bytes`, which begin between words.
  ///
  /// - Parameters:
  ///   - origin: The offset of `bytes` in the text.
  ///   - isFinal: Nothing follows; otherwise a word that touches the end is left for later.
  /// - Returns: How many bytes are done with: all when `isFinal`.
  mutating func cut(
    _ bytes: UnsafeBufferPointer<UInt8>, at origin: Int, isFinal: Bool, _ body: (Span<UInt8>, Token) -> Void
  ) -> Int {
    var index = 0
    while index < bytes.count {
      let byte = unsafe bytes[index]
      if byte < 0x80 {
        guard ASCII.isWordByte(byte) else {
          index &+= 1
          continue
        }
      } else {
        let scalar = unsafe DecodedScalar(bytes, at: index)
        if scalar.isTruncated, !isFinal { return index }
        switch scalar.isValid ? ScalarKind(scalar.value) : .separator {
        case .separator, .mark:
          index += scalar.stride
          continue
        case .unspaced:
          guard let end = unsafe cutRun(bytes, from: index, at: origin, isFinal: isFinal, body) else { return index }
          index = end
          continue
        case .lowercase, .uppercase, .digit, .letter:
          break
        }
      }
      guard let word = unsafe Word(bytes, at: index, isFinal: isFinal) else { return index }
      unsafe emit(word, in: bytes, at: origin, body)
      index = word.end
    }
    return index
  }

  private mutating func emit(
    _ word: Word, in bytes: UnsafeBufferPointer<UInt8>, at origin: Int, _ body: (Span<UInt8>, Token) -> Void
  ) {
    if word.isToken {
      unsafe emit(bytes, word.start..<word.end, width: word.partCount, at: origin, body)
    }
    if word.partCount == 1 {
      position &+= 1
    } else {
      unsafe word.forEachPart(of: bytes) { part in
        unsafe emit(bytes, part, width: 1, at: origin, body)
        position &+= 1
      }
    }
  }

  @inline(__always)
  func emit(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, width: Int, at origin: Int, _ body: (Span<UInt8>, Token) -> Void
  ) {
    let surface = unsafe Span(_unsafeElements: UnsafeBufferPointer(rebasing: bytes[range]))
    body(surface, Token(range: range.lowerBound + origin..<range.upperBound + origin, position: position, width: width))
  }

  /// The ``Token/width`` of a token's surface form.
  package static func width(of surface: Span<UInt8>) -> Int {
    unsafe surface.withUnsafeBufferPointer { bytes in
      unsafe Word(bytes, at: 0, isFinal: true)?.partCount ?? 1
    }
  }
}
