// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Markup

/// reStructuredText: the first section title, and the fields after it.
enum ReStructuredText {
  static func metadata(in lines: [Substring]) -> TextMetadata {
    var metadata = TextMetadata()
    var end = 0
    for index in lines.indices.dropFirst() where isAdornment(lines[index]) {
      let title = lines[index - 1].trimmingCharacters(in: .whitespaces)
      // A line of punctuation above the title is followed by it; a transition has empty lines around.
      guard !title.isEmpty, !isAdornment(lines[index - 1]), !title.hasPrefix(".. ") else { continue }
      metadata.title = title
      end = index + 1
      break
    }
    for line in lines[end...].prefix(64) {
      guard let (name, value) = field(line), !value.isEmpty else { continue }
      switch name {
      case "author": metadata.authors.appendNew(value)
      case "authors": metadata.authors += value.listElements(separatedBy: ";,")
      case "organization": metadata.organization = value
      case "copyright": metadata.copyright = value
      case "abstract", "description": metadata.description = value
      case "keywords": metadata.keywords += value.listElements(separatedBy: ";,")
      case "date": metadata.creationDate = Date(documentDate: value)
      default: break
      }
    }
    return metadata
  }

  /// Whether a line consists of one repeated punctuation character.
  private static func isAdornment(_ line: Substring) -> Bool {
    guard line.count > 2, let first = line.first, "=-`:'\"~^_*+#<>.".contains(first) else { return false }
    return line.drop { $0 == first }.allSatisfy(\.isWhitespace)
  }

  /// Name and value of `:Name: value`.
  private static func field(_ line: Substring) -> (name: String, value: String)? {
    guard line.first == ":", let end = line.dropFirst().firstIndex(of: ":") else { return nil }
    return (
      line[line.index(after: line.startIndex)..<end].lowercased(), line[line.index(after: end)...].trimmingCharacters(in: .whitespaces)
    )
  }
}
