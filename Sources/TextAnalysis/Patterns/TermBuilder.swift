// SPDX-License-Identifier: Apache-2.0

/// Splits a query's value into terms and attaches its stars.
struct TermBuilder {
  /// A term under construction.
  private enum Draft {
    case word(SpacedWord)
    case run(UnspacedTerm)

    mutating func prependStar() {
      switch self {
      case .word(var word):
        word.prependStar()
        self = .word(word)
      case .run(var run):
        run.prependStar()
        self = .run(run)
      }
    }

    mutating func appendStar() {
      switch self {
      case .word(var word):
        word.appendStar()
        self = .word(word)
      case .run(var run):
        run.appendStar()
        self = .run(run)
      }
    }

    /// Appends a draft that is separated from this one only by a star; `false` if no token can
    /// contain both.
    mutating func append(behindStar other: Draft) -> Bool {
      switch (self, other) {
      case (.word(var word), .word(let other)):
        word.append(behindStar: other)
        self = .word(word)
      case (.run(var run), .run(let other)):
        run.append(behindStar: other)
        self = .run(run)
      case (.word, .run), (.run, .word):
        return false
      }
      return true
    }
  }

  private var drafts: [Draft] = []

  /// Whether a star directly follows the last draft.
  private var isBeforeStar = false

  /// Whether the rules of ``Folding/earlier`` apply.
  private let isEarlier: Bool

  private init(isEarlier: Bool) { self.isEarlier = isEarlier }

  /// - Parameter areAdjacent: Whether each word must directly follow the previous one.
  static func terms(of parts: [String], _ folding: Folding, areAdjacent: Bool) -> [TextPattern.Term] {
    var builder = TermBuilder(isEarlier: folding.contains(.earlier))
    for (number, part) in parts.enumerated() {
      // Adjacent stars count as one.
      if part.isEmpty, number > 0, number < parts.count - 1 { continue }
      builder.add(Array(part.utf8), followsStar: number > 0, precedesStar: number < parts.count - 1)
    }
    let drafts = builder.drafts
    return drafts.indices.map { index in
      switch drafts[index] {
      case .word(let word): word.term(folding)
      case .run(let run):
        run.term(folding, isFirst: !areAdjacent || index == 0, isLast: !areAdjacent || index == drafts.count - 1)
      }
    }
  }

  private mutating func add(_ text: [UInt8], followsStar: Bool, precedesStar: Bool) {
    // A star may stand for a letter or a digit, after which a full stop is not a sign.
    var words = words(of: text, behind: followsStar ? UInt8(ascii: "a") : UInt8(ascii: " "))
    if !isEarlier { Self.joinSymbols(&words, in: text) }
    let ending = words.last?.range.upperBound
    let isBehindStar = followsStar && words.first?.range.lowerBound == 0
    if isBehindStar, isBeforeStar, let first = words.first, drafts[drafts.count - 1].append(behindStar: first.draft) {
      words.removeFirst()
    } else {
      if isBeforeStar { drafts[drafts.count - 1].appendStar() }
      if isBehindStar { words[0].draft.prependStar() }
    }
    drafts.append(contentsOf: words.map(\.draft))
    isBeforeStar = precedesStar && ending == text.count
  }

  /// The words and runs of a text without stars, with their ranges.
  private func words(of text: [UInt8], behind previous: UInt8) -> [(range: Range<Int>, draft: Draft)] {
    var words: [(range: Range<Int>, draft: Draft)] = []
    func string(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
    unsafe text.withUnsafeBufferPointer { bytes in
      Tokenizer.forEachToken(in: text.span, usesDictionaries: false, behind: previous, isEarlier: isEarlier) { surface, token in
        guard token.width == 1 else { return }
        let start = token.range.lowerBound
        let part = string(text[token.range])
        let first = unsafe DecodedScalar(bytes, at: start)
        let kind = first.value >= 0x80 ? ScalarKind(first.value, isEarlier: isEarlier) : .letter
        let isLetter = kind == .unspaced
        switch (words.last?.draft, words.last?.range) {
        case (.run(var run), let range?) where isLetter && start == range.upperBound:
          run.append(letter: part)
          words[words.count - 1] = (range.lowerBound..<token.range.upperBound, .run(run))
        case (.word(var word), let range?) where WordSigns.areIn(surface):
          let signed = min(range.lowerBound, start)..<max(range.upperBound, token.range.upperBound)
          word.takeSigns(part: part, whole: string(text[signed]))
          words[words.count - 1] = (signed, .word(word))
        case (.word(var word), let range?) where start < range.upperBound:
          word.append(part: part)
          words[words.count - 1].draft = .word(word)
        default:
          if isLetter {
            var run = UnspacedTerm()
            run.append(letter: part)
            words.append((token.range, .run(run)))
          } else if kind == .symbol {
            words.append((token.range, .word(Self.symbol(part))))
          } else {
            let end = unsafe endOfWords(bytes, at: start) ?? token.range.upperBound
            var word = SpacedWord(string(text[start..<end]))
            word.append(part: part)
            words.append((start..<end, .word(word)))
          }
        }
      }
    }
    return words
  }

  /// The end of a word, and of those that inner marks join to it.
  private func endOfWords(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    guard let word = unsafe Word(bytes, at: start, isFinal: true, isEarlier: isEarlier) else { return nil }
    guard !isEarlier, case .joined(let words) = unsafe JoinedWords.read(behind: word, in: bytes, isFinal: true) else { return word.end }
    return words.end
  }

  // MARK: Symbols

  /// The symbols that stand for two words with a slash between them, by these words.
  private static let fractions: [String: String] = {
    var symbols: [String: String] = [:]
    for symbol in "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞↉℀℁℅℆".unicodeScalars { symbols[fold(String(symbol), .all)] = String(symbol) }
    return symbols
  }()

  private static func symbol(_ text: String) -> SpacedWord {
    let parts = fold(text, .all).split(separator: "/").map(String.init)
    if parts.count == 2 { return SpacedWord(symbol: text, parts: parts) }
    var word = SpacedWord(text)
    word.append(part: text)
    return word
  }

  /// Joins words for which there is a symbol: `1/2`, which `½` matches, too.
  private static func joinSymbols(_ words: inout [(range: Range<Int>, draft: Draft)], in text: [UInt8]) {
    guard text.contains(UInt8(ascii: "/")) else { return }
    var index = 1
    while index < words.count {
      let (before, behind) = (words[index - 1], words[index])
      let range = before.range.lowerBound..<behind.range.upperBound
      if behind.range.lowerBound == before.range.upperBound + 1, range.count <= 4, case .word(var word) = before.draft,
        case .word(let other) = behind.draft,
        let symbol = fractions[fold(String(decoding: text[range], as: UTF8.self), .all)]
      {
        word.append(other, writtenAs: symbol)
        words[index - 1] = (range, .word(word))
        words.remove(at: index)
      } else {
        index += 1
      }
    }
  }
}
