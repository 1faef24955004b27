// SPDX-License-Identifier: Apache-2.0

/// What a person has typed into the search of a desktop shell.
package struct ShellQuery: Hashable, Sendable {
  /// One line without spaces at its ends.
  package let text: String

  /// Maximum length in Unicode scalars of the text that is used. Nobody types more; a program might send megabytes.
  package static let maximumLength = 1000

  /// - Parameter text: As KRunner sends it. Control characters count as spaces.
  package init(_ text: String) {
    var scalars = String.UnicodeScalarView()
    // Spaces at the beginning do not count for the length, and neither must a text of only spaces take long.
    for scalar in text.unicodeScalars.prefix(Self.maximumLength * 4) {
      let isSpace = scalar.properties.isWhitespace || scalar.value < 0x20 || scalar.value == 0x7F
      if isSpace, scalars.isEmpty || scalars.last == " " { continue }
      guard scalars.count < Self.maximumLength else { break }
      scalars.append(isSpace ? " " : scalar)
    }
    if scalars.last == " " { scalars.removeLast() }
    self.text = String(scalars)
  }

  /// - Parameter terms: The text divided at white space, as GNOME Shell sends it.
  package init(terms: [String]) { self.init(terms.joined(separator: " ")) }

  /// Whether results are worth showing: not those of a single letter, which nearly every file has, and not those of a calculation, which
  /// begins with an equals sign. A single character of Chinese or Japanese is a word.
  package var isSearchable: Bool {
    guard let first = text.unicodeScalars.first, first != "=" else { return false }
    return text.count > 1 || first.properties.isIdeographic
  }
}
