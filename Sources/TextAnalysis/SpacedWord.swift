// SPDX-License-Identifier: Apache-2.0

/// A word of a query's value that becomes a term: its parts and the whole word, each as a list of
/// literals separated by stars.
struct SpacedWord {
  private var parts: [[String]]
  private var whole: [String]

  init(_ word: String) {
    parts = []
    whole = [word]
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
    var steps = parts.indices.map { TextPattern.Term.Step(start: $0, end: $0 + 1, glob: Glob(parts: parts[$0], folding: folding)) }
    if parts.count > 1 {
      steps.insert(.init(start: 0, end: parts.count, glob: Glob(parts: whole, folding: folding)), at: 1)
    }
    return TextPattern.Term(steps: steps, end: parts.count)
  }
}
