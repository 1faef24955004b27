// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Markup

/// Documents of Emacs' Org mode: the keywords before the first heading.
enum OrgMode {
  private static let settings: Set = [
    "options", "startup", "setupfile", "include", "property", "todo", "seq_todo", "typ_todo", "bind", "macro", "tags", "priorities",
    "columns",
    "constants", "archive", "link", "results", "tblfm", "latex_header", "latex_header_extra", "latex_class", "latex_class_options",
    "html_head", "html_head_extra", "html_doctype", "exclude_tags", "select_tags", "call", "caption", "name",
  ]

  static func metadata(in lines: [Substring]) -> TextMetadata {
    var metadata = TextMetadata()
    for line in lines.prefix(while: { !$0.hasPrefix("* ") }) where line.hasPrefix("#+") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      if value.isEmpty { continue }
      let name = line[line.index(line.startIndex, offsetBy: 2)..<colon].lowercased()
      switch name {
      case "title": metadata.title = metadata.title.map { $0 + " " + value } ?? value
      case "author": metadata.authors.appendNew(value)
      case "date": metadata.creationDate = Date(documentDate: String(value.drop { $0 == "<" || $0 == "[" }.prefix(10)))
      case "description": metadata.description = value
      case "keywords": metadata.keywords += value.listElements(separatedBy: ",;")
      case "filetags": metadata.keywords += value.listElements(separatedBy: ":")
      case "language": metadata.languages = [value]
      // Settings for exports, and commands.
      case _ where settings.contains(name) || name.hasPrefix("attr_") || name.contains(where: \.isWhitespace): break
      default: metadata.others.append((name, value))
      }
    }
    return metadata
  }
}
