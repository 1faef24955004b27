// SPDX-License-Identifier: Apache-2.0

/// A token of free text.
enum FreeTextToken: Hashable {
  /// - Parameter offset: Its offset in the text.
  case word(String, offset: Int)
  case phrase(String)
  case keyword(KeywordTerm)
  case open
  case close
  /// A `-` directly before a term.
  case minus
  case not
  case and
  case or
}
