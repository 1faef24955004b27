// SPDX-License-Identifier: Apache-2.0

import TextAnalysis

extension WildcardString {
  /// Whether the value consists only of signs, such as `!!!`, `♥` or `-*`. The text index has no
  /// such words.
  ///
  /// `false` for the empty value and for stars alone, which match any text.
  var isSignsOnly: Bool {
    parts.contains { !$0.isEmpty } && TextPattern(parts: parts, folding: []).terms.isEmpty
  }

  /// Whether every character is punctuation or an ASCII sign, which may separate words, as in
  /// `a - b`. An emoji is neither.
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
