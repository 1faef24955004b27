extension QuerySyntaxError {
  /// Several lines for a terminal: what is wrong, the line of the query with a caret under the place, what was expected, the fix.
  package func rendered() -> String {
    var text = "\(message)\n\(QueryExcerpt(query, at: offset))"
    if let expected { text += "\nexpected: \(expected)" }
    if let suggestion { text += "\ndid you mean: \(QueryExcerpt.visible(suggestion))" }
    return text
  }
}

extension QuerySyntaxError: CustomStringConvertible {
  package var description: String { rendered() }
}
