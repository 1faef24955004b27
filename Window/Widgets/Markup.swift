// SPDX-License-Identifier: Apache-2.0

/// Pango's markup.
package enum Markup {
  package static func escaped(_ text: some StringProtocol) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.append(character)
      }
    }
    return escaped
  }

  /// A text with some of its parts in bold.
  ///
  /// - Parameter ranges: In bytes of UTF-8, ascending. Those that do not begin and end at characters are left out.
  package static func emphasizing(_ ranges: [Range<Int>], in text: String) -> String {
    var (markup, end) = ("", text.startIndex)
    for range in ranges {
      guard range.upperBound <= text.utf8.count, range.lowerBound >= 0,
        let first = text.utf8.index(text.startIndex, offsetBy: range.lowerBound).samePosition(in: text),
        let last = text.utf8.index(text.startIndex, offsetBy: range.upperBound).samePosition(in: text), end <= first
      else { continue }
      markup += escaped(text[end..<first]) + "<b>" + escaped(text[first..<last]) + "</b>"
      end = last
    }
    return markup + escaped(text[end...])
  }
}
