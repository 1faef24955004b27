// SPDX-License-Identifier: Apache-2.0

internal import Attributes

/// The languages in which text is searched in pictures.
enum RecognitionLanguages {
  /// English, whose data every installation of Tesseract has.
  static let base = "eng"

  /// Each language makes recognition slower.
  private static let maximumCount = 4

  /// Data that are no language, or for texts of other centuries or directions.
  private static let excludedSuffixes = ["old", "vert", "frak"]

  /// The data for a user: those of the user's languages in their order, and English.
  ///
  /// - Parameters:
  ///   - languages: ISO 639 codes.
  ///   - locales: The names of the user's locales, such as `zh_TW.UTF-8`, which tell the script.
  ///   - installed: The names of Tesseract's data that are installed, such as `deu` and `chi_sim`.
  /// - Returns: At most ``maximumCount`` names, English among them.
  static func chosen(for languages: [String], locales: [String] = [], installed: [String]) -> [String] {
    var chosen: [String] = []
    for language in languages {
      guard let wanted = tag(of: language) else { continue }
      let data = installed.filter { name in
        let parts = name.split(separator: "_")
        guard let code = parts.first, !parts.dropFirst().contains(where: { excludedSuffixes.contains(String($0)) }) else { return false }
        return tag(of: String(code)) == wanted
      }
      let fitting = wanted == "zh" ? data.filter { $0.hasSuffix(usesTraditionalScript(locales) ? "tra" : "sim") } : data
      chosen += fitting.sorted().filter { !chosen.contains($0) }
    }
    return chosen.filter { $0 != base }.prefix(maximumCount - 1) + [base]
  }

  private static func tag(of code: String) -> String? {
    // Tesseract has one set of data for both forms of Norwegian.
    ["nb", "nn", "nor"].contains(code) ? "no" : LanguageTag(named: code)?.text
  }

  private static func usesTraditionalScript(_ locales: [String]) -> Bool {
    locales.first { $0.hasPrefix("zh") }.map { name in ["TW", "HK", "MO", "Hant"].contains(where: name.contains) } ?? false
  }
}
