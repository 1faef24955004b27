/// A word such as `auhtor:tom`, which resembles a keyword with a value.
struct UnknownKeyword {
  private let name: String
  private let value: String

  /// - Parameter word: A word that does not begin with a keyword.
  /// - Returns: `nil` for words that do not resemble a keyword: `12:30`, `http://example.org`.
  init?(in word: String) {
    guard let colon = word.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    name = String(word[..<colon])
    value = String(word[colon...].dropFirst())
    guard name.utf8.count >= 3, name.utf8.allSatisfy(\.isASCIILetter), !value.isEmpty, !value.hasPrefix("/") else { return nil }
  }

  /// `nil` if no keyword has a similar spelling.
  var message: String? {
    UnknownAttribute.nearestName(to: name).map { nearest in
      "“\(name):” is not a keyword, and no document contains “\(name):\(value.shortened)”. Did you mean \(nearest):\(value.shortened)?"
    }
  }
}
