// SPDX-License-Identifier: Apache-2.0

extension QuerySyntaxError {
  /// The error as lines for a terminal: the message, the line of the query with a caret, the
  /// expected input, and the correction.
  package func rendered() -> String {
    var text = "\(message)\n\(QueryExcerpt(query, at: offset))"
    if let expected { text += "\nexpected: \(expected)" }
    if let suggestion { text += "\ndid you mean: \(QueryExcerpt.visible(suggestion))" }
    return text
  }

  /// The error in one line, for programs.
  package var line: String {
    var text = "\(message) (at byte \(offset) of the query)"
    if let expected { text += "; expected: \(expected)" }
    if let suggestion { text += "; did you mean: \(suggestion)" }
    return text
  }
}

extension QuerySyntaxError: CustomStringConvertible {
  package var description: String { rendered() }
}
