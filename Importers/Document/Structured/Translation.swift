// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Markup

/// A catalogue of gettext: the header, which is the translation of the empty text.
enum Translation {
  /// Values of templates.
  private static let placeholders = ["PACKAGE VERSION", "FULL NAME <EMAIL@ADDRESS>", "LANGUAGE <LL@li.org>"]

  static func metadata(in lines: [Substring]) -> TextMetadata {
    var metadata = TextMetadata()
    let header = lines.drop { !$0.hasPrefix("msgid \"\"") }.dropFirst().drop { !$0.hasPrefix("msgstr") }.dropFirst()
    for line in header {
      guard line.hasPrefix("\""), let colon = line.firstIndex(of: ":") else { break }
      var value = line[line.index(after: colon)...].trimmingCharacters(in: CharacterSet(charactersIn: "\" "))
      if value.hasSuffix("\\n") { value.removeLast(2) }
      value = value.trimmingCharacters(in: .whitespaces)
      if value.isEmpty || placeholders.contains(value) { continue }
      switch line[line.index(after: line.startIndex)..<colon].lowercased() {
      case "project-id-version": metadata.title = value
      case "last-translator": metadata.authors = [value]
      case "language-team": metadata.organization = value
      case "language": metadata.languages = [value]
      case "pot-creation-date": metadata.creationDate = Date(documentDate: value)
      case "po-revision-date": metadata.modificationDate = Date(documentDate: value)
      default: break
      }
    }
    return metadata
  }
}
