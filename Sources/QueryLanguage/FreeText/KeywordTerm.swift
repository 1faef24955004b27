// SPDX-License-Identifier: Apache-2.0

/// `keyword:value` in free text.
struct KeywordTerm: Hashable {
  let keyword: SearchKeyword
  /// `nil` if the value does not begin with a comparison operator.
  let `operator`: Comparison.Operator?
  let value: String
  let isQuoted: Bool
  /// The whole term as typed.
  let spelling: String
  /// The offset of the keyword in the text, and the range of the value without operator and quotes.
  let offset: Int
  let valueRange: Range<Int>
}
