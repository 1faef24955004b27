// SPDX-License-Identifier: Apache-2.0

extension Tokenizer {
  /// Emits the tokens of `bytes`, which must begin between words.
  ///
  /// - Parameters:
  ///   - origin: The offset of `bytes` in the text.
  ///   - isFinal: Whether no bytes follow. Otherwise, a word at the end is left for later.
  /// - Returns: The number of bytes consumed: all of them if `isFinal`.
  mutating func cut(
    _ bytes: UnsafeBufferPointer<UInt8>, at origin: Int, isFinal: Bool, _ body: (Span<UInt8>, Token) -> Void
  ) -> Int {
    let consumed = unsafe cutWords(bytes, at: origin, isFinal: isFinal, body)
    if consumed > 0 { unsafe previous = bytes[consumed - 1] }
    return consumed
  }

  private mutating func cutWords(
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
      guard let word = unsafe Word(bytes, at: index, isFinal: isFinal) else { return unsafe Self.startOfHeld(index, in: bytes) }
      if unsafe WordSigns.mayAdjoin(word, in: bytes) {
        guard unsafe emitWithSigns(word, in: bytes, at: origin, isFinal: isFinal, body) else {
          return unsafe Self.startOfHeld(index, in: bytes)
        }
      } else {
        unsafe emit(word, in: bytes, at: origin, body)
      }
      index = word.end
    }
    return isFinal ? index : unsafe Self.startOfHeld(index, in: bytes)
  }

  /// Where to continue if a word at `index` is left for later: a full stop before it may belong to
  /// it.
  private static func startOfHeld(_ index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    unsafe index > 0 && bytes[index - 1] == UInt8(ascii: ".") ? index - 1 : index
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

  /// Emits a word that may have signs. The forms with signs directly follow the form without, at
  /// the same position.
  ///
  /// - Returns: `false`, without emitting anything, if later bytes determine the signs.
  @inline(never)
  private mutating func emitWithSigns(
    _ word: Word, in bytes: UnsafeBufferPointer<UInt8>, at origin: Int, isFinal: Bool, _ body: (Span<UInt8>, Token) -> Void
  ) -> Bool {
    guard let signs = unsafe WordSigns(of: word, in: bytes, behind: previous, isFinal: isFinal) else { return false }
    if word.isToken {
      unsafe emit(bytes, word.start..<word.end, with: signs, width: word.partCount, at: origin, body)
    }
    if word.partCount == 1 {
      position &+= 1
    } else {
      unsafe word.forEachPart(of: bytes) { part in
        if part.upperBound == word.end {
          unsafe emit(bytes, part, with: signs, width: 1, at: origin, body)
        } else {
          unsafe emit(bytes, part, width: 1, at: origin, body)
        }
        position &+= 1
      }
    }
    return true
  }

  private func emit(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, with signs: WordSigns, width: Int, at origin: Int,
    _ body: (Span<UInt8>, Token) -> Void
  ) {
    let end = range.upperBound + signs.trailingCount
    unsafe emit(bytes, range, width: width, at: origin, body)
    if end > range.upperBound { unsafe emit(bytes, range.lowerBound..<end, width: width, at: origin, body) }
    guard signs.hasStop else { return }
    unsafe emit(bytes, range.lowerBound - 1..<range.upperBound, width: width, at: origin, body)
    if end > range.upperBound { unsafe emit(bytes, range.lowerBound - 1..<end, width: width, at: origin, body) }
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
