// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ImporterSupport
internal import Markup

/// AsciiDoc: the header of a document, which ends at the first empty line after its title.
enum AsciiDoc {
  /// Attributes that say how a document is converted.
  private static let settings: Set = [
    "toc", "toclevels", "toc-title", "icons", "iconfont-name", "imagesdir", "sectnums", "sectnumlevels", "sectanchors", "sectlinks",
    "doctype",
    "source-highlighter", "experimental", "stem", "stylesheet", "stylesdir", "linkcss", "idprefix", "idseparator", "compat-mode",
    "backend", "data-uri", "figure-caption", "table-caption", "nofooter", "pdf-theme",
  ]

  static func metadata(in lines: [Substring]) -> TextMetadata {
    var metadata = TextMetadata()
    var lines = lines[...]
    // Generators of web pages put front matter before the header.
    if lines.first == "---", let end = lines.dropFirst().firstIndex(of: "---") {
      for (name, values) in FrontMatter(lines[..<end].dropFirst()).values.sorted(by: { $0.key < $1.key }) {
        metadata.others += values.map { (name, $0) }
      }
      lines = lines[(end + 1)...]
    }
    /// The number of lines after the title that are no attributes: authors, then a revision.
    var lineCount = 0
    while let line = lines.popFirst() {
      let text = line.trimmingCharacters(in: .whitespaces)
      if text.isEmpty, metadata.title != nil { break }
      if text.isEmpty || text.hasPrefix("//") { continue }
      if let (name, start) = attribute(text) {
        var value = start
        while value.hasSuffix(" \\") || value.hasSuffix(" +"), let next = lines.popFirst() {
          value = String(value.dropLast(2)) + " " + next.trimmingCharacters(in: .whitespaces)
        }
        take(value, named: name, &metadata)
      } else if metadata.title == nil {
        guard let title = title(text, lines.first) else { break }
        metadata.title = title
        if !text.hasPrefix("=") && !text.hasPrefix("#") { lines = lines.dropFirst() }
      } else {
        lineCount += 1
        if lineCount == 1 { takeAuthors(text, &metadata) } else if lineCount == 2 { takeRevision(text, &metadata) } else { break }
      }
    }
    return metadata
  }

  /// `= Title`, `# Title`, or a line underlined with `=`.
  private static func title(_ text: String, _ next: Substring?) -> String? {
    for mark in ["= ", "# "] where text.hasPrefix(mark) { return text.dropFirst(2).trimmingCharacters(in: .whitespaces) }
    guard let next, next.count > 1, next.allSatisfy({ $0 == "=" }), abs(next.count - text.count) < 3 else { return nil }
    return text
  }

  /// Name and value of `:name: value`; `nil` for a line that is no attribute.
  private static func attribute(_ text: String) -> (name: String, value: String)? {
    guard let match = text.wholeMatch(of: /:([\w][\w -]*):(?:\s+(.*))?/)?.output else { return nil }
    return (match.1.lowercased(), String(match.2 ?? ""))
  }

  private static func take(_ value: String, named name: String, _ metadata: inout TextMetadata) {
    guard !value.isEmpty, !settings.contains(name) else { return }
    switch name {
    case "author", "authors": for author in value.split(separator: ";") { metadata.authors.appendNew(String(author).oneLine) }
    default: metadata.others.append((name == "revdate" ? "date" : name, value))
    }
  }

  /// `Ada Doc <ada@example.org>; Bob`. Words of a name are joined with `_`.
  private static func takeAuthors(_ text: String, _ metadata: inout TextMetadata) {
    for author in text.split(separator: ";") {
      let parts = author.split(separator: "<", maxSplits: 1)
      let name = (parts.first.map(String.init) ?? "").replacing("_", with: " ").oneLine
      if !name.isEmpty { metadata.authors.appendNew(name) }
      if parts.count == 2, let address = parts[1].split(separator: ">").first, address.contains("@") {
        metadata.others.append(("email", String(address)))
      }
    }
  }

  /// `v1.0, 2021-03-05: remark`
  private static func takeRevision(_ text: String, _ metadata: inout TextMetadata) {
    let parts = text.split(separator: ":", maxSplits: 1)
    for part in parts.first?.split(separator: ",") ?? [] {
      let value = part.trimmingCharacters(in: .whitespaces)
      if let date = Date(documentDate: value) {
        metadata.creationDate = date
      } else if value.lowercased().hasPrefix("v"), value.dropFirst().first?.isNumber == true {
        metadata.others.append(("version", String(value.dropFirst())))
      }
    }
    if parts.count == 2 { metadata.others.append(("revremark", String(parts[1]))) }
  }
}
