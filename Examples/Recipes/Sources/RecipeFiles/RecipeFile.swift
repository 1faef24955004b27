// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a recipe file contains: lines such as `Title: Minestrone`, an empty line, and the instructions.
package struct RecipeFile {
  package var title: String
  package var author: String?
  package var keywords: [String]
  package var minutes: Int?
  package var instructions: String

  package init(contentsOf url: URL) throws {
    let text = try String(contentsOf: url, encoding: .utf8)
    let end = text.range(of: "\n\n") ?? text.endIndex..<text.endIndex
    var fields: [String: String] = [:]
    for line in text[..<end.lowerBound].split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { fields[String(parts[0])] = parts[1].trimmingCharacters(in: .whitespaces) }
    }
    title = fields["Title"] ?? url.deletingPathExtension().lastPathComponent
    author = fields["Author"]
    keywords = (fields["Keywords"] ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    minutes = fields["Minutes"].flatMap { Int($0) }
    instructions = text[end.upperBound...].trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
