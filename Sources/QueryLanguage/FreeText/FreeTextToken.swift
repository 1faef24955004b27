// SPDX-License-Identifier: Apache-2.0

/// A token of free text.
enum FreeTextToken: Hashable {
  /// - Parameter offset: Its offset in the text.
  case word(String, offset: Int)
  /// - Parameter slop: See ``Comparison/slop``.
  case phrase(String, slop: Int? = nil)
  /// `NEAR/10`: the words around it stand near each other.
  case near(slop: Int, spelling: String)
  /// Words near each other.
  ///
  /// - Parameters:
  ///   - words: At least two, each with a letter or digit; also those of `phrases`.
  case nearby(words: [String], phrases: [String], slop: Int)
  case keyword(KeywordTerm)
  case open
  case close
  /// A `-` directly before a term.
  case minus
  case not
  case and
  case or
}
