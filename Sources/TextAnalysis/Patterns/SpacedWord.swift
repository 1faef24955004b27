// SPDX-License-Identifier: Apache-2.0

/// A word of a query's value that becomes a term: its parts and the whole word, each as a list of
/// literals separated by stars.
struct SpacedWord {
  private var parts: [[String]]
  private var whole: [String]

  /// What only applies if diacritics are ignored, because it is not what was typed.
  private var alternative = Alternative.none

  private enum Alternative { case none, parts, whole }

  init(_ word: String) {
    parts = []
    whole = [word]
  }

  /// Creates the word of a symbol that stands for words with a sign between them: `½` for `1/2`.
  init(symbol: String, parts: [String]) {
    self.parts = parts.map { [$0] }
    whole = [symbol]
    alternative = .parts
  }

  /// Appends a word that is separated by the sign of such a symbol.
  mutating func append(_ word: SpacedWord, writtenAs symbol: String) {
    parts.append(contentsOf: word.parts)
    whole = [symbol]
    alternative = .whole
  }

  mutating func append(part: String) {
    parts.append([part])
  }

  /// Replaces the last part and the whole word with their forms with signs.
  mutating func takeSigns(part: String, whole: String) {
    parts[parts.count - 1] = [part]
    self.whole = [whole]
  }

  mutating func prependStar() {
    parts[0].insert("", at: 0)
    whole.insert("", at: 0)
  }

  mutating func appendStar() {
    parts[parts.count - 1].append("")
    whole.append("")
  }

  /// Appends a word that is separated from this one only by a star.
  mutating func append(behindStar word: SpacedWord) {
    parts[parts.count - 1].append(contentsOf: word.parts[0])
    parts.append(contentsOf: word.parts.dropFirst())
    whole.append(contentsOf: word.whole)
  }

  func term(_ folding: Folding) -> TextPattern.Term {
    func glob(_ literals: [String], _ isAlternative: Bool) -> Glob {
      // The steps do not depend on the folding, so a step that does not apply matches nothing.
      isAlternative && !folding.contains(.diacritics) ? .nothing : Glob(tokens: literals, folding: folding)
    }
    var steps = parts.indices.map {
      TextPattern.Term.Step(start: $0, end: $0 + 1, glob: glob(parts[$0], alternative == .parts))
    }
    if parts.count > 1 {
      steps.insert(.init(start: 0, end: parts.count, glob: glob(whole, alternative == .whole)), at: 1)
    }
    return TextPattern.Term(steps: steps, end: parts.count, width: parts.count)
  }
}
