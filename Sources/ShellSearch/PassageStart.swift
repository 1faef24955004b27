// SPDX-License-Identifier: Apache-2.0

/// A passage for a shell, which shows the beginning of a line.
package enum PassageStart {
  /// Maximum number of characters before the first word that was found.
  static let maximumLead = 24
  /// Maximum number of characters of all.
  static let maximumLength = 160
  private static let ellipsis: Character = "…"

  /// The part of a passage that begins near a match, at a word.
  ///
  /// - Parameters:
  ///   - text: One line.
  ///   - match: The offset of the first match, in bytes of UTF-8; `nil` if there is none.
  package static func of(_ text: String, match: Int?) -> String {
    var rest = text[...]
    if let match, let start = text.utf8.index(text.startIndex, offsetBy: match, limitedBy: text.endIndex)?.samePosition(in: text) {
      let lead = text[..<start]
      if lead.count > maximumLead {
        // From a word's beginning on, unless the word before is that long.
        let near = lead.suffix(maximumLead)
        let word = near.firstIndex(of: " ").map { near[$0...].dropFirst() } ?? near[near.endIndex...]
        rest = text[word.startIndex...]
      }
    }
    let isCut = rest.startIndex > text.startIndex
    let shown = rest.prefix(maximumLength)
    return (isCut ? "\(ellipsis)" : "") + shown + (shown.endIndex < text.endIndex ? "\(ellipsis)" : "")
  }
}
