// SPDX-License-Identifier: Apache-2.0

/// The command of a desktop entry or of a manifest: the value of its key `Exec`.
///
/// Spaces separate arguments. An argument in double quotes may contain spaces; in it, a backslash
/// precedes `"`, `` ` ``, `$` and `\`. A field code such as `%u` stands for what is opened.
package struct ExecLine: Hashable, Sendable {
  private let parts: [Part]

  private struct Part: Hashable {
    var text: String
    /// Field codes have no meaning in quotes.
    var isQuoted: Bool
  }

  /// - Returns: `nil` if the line has no command, or if a quoted argument does not end.
  package init?(_ line: String) {
    var parts: [Part] = []
    var current: Part?
    var isInQuotes = false
    var rest = line[...]
    while let character = rest.popFirst() {
      switch character {
      case "\"":
        isInQuotes.toggle()
        if isInQuotes { current = Part(text: current?.text ?? "", isQuoted: true) }
      case "\\" where isInQuotes: if let escaped = rest.popFirst() { current?.text.append(escaped) }
      case " " where !isInQuotes:
        if let part = current { parts.append(part) }
        current = nil
      default: current = Part(text: (current?.text ?? "") + String(character), isQuoted: current?.isQuoted ?? false)
      }
    }
    if let part = current { parts.append(part) }
    guard !isInQuotes, parts.first?.text.isEmpty == false else { return nil }
    self.parts = parts
  }

  /// The command and its arguments.
  ///
  /// - Parameter url: What `%u` and `%U` stand for. If the line has neither, it is the last argument,
  ///   because the program is not known to find it otherwise. `nil` if nothing is opened.
  package func arguments(opening url: String? = nil) -> [String] {
    var arguments: [String] = []
    var isURLGiven = false
    for part in parts {
      switch part.text {
      case "%u" where !part.isQuoted, "%U" where !part.isQuoted:
        isURLGiven = true
        if let url { arguments.append(url) }
      // Files, icons and deprecated codes: nothing of the kind is opened.
      case let code where !part.isQuoted && code.count == 2 && code.first == "%" && code != "%%": continue
      default: arguments.append(part.isQuoted ? part.text : part.text.replacingDoubledPercents())
      }
    }
    if let url, !isURLGiven { arguments.append(url) }
    return arguments
  }
}

extension String {
  fileprivate func replacingDoubledPercents() -> String {
    var text = ""
    var rest = self[...]
    while let character = rest.popFirst() {
      text.append(character)
      if character == "%", rest.first == "%" { rest.removeFirst() }
    }
    return text
  }
}
