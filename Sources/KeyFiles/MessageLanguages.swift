// SPDX-License-Identifier: Apache-2.0

/// The languages in which a user reads texts, the preferred one first.
package struct MessageLanguages: Hashable, Sendable {
  /// The names of the languages in localised keys, the best first: for `de_AT.UTF-8@euro`, these are
  /// `de_AT@euro`, `de_AT`, `de@euro` and `de`.
  package let names: [String]

  /// - Parameter list: Locales, separated by colons, as in the environment variable `LANGUAGE`.
  package init(_ list: String) {
    names = list.split(separator: ":").flatMap { locale in
      let (rest, modifier) = locale.divided(at: "@")
      let (language, country) = rest.divided(at: ".").before.divided(at: "_")
      let bases = [country.map { "\(language)_\($0)" }, String(language)].compactMap(\.self)
      return bases.flatMap { base in [modifier.map { "\(base)@\($0)" }, base].compactMap(\.self) }
    }
  }
}

extension KeyFile {
  /// A text in the first of the user's languages that the file contains, or else in no particular
  /// language; `nil` if there is neither.
  package func text(_ key: String, in group: String, for languages: MessageLanguages) -> String? {
    languages.names.lazy.compactMap { text("\(key)[\($0)]", in: group) }.first ?? text(key, in: group)
  }

  /// The texts that semicolons separate, in the language of ``text(_:in:for:)``.
  package func texts(_ key: String, in group: String, for languages: MessageLanguages) -> [String] {
    (text(key, in: group, for: languages) ?? "").split(separator: ";").map(String.init)
  }
}

extension Substring {
  /// What is before and after the first occurrence of a character.
  fileprivate func divided(at separator: Character) -> (before: Substring, after: Substring?) {
    guard let position = firstIndex(of: separator) else { return (self, nil) }
    return (self[..<position], self[index(after: position)...])
  }
}
