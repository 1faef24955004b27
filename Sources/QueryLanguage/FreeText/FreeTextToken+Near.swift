// SPDX-License-Identifier: Apache-2.0

extension FreeTextToken {
  /// Joins words and phrases with `NEAR` between them: `annual NEAR/5 report NEAR budget`. The largest distance applies to
  /// all of them.
  static func joiningNearWords(_ tokens: [(token: FreeTextToken, offset: Int)]) -> [(token: FreeTextToken, offset: Int)] {
    var joined: [(token: FreeTextToken, offset: Int)] = []
    var index = 0
    while index < tokens.count {
      defer { index += 1 }
      guard case .near(let slop, _) = tokens[index].token, index + 1 < tokens.count, let last = joined.last,
        let token = last.token.joined(to: tokens[index + 1].token, slop: slop)
      else {
        joined.append(tokens[index])
        continue
      }
      joined[joined.count - 1].token = token
      index += 1
    }
    return joined
  }

  private func joined(to other: FreeTextToken, slop: Int) -> FreeTextToken? {
    guard let first = operands, let second = other.operands else { return nil }
    return .nearby(
      words: first.words + second.words, phrases: first.phrases + second.phrases, slop: max(first.slop, slop))
  }

  /// What can stand beside `NEAR`; `nil` for anything else.
  private var operands: (words: [String], phrases: [String], slop: Int)? {
    switch self {
    case .word(let word, _) where Self.hasLetters(word): ([word], [], 0)
    case .phrase(let phrase, nil) where Self.hasLetters(phrase):
      (phrase.split { $0.isWhitespace }.map(String.init).filter(Self.hasLetters), [phrase], 0)
    case .nearby(let words, let phrases, let slop): (words, phrases, slop)
    default: nil
    }
  }

  private static func hasLetters(_ text: String) -> Bool {
    !text.trimmingSpace.isEmpty && !WildcardString(literal: text).isSignsOnly
  }
}
