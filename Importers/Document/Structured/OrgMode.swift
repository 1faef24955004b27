// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Markup

/// Documents of Emacs' Org mode: the keywords before the first heading.
enum OrgMode {
  static func metadata(in lines: [Substring]) -> TextMetadata {
    var metadata = TextMetadata()
    for line in lines.prefix(while: { !$0.hasPrefix("* ") }) where line.hasPrefix("#+") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      if value.isEmpty { continue }
      switch line[line.index(line.startIndex, offsetBy: 2)..<colon].lowercased() {
      case "title": metadata.title = metadata.title.map { $0 + " " + value } ?? value
      case "author": metadata.authors.appendNew(value)
      case "date": metadata.creationDate = Date(documentDate: String(value.drop { $0 == "<" || $0 == "[" }.prefix(10)))
      case "description": metadata.description = value
      case "keywords": metadata.keywords += value.listElements(separatedBy: ",;")
      case "filetags": metadata.keywords += value.listElements(separatedBy: ":")
      case "language": metadata.languages = [value]
      default: break
      }
    }
    return metadata
  }
}
