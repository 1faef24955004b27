// SPDX-License-Identifier: Apache-2.0

import Attributes

/// Predicates for words without an attribute.
extension Predicate {
  /// Matches words that begin with `word`, in any attribute or the text, ignoring case and
  /// diacritics. A star in `word` is a wildcard.
  ///
  /// A word that consists only of signs is compared with attributes, character by character: the
  /// text index has no such words.
  package static func word(_ word: String) -> Predicate {
    let beginning = beginning(word)
    return beginning.isSignsOnly ? signs(beginning) : anywhere(beginning)
  }

  /// Matches the words of `phrase` next to each other, in any attribute or the text. A phrase of
  /// signs only is treated as in ``word(_:)``.
  package static func phrase(_ phrase: String) -> Predicate {
    let string = WildcardString(literal: phrase)
    return string.isSignsOnly ? signs(string) : anywhere(string)
  }

  /// Matches the words of `phrase` near each other, in any order, in one attribute or in the text.
  ///
  /// - Parameters:
  ///   - slop: How many other words at most stand among them.
  package static func phrase(_ phrase: String, slop: Int) -> Predicate {
    let string = WildcardString(literal: phrase)
    return string.isSignsOnly ? signs(string) : anywhere(string, slop: slop)
  }

  /// Matches words that begin with some words, near each other as those of ``phrase(_:slop:)``.
  ///
  /// - Parameter words: Each has a letter or digit.
  package static func words(_ words: [String], slop: Int) -> Predicate {
    var parts: [String] = []
    for word in words {
      let beginning = beginning(word).parts
      parts.append((parts.popLast().map { "\($0) " } ?? "") + beginning[0])
      parts += beginning.dropFirst()
    }
    return anywhere(WildcardString(parts: parts), slop: slop)
  }

  /// What begins with `word`, in which a star is a wildcard.
  private static func beginning(_ word: String) -> WildcardString {
    let parts = word.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
    return WildcardString(parts: parts.last == "" ? parts : parts + [""])
  }

  private static func signs(_ string: WildcardString) -> Predicate {
    let contained = WildcardString(parts: [""] + string.parts + [""])
    return .comparison(Comparison(.any, .equal, .string(contained), [.ignoringCase, .ignoringDiacritics]))
  }

  private static func anywhere(_ string: WildcardString, slop: Int? = nil) -> Predicate {
    guard !string.matchesEverything else { return .comparison(Comparison(.any, .equal, .presence)) }
    return .or([
      .comparison(Comparison(.any, .equal, .string(string), .spoken, slop: slop)),
      .comparison(Comparison(AttributeTerm(.textContent), .equal, .string(string), .spoken, slop: slop)),
    ])
  }
}

extension Modifiers {
  /// The modifiers of free text: whole words, ignoring case and diacritics.
  package static let spoken: Modifiers = [.ignoringCase, .ignoringDiacritics, .words]
}
