extension TextPattern {
  /// A comparison with one text, chunk by chunk. The answer does not depend on where the chunks are cut.
  ///
  /// Skips what cannot match at the speed of memory and cuts only the rest into tokens. Holds no more of the text than one token.
  package struct Scan: Sendable {
    private let pattern: TextPattern
    private var tokenizer = Tokenizer()
    private var matcher: TermMatcher
    private var isMatched = false

    /// The bytes at hand must be cut into tokens: they may belong to a word or a match that has begun. Otherwise the bytes at hand follow a
    /// separator that is no sign, and may be skipped.
    private var isReading = false

    init(_ pattern: TextPattern) {
      self.pattern = pattern
      self.matcher = TermMatcher(terms: pattern.terms, folding: pattern.folding)
    }

    /// Looks at the next chunk.
    ///
    /// - Returns: Whether the text matches, whatever follows. Once `true` it stays so.
    package mutating func feed(_ chunk: Span<UInt8>) -> Bool {
      if isMatched || chunk.isEmpty { return isMatched }
      guard !pattern.terms.isEmpty else {
        isMatched = pattern.matchesAnyText
        return isMatched
      }
      unsafe chunk.withUnsafeBufferPointer { bytes in
        var index = 0
        while index < bytes.count, !matcher.isMatched {
          if isReading {
            let end = unsafe Self.endOfWord(in: bytes, from: index)
            Self.read(chunk.extracting(index..<end), &tokenizer, &matcher)
            isReading = unsafe !(WordSigns.endBefore(bytes[end - 1]) && matcher.isIdle)
            index = end
          } else {
            // Without a candidate the last word is still read: it may go on in the next chunk.
            let candidate = unsafe pattern.finder.next(in: bytes, from: index) ?? bytes.count
            index = unsafe Self.startOfWord(in: bytes, containing: candidate, notBefore: index)
            isReading = index < bytes.count
          }
        }
      }
      isMatched = matcher.isMatched
      return isMatched
    }

    /// Looks at the last word: the text is over.
    ///
    /// - Returns: Whether the text matches.
    package mutating func finish() -> Bool {
      if !isMatched {
        Self.finish(&tokenizer, &matcher)
        isMatched = matcher.isMatched
      }
      return isMatched
    }

    private static func read(_ bytes: Span<UInt8>, _ tokenizer: inout Tokenizer, _ matcher: inout TermMatcher) {
      tokenizer.feed(bytes) { matcher.accept($0, $1) }
    }

    private static func finish(_ tokenizer: inout Tokenizer, _ matcher: inout TermMatcher) {
      tokenizer.finish { matcher.accept($0, $1) }
    }

    /// The place behind the next separator that is no sign.
    private static func endOfWord(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
      var end = start
      while end < bytes.count, unsafe !WordSigns.endBefore(bytes[end]) { end &+= 1 }
      return min(end + 1, bytes.count)
    }

    /// The last separator before `index` that is no sign: what stands before a sign matters.
    private static func startOfWord(in bytes: UnsafeBufferPointer<UInt8>, containing index: Int, notBefore limit: Int) -> Int {
      var start = index
      while start > limit, unsafe !WordSigns.endBefore(bytes[start - 1]) { start &-= 1 }
      return max(start - 1, limit)
    }
  }
}
