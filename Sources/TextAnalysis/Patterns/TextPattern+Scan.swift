// SPDX-License-Identifier: Apache-2.0

extension TextPattern {
  /// A comparison with one text in chunks. The result does not depend on the division into chunks.
  ///
  /// Skips text without candidates at memory speed, and tokenises only the rest. Stores at most one
  /// token of the text.
  package struct Scan: Sendable {
    private let pattern: TextPattern
    private var tokenizer = Tokenizer()
    private var matcher: TermMatcher
    private var isMatched = false

    /// Whether the next bytes must be tokenised, because they may belong to a word or match that
    /// has begun. Otherwise they follow a separator that is not a sign, and can be skipped.
    private var isReading = false

    init(_ pattern: TextPattern) {
      self.pattern = pattern
      self.matcher = TermMatcher(pattern)
    }

    /// Compares the next chunk.
    ///
    /// - Returns: Whether the text matches, regardless of later chunks. Once `true`, it stays
    ///   `true`.
    package mutating func feed(_ chunk: Span<UInt8>) -> Bool {
      if isMatched || chunk.isEmpty { return isMatched }
      guard !pattern.terms.isEmpty else {
        isMatched = pattern.matchesAnyText
        return isMatched
      }
      guard pattern.slop == nil else {
        // The distance of two words is the number of tokens between them, so no token is skipped.
        Self.read(chunk, &tokenizer, &matcher)
        isMatched = matcher.isMatched
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
            // Even without a candidate, the last word is read, because it may continue in the next
            // chunk.
            let candidate = unsafe pattern.finder.next(in: bytes, from: index) ?? bytes.count
            index = unsafe Self.startOfWord(in: bytes, containing: candidate, notBefore: index)
            isReading = index < bytes.count
          }
        }
      }
      isMatched = matcher.isMatched
      return isMatched
    }

    /// Compares the last word, at the end of the text.
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
      matcher.finish()
    }

    /// The index after the next separator that is not a sign.
    private static func endOfWord(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
      var end = start
      while end < bytes.count, unsafe !WordSigns.endBefore(bytes[end]) { end &+= 1 }
      return min(end + 1, bytes.count)
    }

    /// The last separator before `index` that is not a sign, because the character before a sign
    /// matters.
    private static func startOfWord(in bytes: UnsafeBufferPointer<UInt8>, containing index: Int, notBefore limit: Int) -> Int {
      var start = index
      while start > limit, unsafe !WordSigns.endBefore(bytes[start - 1]) { start &-= 1 }
      return max(start - 1, limit)
    }
  }
}
