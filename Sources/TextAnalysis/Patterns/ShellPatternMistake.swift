// SPDX-License-Identifier: Apache-2.0

/// A part of a shell pattern that is valid and probably does not mean what its author intended.
package enum ShellPatternMistake: Hashable, Sendable {
  /// A range in a set whose ends are in the wrong order, as in `[z-a]`. No character is in it.
  case reversedRange(String)
  /// A class of POSIX, as in `[[:alpha:]]`, with its inner brackets.
  case characterClass(String)

  /// Finds the first mistake in the sets of a pattern.
  ///
  /// - Complexity: O(length of `pattern`).
  package init?(in pattern: some StringProtocol) {
    let scalars = Array(pattern.unicodeScalars)
    var index = 0
    while index < scalars.count {
      switch scalars[index] {
      case "\\": index += 2
      case "[":
        index += 1
        if index < scalars.count, scalars[index] == "!" || scalars[index] == "^" { index += 1 }
        var mistake: Self?
        guard let end = Self.end(ofSetFrom: index, in: scalars, &mistake) else { return nil }
        if let mistake {
          self = mistake
          return
        }
        index = end
      default: index += 1
      }
    }
    return nil
  }

  /// Returns the index after the bracket that closes a set, or `nil` if none does.
  private static func end(ofSetFrom first: Int, in scalars: [Unicode.Scalar], _ mistake: inout Self?) -> Int? {
    var index = first
    /// Takes a character, and removes a backslash before it.
    func take() -> Unicode.Scalar {
      if scalars[index] == "\\", index + 1 < scalars.count { index += 1 }
      index += 1
      return scalars[index - 1]
    }
    while index < scalars.count {
      if scalars[index] == "]", index > first { return index + 1 }
      if mistake == nil, let name = characterClass(scalars[index...]) { mistake = .characterClass(name) }
      let lower = take()
      guard index + 1 < scalars.count, scalars[index] == "-", scalars[index + 1] != "]" else { continue }
      index += 1
      let upper = take()
      // Ranges of names ignore case.
      if mistake == nil, lower.properties.lowercaseMapping > upper.properties.lowercaseMapping {
        mistake = .reversedRange("\(lower)-\(upper)")
      }
    }
    return nil
  }

  private static func characterClass(_ scalars: ArraySlice<Unicode.Scalar>) -> String? {
    guard scalars.starts(with: "[:".unicodeScalars) else { return nil }
    let name = scalars.dropFirst(2).prefix { ("a"..."z").contains($0) }
    guard !name.isEmpty, scalars[name.endIndex...].starts(with: ":]".unicodeScalars) else { return nil }
    return "[:\(String(String.UnicodeScalarView(name))):]"
  }
}
