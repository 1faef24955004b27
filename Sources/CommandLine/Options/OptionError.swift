// SPDX-License-Identifier: Apache-2.0

internal import LogMessages

/// The reason why a command line is invalid.
enum OptionError: Error, Hashable {
  /// - Parameter mayBeWord: Whether the tool searches for words, and the argument may be a word to
  ///   exclude.
  case unknown(String, nearest: String?, mayBeWord: Bool)
  /// A shortened name that is ambiguous, is a single letter, or is used where names must be written
  /// in full.
  case abbreviation(String, of: [String], mayBeWord: Bool)
  case missingArgument(of: String, String)
  /// An empty argument, although ``ToolOption/allowsEmpty`` is `false`.
  case emptyArgument(of: String, String)
  case needlessArgument(of: String)
  /// Two different arguments of an option that is ``ToolOption/isUnique``.
  case repeated(String)
}

extension OptionError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknown(let argument, let nearest, let mayBeWord):
      "unknown option \(PrintableText.line(argument))" + (nearest.map { "; did you mean \($0)?" } ?? "")
        + (mayBeWord ? Self.advice(argument) : "")
    case .abbreviation(let argument, let options, let mayBeWord):
      if options.count == 1 {
        mayBeWord
          ? "\(PrintableText.line(argument)) is short for \(options[0]); after a word of the query, write options in full"
            + Self.advice(argument)
          : "unknown option \(PrintableText.line(argument)); did you mean \(options[0])?"
      } else {
        "\(PrintableText.line(argument)) is ambiguous: \(options.joined(separator: " or "))" + (mayBeWord ? Self.advice(argument) : "")
      }
    case .missingArgument(let option, let placeholder): "\(option) needs an argument: \(option) \(placeholder)"
    case .emptyArgument(let option, let placeholder): "\(option) needs \(placeholder), not an empty argument"
    case .repeated(let option): "\(option) is given twice, with different arguments; only one is possible"
    case .needlessArgument(let option): "\(option) takes no argument"
    }
  }

  private static func advice(_ argument: String) -> String {
    let word = PrintableText.line(String(argument.dropFirst()))
    return "\n  to exclude the word “\(word)”, write NOT \(word)"
  }
}
