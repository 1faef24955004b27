// SPDX-License-Identifier: Apache-2.0

/// Finds the metadata of a Markdown document: its front matter, and a title there or in the first
/// heading.
struct MarkdownMetadata {
  private var head = TextHead()

  mutating func take(_ text: borrowing Span<UInt8>) { head.take(text) }

  /// The front matter, and the title; `nil` if there is none.
  func read() -> (frontMatter: FrontMatter?, title: String?) {
    var lines = head.lines[...]
    let isTOML = lines.first == "+++"
    let ends = isTOML ? ["+++"] : ["---", "..."]
    guard isTOML || lines.first == "---", let end = lines.dropFirst().firstIndex(where: { ends.contains(String($0)) }) else {
      return (nil, Self.heading(in: lines))
    }
    let frontMatter = FrontMatter(lines[..<end].dropFirst(), isTOML ? .toml : .yaml)
    lines = lines[(end + 1)...]
    return (frontMatter, frontMatter.first("title") ?? Self.heading(in: lines))
  }

  /// `# Title`, or a line underlined with `=` or `-`.
  static func heading(in lines: ArraySlice<Substring>) -> String? {
    var isCode = false
    var previous: Substring = ""
    for line in lines {
      let text = line.trimmed
      if text.hasPrefix("```") || text.hasPrefix("~~~") { isCode.toggle() }
      guard !isCode else { continue }
      let level = text.prefix { $0 == "#" }.count
      let rest = text.dropFirst(level)
      if (1...6).contains(level), rest.first == " ", let title = rest.trimmedEnd(of: "#").nonEmpty { return title }
      let isUnderline = !text.isEmpty && (text.allSatisfy { $0 == "=" } || text.count > 2 && text.allSatisfy { $0 == "-" })
      if isUnderline, let title = previous.nonEmpty { return title }
      previous = text
    }
    return nil
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    drop(while: \.isWhitespace).trimmedEnd(where: \.isWhitespace)
  }

  /// The text without trailing `mark` characters, which close a heading.
  fileprivate func trimmedEnd(of mark: Character) -> Substring {
    trimmed.trimmedEnd { $0 == mark }.trimmed
  }

  private func trimmedEnd(where isDropped: (Character) -> Bool) -> Substring {
    var result = self
    while let last = result.last, isDropped(last) { result.removeLast() }
    return result
  }

  fileprivate var nonEmpty: String? { isEmpty ? nil : String(self) }
}
