/// A word of a query's value that becomes a term: its parts, and all of it; each a list of literals with a star between each two.
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

  /// Replaces the last part and the whole by what they are with the signs around them.
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

  /// Adds a word that only a star separates from this one.
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
