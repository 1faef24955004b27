// SPDX-License-Identifier: Apache-2.0

package import Attributes
public import Foundation

/// A string in several languages. As a string, it has the form in the user's language.
public final class CSLocalizedString: NSString {
  private let forms: [String: String]
  private let current: String
  private let units: [unichar]

  /// Creates a string from its forms.
  ///
  /// - Parameter localizedStrings: Language codes (`en`, `pt-BR`) and the string in each language.
  ///   The form with an empty key is used for other languages; without it, English is used, or else
  ///   any form.
  public init(localizedStrings: [AnyHashable: Any]) {
    var forms: [String: String] = [:]
    for (language, string) in localizedStrings {
      guard let language = Self.plain(language.base), let string = Self.plain(string) else { continue }
      forms[language] = string
    }
    self.forms = forms
    let current = LanguageChoice.current.best(of: forms) ?? ""
    let units = Array(current.utf16)
    self.current = current
    self.units = units
    // Foundation exports only the designated initializers of NSString for literals and for UTF-16.
    super.init(characters: units, length: units.count)
  }

  /// The string in the user's language.
  public func localizedString() -> String { current }

  /// The stored form.
  package var attributeValue: AttributeValue { .dictionary(forms.mapValues { .string($0) }) }

  private static func plain(_ object: Any) -> String? { (object as? String) ?? (object as? NSString).map { String($0) } }

  // MARK: NSString

  /// Length of the current form in UTF-16 code units.
  public override var length: Int { units.count }

  /// A UTF-16 code unit of the current form; U+FFFD for an index that it does not have.
  public override func character(at index: Int) -> unichar { units.indices.contains(index) ? units[index] : 0xFFFD }

  /// Returns the string itself, because it is immutable.
  public override func copy(with zone: NSZone? = nil) -> Any { self }

  /// Archives all forms.
  public override func encode(with coder: NSCoder) {
    let languages = forms.keys.sorted()
    coder.encode(NSArray(array: languages.map { NSString(string: $0) }), forKey: "languages")
    coder.encode(NSArray(array: languages.map { NSString(string: forms[$0] ?? "") }), forKey: "strings")
  }

  /// Restores an archived string; `nil` if the archive does not contain a valid one.
  public required convenience init?(coder: NSCoder) {
    func strings(_ key: String) -> [String]? {
      (coder.decodeObject(of: [NSArray.self, NSString.self], forKey: key) as? NSArray)?.compactMap { Self.plain($0) }
    }
    guard let languages = strings("languages"), let strings = strings("strings"), languages.count == strings.count else { return nil }
    self.init(localizedStrings: Dictionary(zip(languages, strings), uniquingKeysWith: { first, _ in first }))
  }

  /// A string that is the same in every language.
  public required convenience init(string aString: String) { self.init(localizedStrings: ["": aString]) }

  /// A string that is the same in every language.
  public required convenience init(stringLiteral value: StaticString) { self.init(string: value.description) }

  /// A string that is the same in every language.
  public required convenience init(extendedGraphemeClusterLiteral value: StaticString) { self.init(string: value.description) }

  /// A string that is the same in every language.
  public required convenience init(unicodeScalarLiteral value: StaticString) { self.init(string: value.description) }
}
