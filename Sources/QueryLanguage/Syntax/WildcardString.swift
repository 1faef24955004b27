// SPDX-License-Identifier: Apache-2.0

/// Text in which `*` stands for any characters, stored as the parts between the stars.
///
/// `"a*b"` has the parts `a` and `b`; `"*x"` has an empty part and `x`; text without a star has one
/// part. Adjacent stars count as one.
package struct WildcardString: Hashable, Sendable {
  /// At least one part. If there are several, only the first and the last can be empty.
  package private(set) var parts: [String]

  /// Text without wildcards, in which stars are ordinary characters.
  package init(literal text: String) { parts = [text] }

  /// Creates text from the parts between stars. Empty parts in the middle (adjacent stars) are
  /// dropped.
  package init(parts: [String]) {
    guard let first = parts.first, let last = parts.last, parts.count > 1 else {
      self.parts = [parts.first ?? ""]
      return
    }
    self.parts = [first] + parts.dropFirst().dropLast().filter { !$0.isEmpty } + [last]
  }

  /// Text that contains `text`.
  package static func containing(_ text: String) -> WildcardString { WildcardString(parts: ["", text, ""]) }

  package var hasWildcard: Bool { parts.count > 1 }

  /// Whether the text is a single star, which matches any text.
  package var matchesEverything: Bool { parts == ["", ""] }

  /// The text, if it contains no star.
  package var literal: String? { parts.count == 1 ? parts[0] : nil }
}

extension WildcardString: CustomStringConvertible {
  /// The text in double quotes, escaped.
  package var description: String {
    var text = "\""
    for (index, part) in parts.enumerated() {
      if index > 0 { text += "*" }
      for scalar in part.unicodeScalars {
        if scalar == "\"" || scalar == "\\" || scalar == "*" { text += "\\" }
        text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
