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
        switch scalar.isValid ? ScalarKind(scalar.value, isEarlier: isEarlier) : .separator {
        case .separator, .mark:
          index += scalar.stride
          continue
        case .symbol:
          // A variation selector after it has no effect on the word.
          unsafe emit(bytes, index..<index + scalar.stride, width: 1, at: origin, body)
          position &+= 1
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
      guard let word = unsafe Word(bytes, at: index, isFinal: isFinal, isEarlier: isEarlier) else {
        return unsafe Self.startOfHeld(index, in: bytes)
      }
      if word.end < bytes.count, unsafe InnerMark.mayBegin(with: bytes[word.end]), !isEarlier {
        switch unsafe JoinedWords.read(behind: word, in: bytes, isFinal: isFinal) {
        case .single: break
        case .undecided: return unsafe Self.startOfHeld(index, in: bytes)
        case .joined(let words):
          guard unsafe emit(words, beginningWith: word, in: bytes, at: origin, isFinal: isFinal, body) else {
            return unsafe Self.startOfHeld(index, in: bytes)
          }
          index = words.end
          continue
        }
      }
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

  /// Emits words that are joined by inner marks: all of them as one token, then each.
  ///
  /// - Returns: `false`, without emitting anything, if later bytes determine the signs of the last word.
  @inline(never)
  private mutating func emit(
    _ words: JoinedWords, beginningWith first: Word, in bytes: UnsafeBufferPointer<UInt8>, at origin: Int, isFinal: Bool,
    _ body: (Span<UInt8>, Token) -> Void
  ) -> Bool {
    // All words end before the end of the bytes or of the text.
    guard unsafe isFinal || words.end < bytes.count && mayDecideSigns(behind: words.end, in: bytes) else { return false }
    unsafe emit(bytes, first.start..<words.end, width: words.partCount, at: origin, body)
    var word = first
    while true {
      if unsafe WordSigns.mayAdjoin(word, in: bytes) {
        _ = unsafe emitWithSigns(word, in: bytes, at: origin, isFinal: true, body)
      } else {
        unsafe emit(word, in: bytes, at: origin, body)
      }
      guard word.end < words.end, let next = unsafe Word(bytes, at: word.end + DecodedScalar(bytes, at: word.end).stride, isFinal: true)
      else { return true }
      word = next
    }
  }

  /// Whether the bytes after a word show its signs.
  private func mayDecideSigns(behind end: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let behind = unsafe bytes[end...].prefix(4)
    return unsafe behind.count == 4 || behind.contains { WordSigns.endBefore($0) }
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
      var partsLeft = word.partCount
      unsafe word.forEachPart(of: bytes) { part in
        unsafe emitInnerWords(of: word, from: part, partsLeft, in: bytes, at: origin, body)
        unsafe emit(bytes, part, width: 1, at: origin, body)
        position &+= 1
        partsLeft &-= 1
      }
    }
  }

  /// Emits what begins inside a word, in one of its parts, and continues to the end of the word in at least
  /// one more: `UserName` in `getUserName`, `HttpRequest` in `XMLHttpRequest`.
  @inline(__always)
  private func emitInnerWords(
    of word: Word, from part: Range<Int>, _ partsLeft: Int, in bytes: UnsafeBufferPointer<UInt8>, at origin: Int,
    _ body: (Span<UInt8>, Token) -> Void
  ) {
    guard partsLeft > 1, word.isToken, !isEarlier else { return }
    if part.lowerBound > word.start { unsafe emit(bytes, part.lowerBound..<word.end, width: partsLeft, at: origin, body) }
    if let start = unsafe Word.wordBehindCapitals(in: part, of: bytes) {
      unsafe emit(bytes, start..<word.end, width: partsLeft, at: origin, body)
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
      var partsLeft = word.partCount
      unsafe word.forEachPart(of: bytes) { part in
        unsafe emitInnerWords(of: word, from: part, partsLeft, in: bytes, at: origin, body)
        if part.upperBound == word.end {
          unsafe emit(bytes, part, with: signs, width: 1, at: origin, body)
        } else {
          unsafe emit(bytes, part, width: 1, at: origin, body)
        }
        position &+= 1
        partsLeft &-= 1
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
    unsafe surface.withUnsafeBufferPointer { unsafe JoinedWords.partCount(of: $0) }
  }
}
