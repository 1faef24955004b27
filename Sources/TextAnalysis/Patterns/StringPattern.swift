// SPDX-License-Identifier: Apache-2.0

/// A pattern for string attributes: a value with stars, compiled once per query and applied to
/// millions of strings.
///
/// Without `wholeWords`, the whole string must match: `"paris*"` is a prefix of the value,
/// `"*paris*"` a substring.
///
/// With `wholeWords`, a range of the string must match that begins and ends at boundaries of words
/// or of their parts (see ``Tokenizer``). A star at an end lifts the condition there. `"Paris"`
/// matches `paris-france.jpg` (ignoring case) but not `Comparison`; `"Window"` matches
/// `MyWindowClass` but not `NSWindow`; `"Win*"`, the beginning of a word, matches both `My Window`
/// and `MyWindowClass`. The range can contain several words and punctuation, which is compared like
/// any other character: `"Paris France"` does not match `paris-france`. A star inside matches any
/// characters, including those between words.
///
/// In scripts without spaces, a value matches at the beginning of a word and anywhere within one
/// word, but not from within one word into the next: `"京都"` matches `京都大学` but not `東京都`, which
/// consists of `東京` and `都`. ``TextPattern`` gives the reasons.
///
/// If diacritics are ignored, a pattern for whole words or names also matches a string without the apostrophes
/// between its letters: `"dont"` matches `Don’t forget`.
///
/// A pattern for words near each other compares a string like a text; see ``TextPattern/slop``.
///
/// A ``RegularExpression`` is compared as it is.
///
/// In a pattern for paths, only a star at the beginning matches slashes: `"*docs/a*"` matches
/// `/home/docs/a.txt` but not `/home/docs/all/b.txt`.
package struct StringPattern: Hashable, Sendable {
  /// The folded value. If ``isDecidedByGlob`` is false, every match contains its literals in order.
  package let glob: Glob
  package let folding: Folding
  package let wholeWords: Bool
  /// The words of the value, near each other. ``glob`` contains a literal of the first one.
  private let near: TextPattern?
  /// The value as a shell pattern. ``glob`` contains its stars, and its other wildcards as stars.
  private let shell: ShellPattern?
  /// ``glob`` contains a literal of it.
  private let expression: RegularExpression?
  /// The slashes of a pattern for paths; `nil` for other patterns.
  private let slashes: Slashes?

  /// Whether a string matches, too, if it does without its inner marks; see ``InnerMark``.
  package let ignoresInnerMarks: Bool

  private struct Slashes: Hashable {
    let count: Int
    /// Whether a star at the beginning matches further ones.
    let mayFollowOthers: Bool
  }

  /// - Parameter parts: The value split at its stars: `["bud", ""]` for `bud*`. One part is a value
  ///   without stars; no part is the empty value.
  ///
  /// - Parameter isName: Whether the strings are names, of which a substring is looked for without their inner marks,
  ///   too.
  package init(parts: [String], folding: Folding, wholeWords: Bool, isPath: Bool = false, isName: Bool = false) {
    self.glob = Glob(parts: parts.isEmpty ? [""] : parts, folding: folding)
    self.folding = folding
    self.wholeWords = wholeWords
    near = nil
    shell = nil
    expression = nil
    slashes = isPath ? Self.slashes(in: glob, parts) : nil
    ignoresInnerMarks = (wholeWords || isName) && folding.usesEquivalents && glob.literals.contains { $0.count > 1 }
  }

  /// Creates a shell pattern, in which `?` and `[…]` are wildcards as well as stars, and a
  /// backslash removes their special meaning. The whole string must match.
  package init(shell parts: [String], folding: Folding, isPath: Bool = false) {
    let shell = ShellPattern(parts: parts.isEmpty ? [""] : parts, folding: folding)
    glob = Glob(literals: shell.literals)
    self.folding = folding
    wholeWords = false
    near = nil
    self.shell = shell
    expression = nil
    slashes = isPath ? Self.slashes(in: glob, parts) : nil
    ignoresInnerMarks = false
  }

  /// Creates a pattern for words near each other.
  ///
  /// - Parameters:
  ///   - parts: The value split at its stars.
  ///   - slop: See ``TextPattern/slop``.
  package init(wordsOf parts: [String], folding: Folding, slop: Int) {
    let near = TextPattern(parts: parts, folding: folding, slop: slop)
    glob = Glob(literals: [[]] + (near.terms.first?.steps.first?.glob.literals ?? []) + [[]])
    self.folding = folding
    wholeWords = true
    self.near = near
    shell = nil
    expression = nil
    slashes = nil
    ignoresInnerMarks = folding.usesEquivalents
  }

  /// Creates a pattern of a regular expression.
  package init(_ expression: RegularExpression) {
    folding = expression.ignoresCase ? .case : []
    let literal = expression.requiredLiteral
    glob = Glob(parts: literal.isEmpty ? ["", ""] : ["", literal, ""], folding: folding)
    wholeWords = false
    near = nil
    shell = nil
    self.expression = expression
    slashes = nil
    ignoresInnerMarks = false
  }

  private static func slashes(in glob: Glob, _ parts: [String]) -> Slashes {
    let count = glob.literals.reduce(0) { sum, literal in sum + literal.count { $0 == UInt8(ascii: "/") } }
    return Slashes(count: count, mayFollowOthers: parts.count > 1 && parts.first == "")
  }

  /// Whether a string matches if and only if its folded form matches ``glob``.
  package var isDecidedByGlob: Bool { isProvedByGlob && !ignoresInnerMarks }

  /// Whether a string matches if its folded form matches ``glob``.
  package var isProvedByGlob: Bool { !wholeWords && shell == nil && expression == nil && slashes == nil }

  /// The value in query syntax, for display. Without shell wildcards it is folded.
  package var spelling: String {
    near?.spelling ?? shell?.spelling ?? expression?.pattern
      ?? glob.literals.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "*")
  }

  package var isShellPattern: Bool { shell != nil }

  package var isRegularExpression: Bool { expression != nil }

  package var isPathPattern: Bool { slashes != nil }

  /// See ``TextPattern/slop``; `nil` if the pattern is not one of words near each other.
  package var slop: Int? { near?.slop }

  package func matches(_ value: String) -> Bool {
    matches(utf8: value.utf8.span)
  }

  /// - Complexity: O(*n*) for most values, O(*n* · *m*) in the worst case, *m* = length of the
  ///   pattern. Allocates nothing if `value` is ASCII.
  package func matches(utf8 value: Span<UInt8>) -> Bool {
    if let near { return near.matches(utf8: value) }
    if let expression { return expression.matches(utf8: value) }
    guard let slashes else { return matches(whole: value) }
    guard let end = Self.end(of: value, with: slashes) else { return false }
    return matches(whole: end)
  }

  /// The part of a path that has as many slashes as the pattern, up to the end of the path. No
  /// wildcard can match a slash in it, because the pattern would lack one for its own.
  ///
  /// - Returns: `nil` if the path cannot match.
  @_lifetime(copy path)
  private static func end(of path: Span<UInt8>, with slashes: Slashes) -> Span<UInt8>? {
    var count = 0
    for index in path.indices.reversed() where path[index] == UInt8(ascii: "/") {
      if count == slashes.count { return slashes.mayFollowOthers ? path.extracting((index + 1)...) : nil }
      count += 1
    }
    return count == slashes.count ? path : nil
  }

  private func matches(whole value: Span<UInt8>) -> Bool {
    if matches(withMarks: value) { return true }
    guard ignoresInnerMarks else { return false }
    guard let rest = unsafe value.withUnsafeBufferPointer({ unsafe InnerMark.removed(from: $0) }) else { return false }
    return matches(withMarks: rest.span)
  }

  private func matches(withMarks value: Span<UInt8>) -> Bool {
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
    // Most strings do not contain the value, so that their word boundaries are not needed.
    foldUTF8(value, folding, into: &folded)
    guard glob.occursSomewhere(in: folded.span) else { return false }
    folded.removeAll(keepingCapacity: true)
    let boundaries = WordBoundaries.marking(value, folding, folded: &folded)
    return unsafe folded.withUnsafeBufferPointer {
      unsafe glob.matchesWords(of: Haystack($0, lowercases: false), boundaries)
    }
  }
}
