// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The choice between several languages by the user's preferences.
struct LanguageChoice {
  /// Language codes, in order of preference.
  let preferred: [String]

  /// The choice for the environment of this process.
  static var current: LanguageChoice { LanguageChoice(preferred: Locale.preferredLanguages) }

  /// The form in the best available language: a preferred language, or its base (`pt` for `pt-BR`),
  /// then the empty key, then English, then the first language by code. `nil` if there is no form.
  func best<Form>(of forms: [String: Form]) -> Form? {
    let bases = preferred.map { String($0.prefix { $0 != "-" && $0 != "_" }) }
    let wanted = zip(preferred, bases).flatMap { [$0, $1] } + ["", "en"]
    return wanted.lazy.compactMap { forms[$0] }.first ?? forms.min { $0.key < $1.key }?.value
  }
}
