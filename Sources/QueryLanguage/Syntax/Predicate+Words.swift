import Attributes

/// Predicates for words without an attribute.
extension Predicate {
  /// Matches words that begin with `word`, in any attribute or the text, ignoring case and
  /// diacritics. A star in `word` is a wildcard.
  package static func word(_ word: String) -> Predicate {
    let parts = word.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
    return anywhere(WildcardString(parts: parts.last == "" ? parts : parts + [""]))
  }

  /// Matches the words of `phrase` next to each other, in any attribute or the text.
  package static func phrase(_ phrase: String) -> Predicate { anywhere(WildcardString(literal: phrase)) }

  private static func anywhere(_ string: WildcardString) -> Predicate {
    guard !string.matchesEverything else { return .comparison(Comparison(.any, .equal, .presence)) }
    return .or([
      .comparison(Comparison(.any, .equal, .string(string), .spoken)),
      .comparison(Comparison(AttributeTerm(.textContent), .equal, .string(string), .spoken)),
    ])
  }
}

extension Modifiers {
  /// The modifiers of free text: whole words, ignoring case and diacritics.
  package static let spoken: Modifiers = [.ignoringCase, .ignoringDiacritics, .words]
}
