import TextAnalysis

extension WildcardString {
  /// Whether this is made of signs alone, as `!!!`, `♥` or `-*`: the text of a document has no such word.
  ///
  /// `false` for the empty value and for stars alone, which ask for any text.
  var isSignsOnly: Bool {
    parts.contains { !$0.isEmpty } && TextPattern(parts: parts, folding: []).terms.isEmpty
  }

  /// Whether every character is punctuation or a sign of ASCII, which may stand between words as in `a - b`. An emoji is not.
  var isPunctuation: Bool {
    parts.allSatisfy { part in
      part.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .connectorPunctuation,
          .otherPunctuation:
          true
        default: scalar.isASCII
        }
      }
    }
  }
}
