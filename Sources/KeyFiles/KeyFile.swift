// SPDX-License-Identifier: Apache-2.0

/// A file in the format of desktop entries: groups of keys with values.
///
///     # A comment
///     [Index Extension]
///     Application=org.example.Recipes
///
/// As the specification demands, lines that are none of these are ignored, and the first of several
/// equal groups or keys counts. Values in languages (`Name[de]`) are keys of their own.
package struct KeyFile: Sendable {
  private var groups: [String: [String: String]] = [:]

  package init(parsing text: String) {
    var group: String?
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.drop { $0 == " " || $0 == "\t" }
      if line.first == "[", let end = line.firstIndex(of: "]") {
        let name = String(line[line.index(after: line.startIndex)..<end])
        group = groups[name] == nil ? name : nil
        if group != nil { groups[name] = [:] }
      } else if line.first != "#", let group, let sign = line.firstIndex(of: "=") {
        let key = line[..<sign].trimmingSpaces()
        guard groups[group]?[key] == nil else { continue }
        groups[group]?[key] = line[line.index(after: sign)...].trimmingSpaces()
      }
    }
  }

  /// A text, in which `\s`, `\n`, `\t`, `\r` and `\\` stand for characters; `nil` if there is no such
  /// key or its value is empty.
  package func text(_ key: String, in group: String) -> String? {
    guard let value = groups[group]?[key], !value.isEmpty else { return nil }
    var text = ""
    var rest = value[...]
    while let character = rest.popFirst() {
      guard character == "\\", let code = rest.first, let escaped = Self.escapes[code] else {
        text.append(character)
        continue
      }
      rest.removeFirst()
      text.append(escaped)
    }
    return text
  }

  private static let escapes: [Character: Character] = ["s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"]

  /// The texts that semicolons separate; empty if there is no such key.
  package func texts(_ key: String, in group: String) -> [String] {
    (text(key, in: group) ?? "").split(separator: ";").map(String.init)
  }

  /// The names of the groups, sorted.
  package var groupNames: [String] { groups.keys.sorted() }

  /// Whether a key has the value `true`.
  package func isTrue(_ key: String, in group: String) -> Bool { text(key, in: group) == "true" }
}

extension Substring {
  fileprivate func trimmingSpaces() -> String {
    var rest = drop { $0 == " " || $0 == "\t" }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return String(rest)
  }
}
