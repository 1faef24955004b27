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
      default: metadata.others.append((name, value))
      }
    }
    for (name, value) in declarations(in: lines) { metadata.others.append((name, value)) }
    return metadata
  }

  /// Whether a line consists of one repeated punctuation character.
  private static func isAdornment(_ line: Substring) -> Bool {
    guard line.count > 2, let first = line.first, "=-`:'\"~^_*+#<>.".contains(first) else { return false }
    return line.drop { $0 == first }.allSatisfy(\.isWhitespace)
  }

  /// The fields of the directive `meta`, and Nikola's comments at the start: `.. title: Orbits`.
  private static func declarations(in lines: [Substring]) -> [(name: String, value: String)] {
    var found: [(name: String, value: String)] = []
    for line in lines.prefix(while: { $0.hasPrefix(".. ") }) {
      guard let match = line.wholeMatch(of: /\.\. ([a-z_]+): (.*\S)\s*/)?.output else { break }
      found.append((String(match.1), String(match.2)))
    }
    guard let start = lines.firstIndex(where: { $0.hasPrefix(".. meta::") }) else { return found }
    for line in lines[(start + 1)...].prefix(while: { $0.isEmpty || $0.first?.isWhitespace == true }) {
      if let (name, value) = field(line.drop(while: \.isWhitespace)), !value.isEmpty { found.append((name, value)) }
    }
    return found
  }

  /// Name and value of `:Name: value`.
  private static func field(_ line: Substring) -> (name: String, value: String)? {
    guard line.first == ":", let end = line.dropFirst().firstIndex(of: ":") else { return nil }
    return (
      line[line.index(after: line.startIndex)..<end].lowercased(), line[line.index(after: end)...].trimmingCharacters(in: .whitespaces)
    )
  }
}
