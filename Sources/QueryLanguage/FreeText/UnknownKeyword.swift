// SPDX-License-Identifier: Apache-2.0

/// A word such as `auhtor:tom`, which resembles a keyword with a value.
struct UnknownKeyword {
  private let name: String
  private let value: String

  /// - Parameter word: A word that does not begin with a keyword.
  /// - Returns: `nil` for words that do not resemble a keyword: `12:30`, `http://example.org`, `std::string`.
  init?(in word: String) {
    guard let colon = word.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    name = String(word[..<colon])
    value = String(word[colon...].dropFirst())
    guard name.utf8.count >= 3 || Self.places.contains(name.lowercased()) || Self.foreign[name.lowercased()] != nil else { return nil }
    guard name.utf8.allSatisfy(\.isASCIILetter), !value.isEmpty, !value.hasPrefix("/"), !value.hasPrefix(":") else { return nil }
  }

  var message: String {
    let advice =
      suggestion.map { "Did you mean \($0)?" }
      ?? "mdpredicates(7) lists the keywords; without the colon, “\(name) \(value.shortened)” are words."
    return "“\(name):” is not a keyword, and no document contains “\(name):\(value.shortened)”. \(advice)"
  }

  private var suggestion: String? {
    if let start = Self.foreign[name.lowercased()] { return start + value.shortened }
    if Self.places.contains(name.lowercased()) { return "the option -onlyin DIRECTORY" }
    return UnknownAttribute.nearestName(to: name).map { "\($0):\(value.shortened)" }
  }

  /// Keywords of other search programs, with the start of what means the same here.
  private static let foreign = [
    "is": "kind:", "filetype": "kind:", "format": "kind:", "filesize": "size:", "larger": "size:>", "smaller": "size:<", "bigger": "size:>",
    "before": "modified:<", "after": "modified:>", "since": "modified:>", "until": "modified:<=", "newer": "modified:>",
    "older": "modified:<",
    "taken": "created:", "shot": "created:", "sent": "created:", "received": "created:", "mtime": "modified:", "datemodified": "modified:",
    "datecreated": "created:", "sender": "from:", "recipient": "to:", "receiver": "to:", "intitle": "title:",
    "content": "contains:", "text": "contains:", "intext": "contains:", "body": "contains:", "file": "name:", "suffix": "ext:",
  ]

  private static let places: Set = ["in", "where", "folder", "directory", "dir", "inside", "location", "parent"]
}
