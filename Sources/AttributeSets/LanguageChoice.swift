internal import Foundation

/// Which of several languages the user prefers.
struct LanguageChoice {
  /// Language codes, best first.
  let preferred: [String]

  /// The choice that the environment of this process makes.
  static var current: LanguageChoice { LanguageChoice(preferred: Locale.preferredLanguages) }

  /// The form in the best language there is: a preferred one, or its base (`pt` for `pt-BR`), then the empty key, then English, then the
  /// first by code. `nil` when there is no form.
  func best<Form>(of forms: [String: Form]) -> Form? {
    let bases = preferred.map { String($0.prefix { $0 != "-" && $0 != "_" }) }
    let wanted = zip(preferred, bases).flatMap { [$0, $1] } + ["", "en"]
    return wanted.lazy.compactMap { forms[$0] }.first ?? forms.min { $0.key < $1.key }?.value
  }
}
