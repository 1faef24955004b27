import Attributes

/// Builds a predicate from the tokens of free text.
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

  init(_ text: String, in context: EvaluationContext) {
    var lexer = FreeTextLexer(text)
    let found = lexer.remainingTokens()
    tokens = found.map(\.token)
    offsets = found.map(\.offset)
    self.context = context
    if let quote = lexer.unclosedQuote {
      note(.other("This quote is not closed, so everything after it is one phrase."), at: quote)
    }
  }

  /// Maximum nesting of parentheses and negations. A single term can add up to three levels, and
  /// the result must parse as a predicate.
  private static let nestingLimit = PredicateParser.nestingLimit - 3

  /// An open parenthesis, or the whole text.
  private struct Group {
    var isNegated: Bool
    var levels: Int { isNegated ? 2 : 1 }
    var alternatives: [Predicate] = []
    var conjunction: [Predicate] = []

    mutating func startAlternative() {
      if !conjunction.isEmpty { alternatives.append(.all(conjunction)) }
      conjunction = []
    }

    /// `nil` if the group is empty.
    consuming func closed() -> Predicate? {
      startAlternative()
      guard !alternatives.isEmpty else { return nil }
      let whole = Predicate.any(alternatives)
      return isNegated ? .not(whole) : whole
    }
  }

  /// - Returns: `nil` if there is nothing to search for.
  mutating func predicate() throws(SyntaxFault) -> Predicate? {
    var groups = [Group(isNegated: false)]
    var isNegated = false
    var depth = 0
    isAmongWords = hasWords(from: 0)
    noteIncompleteParts()
    for (index, token) in tokens.enumerated() {
      switch token {
      case .open:
        let group = Group(isNegated: isNegated)
        depth += group.levels
        guard depth <= Self.nestingLimit else {
          throw SyntaxFault(message: "Parentheses are nested more than \(Self.nestingLimit) deep.", offset: 0)
        }
        groups.append(group)
        isNegated = false
      case .close:
        if groups.count > 1 { depth -= groups[groups.count - 1].levels }
        close(&groups)
        isNegated = false
      case .or:
        if isDangling(index), let word = token.asWord { add(.word(word), to: &groups, isNegated) }
        groups[groups.count - 1].startAlternative()
        isNegated = false
        isAmongWords = hasWords(from: index + 1)
      case .and:
        if isDangling(index), let word = token.asWord { add(.word(word), to: &groups, isNegated) }
      case .not, .minus:
        if isDangling(index), let word = token.asWord {
          add(.word(word), to: &groups, false)
        } else {
          isNegated.toggle()
        }
      case .word, .phrase, .keyword:
        if let term = try term(token, isNegated) { add(term, to: &groups, isNegated) }
        isNegated = false
      }
    }
    while groups.count > 1 { close(&groups) }
    return groups.removeLast().closed()
  }

  private func close(_ groups: inout [Group]) {
    guard groups.count > 1, let content = groups.removeLast().closed() else { return }
    groups[groups.count - 1].conjunction.append(content)
  }

  private func add(_ term: Predicate, to groups: inout [Group], _ isNegated: Bool) {
    groups[groups.count - 1].conjunction.append(isNegated ? .not(term) : term)
  }

  /// Whether this is the only token; then even `OR` is a word to search for.
  private func isDangling(_ index: Int) -> Bool { tokens.count == 1 && index == 0 }

  private func hasWords(from index: Int) -> Bool { tokens[index...].prefix { $0 != .or }.contains(where: \.hasWords) }

  private mutating func term(_ token: FreeTextToken, _ isNegated: Bool) throws(SyntaxFault) -> Predicate? {
    switch token {
    case .word(let word, let offset):
      let literal = WildcardString(literal: word)
      // Punctuation between words, such as the dash in `a - b`.
      if isAmongWords, !isNegated, literal.isSignsOnly, literal.isPunctuation { return nil }
      let predicate = Predicate.word(word)
      noteSingleQuote(word, in: predicate, at: offset)
      if let keyword = UnknownKeyword(in: word), keywordsLookedUp < QueryHint.maximumCount {
        keywordsLookedUp += 1
        if let message = keyword.message { note(.other(message, unless: predicate), at: offset) }
      }
      return predicate
    case .phrase(let phrase): return phrase.trimmingSpace.isEmpty ? nil : .phrase(String(phrase.trimmingSpace))
    case .keyword(let term):
      guard !term.value.trimmingSpace.isEmpty || term.operator != nil else {
        let keyword = term.spelling.prefix { $0 != ":" }
        let message =
          "No value follows “\(keyword):”, so it is looked for as a word. A value stands right behind the colon: \(keyword):VALUE."
        note(.other(message), at: term.offset)
        return .word(term.spelling)
      }
      var reader = KeywordReader(term, in: context)
      let predicate = try reader.predicate()
      if !term.isQuoted { noteSingleQuote(term.value, in: predicate, at: term.offset) }
      if let oddity = reader.oddity { note(oddity, at: term.offset) }
      let attributes = term.keyword.attributes
      if let key = attributes.first, attributes.allSatisfy({ $0.definition.isOftenAbsent }) { note(.unrecorded(key), at: term.offset) }
      return predicate
    default: return nil
    }
  }

  // MARK: Ranked queries

  /// Separates the words and phrases to rank by from the terms that every hit satisfies.
  mutating func rankedParts() throws(SyntaxFault) -> (words: [String], filter: [Predicate]) {
    var words: [String] = []
    var filter: [Predicate] = []
    var isNegated = false
    for token in tokens {
      switch token {
      case .open, .close, .or:
        throw SyntaxFault(
          message: "A ranked query has neither OR nor parentheses.", offset: 0, expected: "words, \"phrases\", keyword:value and -word")
      case .and: continue
      case .not, .minus: isNegated.toggle()
      case .word, .phrase, .keyword:
        // Also notes oddities of words.
        let term = try term(token, isNegated)
        switch token {
        case .word(let word, _) where !isNegated: words.append(word)
        case .phrase(let phrase) where !isNegated: words.append("\"\(phrase)\"")
        default: if let term { filter.append(isNegated ? .not(term) : term) }
        }
        isNegated = false
      }
    }
    return (words, filter)
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
    case .word(let text, _), .phrase(let text): !text.trimmingSpace.isEmpty && !WildcardString(literal: text).isSignsOnly
    case .keyword: true
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
