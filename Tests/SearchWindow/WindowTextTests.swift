// SPDX-License-Identifier: Apache-2.0

import CommandLine
import SearchWindow
import Testing

struct WindowTextTests {
  @Test(arguments: [
    ("{count} of {all}", "3 of {count}"), ("{unknown} {", "{unknown} {"), ("}{count", "}{count"), ("", ""), ("{count}{count}", "33"),
  ])
  func `values take the places of their names`(text: String, expected: String) {
    #expect(WindowText.filled(text, ["count": "3", "all": "{count}"]) == expected)
  }

  @Test func `no text stands for two`() {
    #expect(Set(WindowText.allCases.map(\.rawValue)).count == WindowText.allCases.count)
  }

  /// The pairs of a file of translations, without its header.
  private func translations(_ language: String) throws -> [String: String] {
    let path = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/po/\(language).po"
    let lines = String(decoding: try SmallFile.read(Array(path.utf8)), as: UTF8.self).split(separator: "\n")
    func text(_ line: Substring, _ key: String) -> String? {
      guard line.hasPrefix(key + " \""), line.hasSuffix("\"") else { return nil }
      return String(line.dropFirst(key.count + 2).dropLast())
    }
    let pairs = zip(lines, lines.dropFirst()).compactMap { first, second in
      text(first, "msgid").flatMap { key in text(second, "msgstr").map { (key, $0) } }
    }
    return Dictionary(uniqueKeysWithValues: pairs.filter { !$0.0.isEmpty })
  }

  @Test(arguments: ["de"])
  func `each text has a translation with the same names in braces`(language: String) throws {
    let translations = try translations(language)
    #expect(Set(translations.keys) == Set(WindowText.allCases.map(\.rawValue)))
    for (text, translation) in translations {
      #expect(!translation.isEmpty, "\(text)")
      let names = { (text: String) in Set(text.matches(of: /\{\w+\}/).map { String($0.output) }) }
      #expect(names(text) == names(translation), "\(text)")
    }
  }
}
