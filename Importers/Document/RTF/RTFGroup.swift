// SPDX-License-Identifier: Apache-2.0

/// The state that a group of RTF restores at its end.
struct RTFGroup {
  /// What the text of the group is for.
  enum Destination: Equatable {
    case body
    case field(RTFMetadata.Field)
    /// The name of a property that the author of the document has defined.
    case propertyName
    case propertyValue
    case fonts
    /// The instruction of a field.
    case instruction
    case skipped

    var isStored: Bool { self != .skipped && self != .fonts }

    /// - Parameters:
    ///   - word: A control word.
    ///   - mayIgnore: Whether readers that do not know the word shall skip the group.
    /// - Returns: `nil` if the word does not change the destination.
    init?(word: String, mayIgnore: Bool) {
      if let field = RTFMetadata.Field(rawValue: word) {
        self = .field(field)
      } else if word == "propname" {
        self = .propertyName
      } else if word == "staticval" {
        self = .propertyValue
      } else if word == "fldinst" {
        self = .instruction
      } else if word == "fonttbl" {
        self = .fonts
      } else if Self.skippedWords.contains(word) {
        self = .skipped
      } else if Self.bodyWords.contains(word) {
        self = .body
      } else if mayIgnore {
        self = .skipped
      } else {
        return nil
      }
    }

    /// Text boxes and, as some programs write them, notes are in groups that may be ignored.
    private static let bodyWords: Set = ["annotation", "footnote", "shptxt"]
    private static let skippedWords: Set = [
      "atnid", "atnauthor", "blipuid", "bkmkend", "bkmkstart", "colortbl", "datafield", "do", "filetbl", "info", "listtable",
      "listtext", "nonshppict", "objdata", "pict", "pntext", "revtbl", "stylesheet", "themedata", "xe", "tc",
    ]
  }

  var destination = Destination.body
  /// Whether the text is a deletion that somebody has yet to accept.
  var isDeleted = false
  /// The code page of the font; `nil` for that of the document.
  var codePage: Int?
  /// Number of characters that replace a Unicode character for old readers.
  var replacementCount = 1
}
