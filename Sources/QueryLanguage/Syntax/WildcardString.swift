/// Text in which `*` stands for any run of characters: the parts between the stars.
///
/// `"a*b"` has the parts `a`, `b`; `"*x"` has the parts ``, `x`; text without a star has one part. Neighbouring stars count as one.
package struct WildcardString: Hashable, Sendable {
  /// At least one. Only the first and the last may be empty when there are several.
  package private(set) var parts: [String]

  /// Text in which a star is a star.
  package init(literal text: String) { parts = [text] }

  /// Parts between stars; empty ones in the middle (neighbouring stars) are dropped.
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

  /// Nothing but a star: any text at all.
  package var matchesEverything: Bool { parts == ["", ""] }

  /// The text itself, when no star is in it.
  package var literal: String? { parts.count == 1 ? parts[0] : nil }
}

extension WildcardString: CustomStringConvertible {
  /// In double quotes, with what needs it escaped.
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
