// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The archived values of a `CSSuggestion`.
struct SuggestionArchive: Codable {
  /// A part of the text that is highlighted as a whole or not at all. Parts need no offsets, which
  /// an archive could have wrong.
  struct Part: Codable {
    var text: String
    var highlight: String?
  }

  var parts: [Part]
  var kind: Int

  init(text: AttributedString, kind: CSSuggestion.SuggestionKind) {
    parts = text.runs[\.suggestionHighlight].map { highlight, range in
      Part(text: String(String.UnicodeScalarView(text.unicodeScalars[range])), highlight: highlight)
    }
    self.kind = kind.rawValue
  }

  /// The text with its highlighted parts.
  var text: AttributedString {
    parts.reduce(into: AttributedString()) { text, part in
      var run = AttributedString(part.text)
      run.suggestionHighlight = part.highlight
      text += run
    }
  }
}
