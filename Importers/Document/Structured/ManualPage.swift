// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Markup

/// A manual page in troff's macros `man` or `mdoc`: its name, its section, and what it describes.
enum ManualPage {
  static func metadata(in lines: [Substring]) -> TextMetadata {
    var metadata = TextMetadata()
    var isName = false
    for line in lines {
      let words = words(line)
      guard let macro = words.first, macro.hasPrefix(".") else {
        if isName, metadata.description == nil { metadata.description = description(String(line)) }
        continue
      }
      switch macro {
      case ".TH", ".Dt":
        guard words.count > 2, metadata.title == nil else { continue }
        metadata.title = "\(plain(words[1]))(\(words[2]))"
        if macro == ".TH", words.count > 3 { metadata.modificationDate = Date(documentDate: words[3]) }
      case ".SH", ".Sh":
        if isName { return metadata }
        isName = words.count > 1 && words[1].uppercased() == "NAME"
      case ".Nd": metadata.description = plain(words.dropFirst().joined(separator: " "))
      default: break
      }
    }
    return metadata
  }

  /// The text after the dash in `name \- what it does`.
  private static func description(_ line: String) -> String? {
    let text = plain(line)
    guard let dash = text.range(of: " - ") ?? text.range(of: " -- ") else { return nil }
    return text[dash.upperBound...].trimmingCharacters(in: .whitespaces)
  }

  /// The words of a line. Quotes enclose a word with spaces.
  private static func words(_ line: Substring) -> [String] {
    var words: [String] = []
    for (index, part) in line.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
      if index.isMultiple(of: 2) { words += part.split(separator: " ").map(String.init) } else { words.append(String(part)) }
    }
    return words
  }

  /// The text without the commands for fonts, and with the usual characters for escapes.
  private static func plain(_ text: String) -> String {
    text.replacing(/\\f(?:\[[A-Z]*\]|\(..|.)/, with: "").replacing("\\-", with: "-").replacing("\\&", with: "")
      .replacing("\\(aq", with: "'").replacing("\\(em", with: "—").replacing("\\(en", with: "–").replacing("\\e", with: "\\")
  }
}
