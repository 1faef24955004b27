package import TextAnalysis

extension TextPattern {
  /// Every text that is not empty: how the presence of text is asked for.
  package static let anyText = TextPattern(parts: ["", ""], folding: [])
}
