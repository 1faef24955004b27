/// What a string attribute is compared with: a value with stars, compiled once per query and tried on millions of strings.
///
/// Without `wholeWords` all of the string must match: `"paris*"` is a prefix of the whole value, `"*paris*"` a substring.
///
/// With `wholeWords` some stretch of the string must match that begins and ends at boundaries of words or of their parts (see
/// ``Tokenizer``); a star at an end lifts the condition there. `"Paris"` is found in `paris-france.jpg` (ignoring case) and not in
/// `Comparison`, `"Window"` in `MyWindowClass` and not in `NSWindow`, and `"Win*"`, a word's beginning, in both `My Window` and
/// `MyWindowClass`. A stretch may go over several words and contain punctuation, which is compared like any other character: `"Paris
/// France"` is not found in `paris-france`. A star inside matches any characters, those between words included.
///
/// In scripts without spaces a value is found where a word of the string begins, and anywhere inside one word, but not from inside one word
/// into the next: `"京都"` in `京都大学` and not in `東京都`, which is `東京`, `都`; ``TextPattern`` has the reasons.
package struct StringPattern: Hashable, Sendable {
  /// The value, folded.
  package let glob: Glob
  package let folding: Folding
  package let wholeWords: Bool

  /// - Parameter parts: The value split at its stars: `["bud", ""]` for `bud*`. One part is a value without stars; none is the empty value.
  package init(parts: [String], folding: Folding, wholeWords: Bool) {
    self.glob = Glob(parts: parts.isEmpty ? [""] : parts, folding: folding)
    self.folding = folding
    self.wholeWords = wholeWords
  }

  package func matches(_ value: String) -> Bool {
    matches(utf8: value.utf8.span)
  }

  /// - Complexity: O(*n*) for most values, O(*n* · *m*) at worst, *m* = length of the pattern. Allocates nothing when `value` is ASCII.
  package func matches(utf8 value: Span<UInt8>) -> Bool {
    unsafe value.withUnsafeBufferPointer { bytes in
      let haystack = unsafe Haystack(bytes, lowercases: folding.contains(.case))
      guard unsafe isASCII(bytes) else {
        if glob.isASCII, unsafe !ASCIIYield.mayOccur(in: bytes, folding), !glob.occursSomewhere(in: haystack) { return false }
        return matches(beyondASCII: value)
      }
      guard glob.isASCII else { return false }
      return unsafe wholeWords ? glob.matchesWords(of: haystack, .ascii(bytes)) : glob.matches(haystack)
    }
  }

  private func matches(beyondASCII value: Span<UInt8>) -> Bool {
    var folded: [UInt8] = []
    folded.reserveCapacity(value.count)
    guard wholeWords else {
      foldUTF8(value, folding, into: &folded)
      return glob.matches(folded: folded.span)
    }
    // Most strings lack the value altogether: no need to know where their words begin.
    foldUTF8(value, folding, into: &folded)
    guard glob.occursSomewhere(in: folded.span) else { return false }
    folded.removeAll(keepingCapacity: true)
    let boundaries = WordBoundaries.marking(value, folding, folded: &folded)
    return unsafe folded.withUnsafeBufferPointer {
      unsafe glob.matchesWords(of: Haystack($0, lowercases: false), boundaries)
    }
  }
}
