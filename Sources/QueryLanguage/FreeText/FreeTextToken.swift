/// A piece of free text.
enum FreeTextToken: Hashable {
  /// - Parameter offset: Where it begins in the text.
  case word(String, offset: Int)
  case phrase(String)
  case keyword(KeywordTerm)
  case open
  case close
  /// `-` right before a term.
  case minus
  case not
  case and
  case or
}
