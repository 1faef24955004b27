/// A piece of free text.
enum FreeTextToken: Hashable {
  case word(String)
  case phrase(String)
  /// `keyword:value`; the value may be quoted, and may begin with a comparison operator.
  case keyword(SearchKeyword, Comparison.Operator?, value: String, isQuoted: Bool, spelling: String)
  case open
  case close
  /// `-` right before a term.
  case minus
  case not
  case and
  case or
}
