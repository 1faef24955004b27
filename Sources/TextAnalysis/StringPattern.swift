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
  /// The value, folded. Where ``isDecidedByGlob`` is not true, its literals are in every match, in their order.
  package let glob: Glob
  package let folding: Folding
  package let wholeWords: Bool
  /// For the value as a shell's pattern; its stars are in ``glob``, and so are its other wildcards, as stars.
  private let shell: ShellPattern?

  /// - Parameter parts: The value split at its stars: `["bud", ""]` for `bud*`. One part is a value without stars; none is the empty value.
  package init(parts: [String], folding: Folding, wholeWords: Bool) {
    self.glob = Glob(parts: parts.isEmpty ? [""] : parts, folding: folding)
    self.folding = folding
    self.wholeWords = wholeWords
    shell = nil
  }

  /// A value in which `?` and `[…]` are wildcards besides the stars, as in a shell; a backslash makes them ordinary. All of the string must
  /// match.
  package init(shell parts: [String], folding: Folding) {
    let shell = ShellPattern(parts: parts.isEmpty ? [""] : parts, folding: folding)
    glob = Glob(literals: shell.literals)
    self.folding = folding
    wholeWords = false
    self.shell = shell
  }

  /// Whether a string matches exactly if its folded form matches ``glob``.
  package var isDecidedByGlob: Bool { !wholeWords && shell == nil }

  /// As in a query, for people; a value without wildcards of a shell is folded.
  package var spelling: String {
    shell?.spelling ?? glob.literals.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "*")
  }

  package var isShellPattern: Bool { shell != nil }

  package func matches(_ value: String) -> Bool {
    matches(utf8: value.utf8.span)
  }

  /// - Complexity: O(*n*) for most values, O(*n* · *m*) at worst, *m* = length of the pattern. Allocates nothing when `value` is ASCII.
  package func matches(utf8 value: Span<UInt8>) -> Bool {
    unsafe value.withUnsafeBufferPointer { bytes in
      let haystack = unsafe Haystack(bytes, lowercases: folding.contains(.case))
      guard unsafe isASCII(bytes) else {
        if glob.isASCII, unsafe !ASCIIYield.mayOccur(in: bytes, folding), !glob.occursSomewhere(in: haystack) { return false }
        if !wholeWords, folding == .all, let isMatch = unsafe LatinFold.withFolded(bytes, { unsafe matchesAll(ofFolded: $0) }) {
          return isMatch
        }
        return matches(beyondASCII: value)
      }
      guard glob.isASCII else { return false }
      if let shell { return glob.occursSomewhere(in: haystack) && shell.matches(haystack) }
      return unsafe wholeWords ? glob.matchesWords(of: haystack, .ascii(bytes)) : glob.matches(haystack)
    }
  }

  private func matchesAll(ofFolded bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let text = unsafe Haystack(bytes, lowercases: false)
    return shell?.matches(text) ?? glob.matches(text)
  }

  private func matches(beyondASCII value: Span<UInt8>) -> Bool {
    var folded: [UInt8] = []
    folded.reserveCapacity(value.count)
    guard wholeWords else {
      foldUTF8(value, folding, into: &folded)
      return unsafe folded.withUnsafeBufferPointer { unsafe matchesAll(ofFolded: $0) }
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
