// SPDX-License-Identifier: Apache-2.0

/// A text with shell wildcards, in the form that comparisons use.
///
/// A backslash removes the special meaning of `*`, `?`, `[`, `]` and itself. Before any other
/// character, it is an ordinary character.
struct ShellParts {
  /// The parts between stars. If ``isShell`` is true, a backslash precedes each ordinary `?`, `[`
  /// and backslash.
  let parts: [String]
  /// Whether there are wildcards other than stars.
  let isShell: Bool
  /// Whether one of the wildcards is a set of characters.
  let hasSet: Bool

  var hasWildcard: Bool { isShell || parts.count > 1 }

  init(_ text: String) {
    var pieces: [Piece] = []
    var rest = Substring(text)
    while let piece = Piece(&rest) { pieces.append(piece) }
    hasSet = pieces.contains { if case .set = $0 { true } else { false } }
    let isShell = hasSet || pieces.contains(.anyCharacter)
    self.isShell = isShell
    var parts = [""]
    for piece in pieces {
      switch piece {
      case .star: parts.append("")
      case .anyCharacter: parts[parts.count - 1] += "?"
      case .set(let spelling): parts[parts.count - 1] += spelling
      case .character(let character):
        let isEscaped = isShell && "?[\\".unicodeScalars.contains(character)
        parts[parts.count - 1] += (isEscaped ? "\\" : "") + String(character)
      }
    }
    self.parts = parts
  }

  /// - Parameter text: A text without wildcards.
  init(literal text: String) {
    parts = [text]
    isShell = false
    hasSet = false
  }

  private enum Piece: Equatable {
    case star
    case anyCharacter
    /// The set as typed, with its brackets.
    case set(String)
    case character(Unicode.Scalar)

    /// Takes the next element from the front.
    init?(_ rest: inout Substring) {
      guard let first = rest.unicodeScalars.popFirst() else { return nil }
      switch first {
      case "*": self = .star
      case "?": self = .anyCharacter
      case "[":
        guard let end = Self.endOfSet(rest) else {
          self = .character(first)
          return
        }
        self = .set("[\(rest[..<end])]")
        rest = rest[end...].dropFirst()
      case "\\":
        if let next = rest.unicodeScalars.first, "*?[]\\".unicodeScalars.contains(next) {
          rest.unicodeScalars.removeFirst()
          self = .character(next)
        } else {
          self = .character(first)
        }
      default: self = .character(first)
      }
    }

    /// The closing bracket of a set. A bracket as the first character, or after an initial `!` or
    /// `^`, does not close it.
    private static func endOfSet(_ rest: Substring) -> Substring.Index? {
      let scalars = rest.unicodeScalars
      var index = scalars.startIndex
      if index < scalars.endIndex, scalars[index] == "!" || scalars[index] == "^" { index = scalars.index(after: index) }
      var isFirst = true
      while index < scalars.endIndex {
        if scalars[index] == "]", !isFirst { return index }
        isFirst = false
        if scalars[index] == "\\" { index = scalars.index(after: index) }
        if index < scalars.endIndex { index = scalars.index(after: index) }
      }
      return nil
    }
  }
}
