import Attributes

/// What words without an attribute stand for.
extension Predicate {
  /// Words that begin with `word`, in any attribute or the text, whatever their case and diacritics. A star in `word` is a wildcard.
  package static func word(_ word: String) -> Predicate {
    let parts = word.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
    return anywhere(WildcardString(parts: parts.last == "" ? parts : parts + [""]))
  }

  /// The words of `phrase` next to each other, in any attribute or the text.
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
  /// How people search: whole words, whatever their case and diacritics.
  package static let spoken: Modifiers = [.ignoringCase, .ignoringDiacritics, .words]
}
