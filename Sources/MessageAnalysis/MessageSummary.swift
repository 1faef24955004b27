// SPDX-License-Identifier: Apache-2.0

extension MessageText {
  /// Maximum number of characters of a summary.
  package static let maximumSummaryLength = 160

  /// Fewer characters of a sentence tell nothing.
  private static let minimumPartLength = 24

  /// The first sentences of the text, word for word. The last of them ends with an ellipsis if it does not fit.
  ///
  /// People say first what a message is about: of judged mails, no choice of other sentences was better.
  ///
  /// - Returns: `nil` if the author has written nothing.
  /// - Complexity: O(length of the text), at most ``maximumLength``.
  package var summary: String? {
    var summary = ""
    var room = Self.maximumSummaryLength
    // What follows cannot be in it.
    let beginnings = paragraphs.lazy.map { String($0.prefix(4 * Self.maximumSummaryLength)) }
    for sentence in beginnings.flatMap(\.sentences) {
      let separator = summary.isEmpty ? "" : " "
      let length = sentence.count + separator.count
      guard length <= room else {
        if let part = Self.beginning(of: sentence, room - separator.count) { summary += separator + part }
        break
      }
      summary += separator + sentence
      room -= length
    }
    return summary.isEmpty ? nil : summary
  }

  /// The first words of a sentence with an ellipsis; `nil` if there is room for hardly any.
  private static func beginning(of sentence: Substring, _ room: Int) -> String? {
    guard room >= minimumPartLength else { return nil }
    let part = sentence.prefix(room - 1)
    guard let space = part.lastIndex(where: { $0.isWhitespace }), part.distance(from: part.startIndex, to: space) >= minimumPartLength / 2
    else { return String(part) + "…" }
    var words = part[..<space]
    while let last = words.last, !last.isLetter, !last.isNumber, !")]”’\"".contains(last) { words.removeLast() }
    return String(words) + "…"
  }
}
