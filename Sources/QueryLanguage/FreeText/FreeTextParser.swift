// SPDX-License-Identifier: Apache-2.0

import Attributes
import TextAnalysis

/// Builds a predicate from the tokens of free text, and divides it into words to rank by and other conditions.
///
/// As in ``PredicateParser``, nesting is stored in an array, and is limited.
struct FreeTextParser {
  let tokens: [FreeTextToken]
  let context: EvaluationContext
  /// In the order of the text; at most ``QueryHint/maximumCount``.
  private(set) var oddities: [(subject: QueryHint.Subject, offset: Int)] = []

  /// The offset in the text of each token.
  let offsets: [Int]

  /// Whether a letter or digit is in the terms around, between two `|`.
  private var isAmongWords = false

  /// Number of words with a colon that were compared with all keywords, which takes a few tenths of
  /// a millisecond each.
  private var keywordsLookedUp = 0

  /// Whether a keyword with a value that is not valid is looked for as words, and parentheses that are nested too
  /// deeply have no effect. Then nothing throws.
  let isLenient: Bool

  init(_ text: String, in context: EvaluationContext, isLenient: Bool = false) {
    self.isLenient = isLenient
    var lexer = FreeTextLexer(text)
    let found = FreeTextToken.joiningNearWords(lexer.remainingTokens())
    tokens = found.map(\.token)
    offsets = found.map(\.offset)
    self.context = context
    if let quote = lexer.unclosedQuote {
      note(.other("This quote is not closed, so everything after it is one phrase."), at: quote)
    }
  }

  /// What a text stands for.
  struct Parts {
    /// The predicate of the whole text; `nil` if there is nothing to search for.
    var predicate: Predicate?
    /// The words and phrases that every document has that matches ``predicate``, as a person would type them; with
    /// alternatives, those of all of them.
    var words: [String] = []
    /// What else every such document satisfies; with alternatives, the whole predicate.
    var conditions: [Predicate] = []
    /// Whether there are terms of which one is enough.
    var hasAlternatives = false
    /// Whether the text ends with the last one of ``words``, which is not a phrase.
    var endsWithWord = false
  }

  /// Maximum nesting of parentheses and negations. A single term can add up to three levels, and
  /// the result must parse as a predicate; that of lenient parsing also together with others.
  private var nestingLimit: Int { isLenient ? PredicateParser.nestingLimit / 2 : PredicateParser.nestingLimit - 3 }

  /// A term of the text.
  private struct Term {
    var predicate: Predicate
    /// What it adds to the words to rank by.
    var words: [String] = []
    /// Whether a document with all of these words may not match.
    var isCondition: Bool

    init(_ predicate: Predicate, words: [String] = [], isCondition: Bool = false) {
      self.predicate = predicate
      self.words = words
      self.isCondition = isCondition || words.isEmpty
    }

    init(word: String) { self.init(.word(word), words: FreeTextParser.hasWord(word) ? [word] : []) }
  }

  /// An open parenthesis, or the whole text.
  private struct Group {
    var isNegated: Bool
    var levels: Int { isNegated ? 2 : 1 }
    private var alternatives: [Predicate] = []
    private var conjunction: [Predicate] = []
    private(set) var words: [String] = []
    private var conditions: [Predicate] = []
    private var hasAlternatives = false

    init(isNegated: Bool) { self.isNegated = isNegated }

    mutating func startAlternative() {
      if !conjunction.isEmpty { alternatives.append(.all(conjunction)) }
      conjunction = []
    }

    mutating func add(_ term: Term, isNegated: Bool) {
      let predicate = isNegated ? Predicate.not(term.predicate) : term.predicate
      conjunction.append(predicate)
      if !isNegated { words += term.words }
      if isNegated || term.isCondition { conditions.append(predicate) }
    }

    /// Adds a group in this one.
    mutating func add(_ parts: Parts) {
      guard let predicate = parts.predicate else { return }
      conjunction.append(predicate)
      words += parts.words
      conditions += parts.conditions
      hasAlternatives = hasAlternatives || parts.hasAlternatives
    }

    consuming func closed() -> Parts {
      startAlternative()
      if alternatives.isEmpty { return Parts() }
      let whole = Predicate.any(alternatives)
      if isNegated { return Parts(predicate: .not(whole), conditions: [.not(whole)]) }
      guard hasAlternatives || alternatives.count > 1 else { return Parts(predicate: whole, words: words, conditions: conditions) }
      return Parts(predicate: whole, words: words, conditions: [whole], hasAlternatives: true)
    }
  }

  /// - Returns: `nil` if there is nothing to search for.
  mutating func predicate() throws(SyntaxFault) -> Predicate? { try parts().predicate }

  mutating func parts() throws(SyntaxFault) -> Parts {
    var groups = [Group(isNegated: false)]
    var isNegated = false
    var depth = 0
    // Open parentheses that have no effect, because they are nested too deeply.
    var ignored = 0
    var endsWithWord = false
    isAmongWords = hasWords(from: 0)
    noteIncompleteParts()
    for (index, token) in tokens.enumerated() {
      endsWithWord = false
      switch token {
      case .open:
        let group = Group(isNegated: isNegated)
        guard depth + group.levels <= nestingLimit, ignored == 0 else {
          let message = "Parentheses are nested more than \(nestingLimit) deep."
          guard isLenient else { throw SyntaxFault(message: message, offset: 0) }
          if ignored == 0 { note(.other("\(message) The inner ones have no effect."), at: offsets[index]) }
          ignored += 1
          continue
        }
        depth += group.levels
        groups.append(group)
        isNegated = false
      case .close where ignored > 0: ignored -= 1
      case .close:
        if groups.count > 1 { depth -= groups[groups.count - 1].levels }
        close(&groups)
        isNegated = false
      case .or:
        if isDangling(index), let word = token.asWord { add(Term(word: word), to: &groups, false) }
        groups[groups.count - 1].startAlternative()
        isNegated = false
        isAmongWords = hasWords(from: index + 1)
      case .and:
        if isDangling(index), let word = token.asWord { add(Term(word: word), to: &groups, false) }
      case .not, .minus:
        if isDangling(index), let word = token.asWord {
          add(Term(word: word), to: &groups, false)
        } else {
          isNegated.toggle()
        }
      case .word, .phrase, .near, .nearby, .keyword:
        if let term = try term(token, isNegated) {
          add(term, to: &groups, isNegated)
          if case .word = token { endsWithWord = !term.words.isEmpty && !isNegated }
        }
        isNegated = false
      }
    }
    // A word in an excluded group is not one of those to rank by.
    endsWithWord = endsWithWord && !groups.contains(where: \.isNegated)
    while groups.count > 1 { close(&groups) }
    var parts = groups.removeLast().closed()
    parts.endsWithWord = endsWithWord
    return parts
  }

  private func close(_ groups: inout [Group]) {
    guard groups.count > 1 else { return }
    let parts = groups.removeLast().closed()
    groups[groups.count - 1].add(parts)
  }

  private func add(_ term: Term, to groups: inout [Group], _ isNegated: Bool) {
    groups[groups.count - 1].add(term, isNegated: isNegated)
  }

  /// Whether this is the only token; then even `OR` is a word to search for.
  private func isDangling(_ index: Int) -> Bool { tokens.count == 1 && index == 0 }

  private func hasWords(from index: Int) -> Bool { tokens[index...].prefix { $0 != .or }.contains(where: \.hasWords) }

  private mutating func term(_ token: FreeTextToken, _ isNegated: Bool) throws(SyntaxFault) -> Term? {
    switch token {
    case .word(let word, let offset):
      let literal = WildcardString(literal: word)
      // Punctuation between words, such as the dash in `a - b`.
      if isAmongWords, !isNegated, literal.isSignsOnly, literal.isPunctuation { return nil }
      let predicate = Predicate.word(word)
      noteSingleQuote(word, in: predicate, at: offset)
      if let keyword = UnknownKeyword(in: word), keywordsLookedUp < QueryHint.maximumCount {
        keywordsLookedUp += 1
        note(.other(keyword.message, unless: predicate), at: offset)
      }
      return Term(predicate, words: Self.hasWord(word) ? [word] : [])
    case .phrase(let phrase, let slop):
      guard !phrase.trimmingSpace.isEmpty else { return nil }
      let text = String(phrase.trimmingSpace)
      guard let slop else { return Term(.phrase(text), words: Self.hasWord(phrase) ? ["\"\(phrase)\""] : []) }
      let words = text.split { $0.isWhitespace }.map(String.init).filter(Self.hasWord)
      return Term(.phrase(text, slop: slop), words: words.map { "\"\($0)\"" }, isCondition: true)
    case .near(_, let spelling): return Term(word: spelling)
    case .nearby(let words, let phrases, let slop):
      let predicate = Predicate.all([.words(words, slop: slop)] + phrases.map(Predicate.phrase))
      return Term(predicate, words: words, isCondition: true)
    case .keyword(let term):
      guard !term.value.trimmingSpace.isEmpty || term.operator != nil else {
        let keyword = term.spelling.prefix { $0 != ":" }
        let isOrdered = SearchKeyword(named: String(keyword))?.isOrdered ?? false
        let message =
          "No value follows “\(keyword):”, so it is looked for as a word. A value stands right behind the colon: \(keyword):VALUE."
          + (isOrdered ? " In a shell, < and > need quotes: '\(keyword):>VALUE'." : "")
        note(.other(message), at: term.offset)
        return Self.words(term)
      }
      var reader = KeywordReader(term, in: context)
      let predicate: Predicate
      do throws(SyntaxFault) {
        predicate = try reader.predicate()
      } catch {
        guard isLenient else { throw error }
        note(.other("\(error.message) “\(term.spelling.shortened)” is looked for as words."), at: error.offset)
        return Self.words(term)
      }
      if !term.isQuoted { noteSingleQuote(term.value, in: predicate, at: term.offset) }
      if let oddity = reader.oddity { note(oddity, at: term.offset) }
      let attributes = term.keyword.attributes
      if let key = attributes.first, attributes.allSatisfy({ $0.definition.isOftenAbsent }) { note(.unrecorded(key), at: term.offset) }
      return Term(predicate)
    default: return nil
    }
  }

  /// A keyword and its value as words.
  private static func words(_ term: KeywordTerm) -> Term {
    let text = term.spelling.replacing("\"", with: " ")
    return Term(word: text)
  }

  /// Whether a ranked query has a word of the text. Signs are no words.
  fileprivate static func hasWord(_ text: String) -> Bool {
    var hasWord = false
    Tokenizer.forEachToken(in: text.utf8.span) { surface, _ in
      if hasWord { return }
      var folded: [UInt8] = []
      foldToken(surface, .all, into: &folded)
      hasWord = !folded.isEmpty
    }
    return hasWord
  }

  mutating func note(_ subject: QueryHint.Subject, at offset: Int) {
    guard oddities.count < QueryHint.maximumCount else { return }
    let index = oddities.firstIndex { $0.offset > offset } ?? oddities.count
    oddities.insert((subject, offset), at: index)
  }
}

extension FreeTextToken {
  /// Whether a letter or digit is in it.
  fileprivate var hasWords: Bool {
    switch self {
    case .word(let text, _), .phrase(let text, _): !text.trimmingSpace.isEmpty && !WildcardString(literal: text).isSignsOnly
    case .near, .nearby, .keyword: true
    case .open, .close, .minus, .not, .and, .or: false
    }
  }

  /// The word with the spelling of the operator.
  fileprivate var asWord: String? {
    switch self {
    case .and: "AND"
    case .or: "OR"
    case .not: "NOT"
    default: nil
    }
  }
}
