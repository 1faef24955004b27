/// Cuts a query's value into terms and attaches its stars.
struct TermBuilder {
  /// A term in the making; each part, and the whole, is a list of literals with a star between each two.
  private struct Draft {
    var parts: [[String]]
    var whole: [String]
    let isUnspaced: Bool

    mutating func prependStar() {
      parts[0].insert("", at: 0)
      whole.insert("", at: 0)
    }

    mutating func appendStar() {
      parts[parts.count - 1].append("")
      whole.append("")
    }

    /// Adds a word that only a star separates from this one.
    mutating func append(_ word: Draft) {
      parts[parts.count - 1].append(contentsOf: word.parts[0])
      parts.append(contentsOf: word.parts.dropFirst())
      whole.append(contentsOf: word.whole)
    }
  }

  private var drafts: [Draft] = []

  /// A star follows right behind the last draft.
  private var isBeforeStar = false

  static func terms(of parts: [String], _ folding: Folding) -> [TextPattern.Term] {
    var builder = TermBuilder()
    for (number, part) in parts.enumerated() {
      // Two stars in a row are one.
      if part.isEmpty, number > 0, number < parts.count - 1 { continue }
      builder.add(Array(part.utf8), followsStar: number > 0, precedesStar: number < parts.count - 1)
    }
    return builder.drafts.map { draft in
      TextPattern.Term(
        parts: draft.parts.map { Glob(parts: $0, folding: folding) },
        whole: draft.parts.count > 1 ? Glob(parts: draft.whole, folding: folding) : nil)
    }
  }

  private mutating func add(_ text: [UInt8], followsStar: Bool, precedesStar: Bool) {
    var words = Self.words(of: text)
    let ending = words.last?.end
    let isBehindStar = followsStar && words.first?.start == 0
    if isBehindStar, isBeforeStar, let first = words.first, !first.draft.isUnspaced, !drafts[drafts.count - 1].isUnspaced {
      drafts[drafts.count - 1].append(first.draft)
      words.removeFirst()
    } else {
      if isBeforeStar { drafts[drafts.count - 1].appendStar() }
      if isBehindStar { words[0].draft.prependStar() }
    }
    drafts.append(contentsOf: words.map(\.draft))
    isBeforeStar = precedesStar && ending == text.count
  }

  /// The words of a text without stars, and where they stand.
  private static func words(of text: [UInt8]) -> [(start: Int, end: Int, draft: Draft)] {
    var words: [(start: Int, end: Int, draft: Draft)] = []
    unsafe text.withUnsafeBufferPointer { bytes in
      Tokenizer.forEachToken(in: text.span) { _, token in
        guard token.width == 1 else { return }
        let part = string(text[token.range])
        if let word = words.last, token.range.lowerBound < word.end {
          words[words.count - 1].draft.parts.append([part])
          return
        }
        let start = token.range.lowerBound
        let first = unsafe DecodedScalar(bytes, at: start)
        let isUnspaced = first.value >= 0x80 && ScalarKind(first.value) == .unspaced
        let end = unsafe isUnspaced ? token.range.upperBound : Word(bytes, at: start, isFinal: true)?.end ?? token.range.upperBound
        words.append((start, end, Draft(parts: [[part]], whole: [string(text[start..<end])], isUnspaced: isUnspaced)))
      }
    }
    return words
  }

  private static func string(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
