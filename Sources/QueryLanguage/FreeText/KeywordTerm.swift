/// `keyword:value` in free text.
struct KeywordTerm: Hashable {
  let keyword: SearchKeyword
  /// `nil` when the value begins with no comparison operator.
  let `operator`: Comparison.Operator?
  let value: String
  let isQuoted: Bool
  /// All of it as written.
  let spelling: String
  /// Where the keyword begins in the text, and where the value, without operator and quote, is.
  let offset: Int
  let valueRange: Range<Int>
}
