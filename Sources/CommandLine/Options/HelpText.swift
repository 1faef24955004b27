// SPDX-License-Identifier: Apache-2.0

/// Divides the text of `-help` into lines that fit a terminal.
enum HelpText {
  private static let width = 80

  /// Width of the column of options. A longer option moves the beginning of its description.
  static let maximumNameWidth = 24

  /// A paragraph whose lines have at most 80 characters, if its words allow it.
  ///
  /// - Parameters:
  ///   - start: What precedes the first line.
  ///   - indentation: Number of spaces before every other line.
  ///   - keepsBrackets: Whether a text in square brackets stays on one line.
  /// - Returns: The lines, each with a line feed.
  static func wrapped(_ text: String, after start: String, indentation: Int, keepsBrackets: Bool = false) -> String {
    let margin = String(repeating: " ", count: indentation)
    var (lines, line, isEmpty) = ("", start, true)
    for word in words(text, keepsBrackets) {
      if !isEmpty, line.count + 1 + word.count > width {
        lines += line + "\n"
        (line, isEmpty) = (margin, true)
      }
      line += isEmpty ? word : " " + word
      isEmpty = false
    }
    return lines + line + "\n"
  }

  private static func words(_ text: String, _ keepsBrackets: Bool) -> [String] {
    var words: [String] = []
    var depth = 0
    for word in text.split(whereSeparator: \.isWhitespace) {
      if depth > 0 { words[words.count - 1] += " " + word } else { words.append(String(word)) }
      if keepsBrackets { depth += word.count { $0 == "[" } - word.count { $0 == "]" } }
    }
    return words
  }
}
