// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// The languages that a user is likely to read and write, according to the environment.
package enum UserLanguages {
  /// ISO 639 codes, without repetition, of `LANGUAGE` and the variables that select the locale. Empty for
  /// the locales `C` and `POSIX`.
  package static let current = languages(ProcessFacts.variable)

  /// Minimum and maximum length of an ISO 639 code.
  private static let codeLength = 2...3

  static func languages(_ variable: (String) -> String?) -> [String] {
    var found: [String] = []
    for name in ["LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LANG"] {
      for locale in (variable(name) ?? "").split(separator: ":") {
        let code = locale.prefix { $0.isASCII && $0.isLetter }.lowercased()
        // Snowball has one algorithm for both Norwegian languages.
        let language = code == "nb" || code == "nn" ? "no" : code
        if codeLength.contains(language.utf8.count), !found.contains(language) { found.append(language) }
      }
    }
    return found
  }
}
