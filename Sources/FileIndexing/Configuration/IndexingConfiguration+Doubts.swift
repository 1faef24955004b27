// SPDX-License-Identifier: Apache-2.0

import LogMessages
import TextAnalysis

extension IndexingConfiguration {
  /// Advice on a path that is not absolute because of a habit from shells; empty if there is none.
  static func advice(onRelativePath value: Substring) -> String {
    if value.isQuoted { return "; write it without quotes" }
    if value.hasPrefix("$") { return "; variables have no meaning here, but ~ is the home folder" }
    if value.hasPrefix("~") { return "; only ~/ stands for a home folder, and only for yours" }
    return ""
  }

  /// Why a path where nothing is probably does not mean what the user intended; `nil` if there is
  /// no such reason. An exclusion that excludes nothing is dangerous, because it is noticed late.
  static func doubt(aboutPath value: Substring) -> LogMessage? {
    if value.contains(" #") { return commentDoubt(value) }
    guard [", ", ",/", ",~", " /", " ~"].contains(where: value.contains) else { return nil }
    return "nothing is named '\(path: value)'; write one line for each path"
  }

  /// Why a pattern for names probably does not mean what the user intended; `nil` if there is no
  /// such reason.
  static func doubt(aboutPattern value: Substring) -> LogMessage? {
    if value.contains(" #") { return commentDoubt(value) }
    if value.isQuoted { return "the quotes are part of the pattern \(path: value); write it without them" }
    if value.contains("{"), value.contains(",") {
      return "braces have no special meaning in '\(path: value)'; write one line for each pattern"
    }
    if value.contains(",") { return "'\(path: value)' is one pattern; write one line for each pattern" }
    if value.hasPrefix("!") { return "'!' is part of the pattern '\(path: value)'; no pattern can include names again" }
    if value.hasUnclosedBracket {
      return "'[' without ']' is an ordinary character in the pattern '\(path: value)'; write \\[ for the character"
    }
    if value.endsWithEscape { return "the pattern '\(path: value)' matches no name: nothing follows the backslash at its end" }
    if case .reversedRange(let range) = ShellPatternMistake(in: value) {
      return "no character is in the range '\(path: range)' of the pattern '\(path: value)': its ends are in the wrong order"
    }
    if value.allSatisfy({ $0 == "*" }) { return "the pattern '\(path: value)' matches every name, so everything in all roots is excluded" }
    return nil
  }

  private static func commentDoubt(_ value: Substring) -> LogMessage {
    "'#' is part of '\(path: value)'; write a comment on a line of its own"
  }
}

extension Substring {
  /// Whether `[` begins a set of characters that does not end. A `]` directly after the start of the
  /// set is one of its characters. fnmatch(3)
  fileprivate var hasUnclosedBracket: Bool {
    var rest = self
    while let character = rest.popFirst() {
      if character == "\\" { _ = rest.popFirst() }
      guard character == "[" else { continue }
      if rest.first == "!" || rest.first == "^" { rest.removeFirst() }
      guard let end = rest.dropFirst().firstIndex(of: "]") else { return true }
      rest = rest[index(after: end)...]
    }
    return false
  }

  /// Whether a backslash that is not escaped itself is the last character.
  fileprivate var endsWithEscape: Bool { !reversed().prefix { $0 == "\\" }.count.isMultiple(of: 2) }

  fileprivate var isQuoted: Bool { count > 1 && first == last && (first == "\"" || first == "'") }
}
