// SPDX-License-Identifier: Apache-2.0

/// The name of a language as attributes contain it: a tag of BCP 47 (RFC 5646) with the shortest code
/// of ISO 639, such as `fr` and `pt-BR`.
package struct LanguageTag: Hashable, Sendable {
  package let text: String

  /// - Parameter name: A tag, a code of ISO 639-1 or ISO 639-2, the name of a locale, or a language's
  ///   name in English or in the language itself, in any case.
  /// - Returns: `nil` for an unknown name.
  package init?(named name: some StringProtocol) {
    guard name.utf8.count <= Self.maximumLength else { return nil }
    let lower = name.lowercased()
    if let code = Self.codes[lower] {
      text = code
      return
    }
    let parts = lower.split { $0 == "-" || $0 == "_" }
    guard let language = parts.first, parts.allSatisfy(Self.isSubtag), language.allSatisfy(\.isLetter) else { return nil }
    let isKnown = Self.codes[String(language)] != nil
    // Languages that have only a code of three letters are not in the table.
    guard isKnown ? parts.count > 1 && language.count <= 3 : language.count == 3 else { return nil }
    let code = Self.codes[String(language)] ?? String(language)
    text = ([code] + Self.spelled(parts.dropFirst())).joined(separator: "-")
  }

  /// Whether `name` says that no language, an unknown one or several ones are meant, or only what the
  /// writer of the file knows. `xxx` is such a code of ID3.
  package static func isUndetermined(_ name: String) -> Bool {
    guard name.utf8.count == 3 else { return false }
    let lower = name.lowercased()
    return ["mis", "mul", "und", "xxx", "zxx"].contains(lower) || ("qaa"..."qtz").contains(lower)
  }

  /// Longer than any tag and name.
  private static let maximumLength = 64

  private static func isSubtag(_ part: Substring) -> Bool {
    (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  /// Subtags in lower case in their usual form: scripts as `Hans`, regions as `BR`. Those of
  /// extensions, behind a single letter, stay as they are.
  private static func spelled(_ parts: ArraySlice<Substring>) -> [String] {
    let extensions = parts.firstIndex { $0.count == 1 } ?? parts.endIndex
    return parts.indices.map { index in
      switch (index < extensions, parts[index].count) {
      case (true, 2): parts[index].uppercased()
      case (true, 4) where parts[index].allSatisfy(\.isLetter): parts[index].prefix(1).uppercased() + parts[index].dropFirst()
      default: String(parts[index])
      }
    }
  }

  /// The shortest codes, by all codes and names in lower case.
  private static let codes: [String: String] = {
    var codes: [String: String] = [:]
    for line in table.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      let known = parts[0].split(separator: ",")
      for name in known + parts[1].split(separator: ";") { codes[name.lowercased()] = String(known[0]) }
    }
    return codes
  }()
}
