// SPDX-License-Identifier: Apache-2.0

extension Tokenizer {
  /// Maximum length in bytes of a run that is divided into words at once: about 340 Chinese
  /// characters without punctuation. A larger limit would not improve the result, but increase the
  /// bytes carried from chunk to chunk.
  static let maximumUnspacedLength = 1024

  /// The end of a run of letters without spaces.
  private struct Run {
    var end: Int

    /// Whether the run continues after `end`.
    var isCutShort = false
  }

  /// Emits the words of the run at `start`, which begins with a letter of a script without spaces.
  ///
  /// If a run is too long to divide at once, its last words are left for the next call, which sees
  /// what follows them. The result thus depends only on the run.
  ///
  /// - Returns: The end of the last emitted word; `nil` if later bytes may belong to the run.
  mutating func cutRun(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, at origin: Int, isFinal: Bool, _ body: (Span<UInt8>, Token) -> Void
  ) -> Int? {
    if usesDictionaries, unsafe isHangul(bytes, at: start) {
      return unsafe cutHangul(bytes, from: start, at: origin, isFinal: isFinal, body)
    }
    guard usesDictionaries else {
      return unsafe cutRun(bytes, from: start, at: origin, isFinal: isFinal, WordBreaker(usesDictionaries: false), body)
    }
    return WordBreaker.borrow { unsafe cutRun(bytes, from: start, at: origin, isFinal: isFinal, $0, body) }
  }

  private mutating func cutRun(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, at origin: Int, isFinal: Bool, _ breaker: WordBreaker,
    _ body: (Span<UInt8>, Token) -> Void
  ) -> Int? {
    guard let run = unsafe read(bytes, from: start, isFinal: isFinal, into: breaker) else { return nil }
    let settled = run.isCutShort ? run.end - Self.maximumTokenLength : run.end
    var index = start
    breaker.forEachCut { cut in
      let cut = start + cut
      guard index == start || cut <= settled else { return false }
      unsafe emitWord(bytes, index..<cut, at: origin, body)
      index = cut
      return true
    }
    if !run.isCutShort || index == start {
      unsafe emitWord(bytes, index..<run.end, at: origin, body)
      index = run.end
    }
    return index
  }

  /// Reads a run into `breaker`; `nil` if it may continue in later bytes.
  private func read(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, isFinal: Bool, into breaker: WordBreaker
  ) -> Run? {
    breaker.removeAll()
    var end = start
    while end < bytes.count {
      let scalar = unsafe DecodedScalar(bytes, at: end)
      if scalar.isTruncated, !isFinal { return nil }
      guard scalar.isValid, scalar.value >= 0x80 else { return Run(end: end) }
      let kind = ScalarKind(scalar.value, isEarlier: isEarlier)
      guard kind == .unspaced || kind == .mark else { return Run(end: end) }
      // Hangul is not in the dictionaries.
      if usesDictionaries, isHangulSyllable(scalar.value) { return Run(end: end) }
      guard end + scalar.stride - start <= Self.maximumUnspacedLength else { return Run(end: end, isCutShort: true) }
      breaker.append(scalar.value, at: end - start, isMark: kind == .mark)
      end += scalar.stride
    }
    return isFinal ? Run(end: end) : nil
  }

  /// Emits a run of Hangul, which is one word: no dictionary divides compounds, of which a query finds every part
  /// anyway. As ``cutRun(_:from:at:isFinal:_:)``.
  private mutating func cutHangul(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, at origin: Int, isFinal: Bool, _ body: (Span<UInt8>, Token) -> Void
  ) -> Int? {
    var end = start
    while end < bytes.count {
      let scalar = unsafe DecodedScalar(bytes, at: end)
      if scalar.isTruncated, !isFinal { return nil }
      guard scalar.isValid, scalar.value >= 0x80 else { break }
      let isPart = isHangulSyllable(scalar.value) || ScalarKind(scalar.value) == .mark
      guard isPart, end + scalar.stride - start <= Self.maximumTokenLength else { break }
      end += scalar.stride
    }
    guard isFinal || end < bytes.count else { return nil }
    unsafe emitWord(bytes, start..<end, at: origin, body)
    return end
  }

  private func isHangul(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    unsafe isHangulSyllable(DecodedScalar(bytes, at: index).value)
  }

  /// Emits a word of the dictionary, or other text in pieces that are short enough.
  private mutating func emitWord(
    _ bytes: UnsafeBufferPointer<UInt8>, _ word: Range<Int>, at origin: Int, _ body: (Span<UInt8>, Token) -> Void
  ) {
    var start = word.lowerBound
    while start < word.upperBound {
      var end = min(start + Self.maximumTokenLength, word.upperBound)
      while unsafe end < word.upperBound && bytes[end] & 0xC0 == 0x80 { end -= 1 }
      unsafe emit(bytes, start..<end, width: 1, at: origin, body)
      position &+= 1
      start = end
    }
  }
}
