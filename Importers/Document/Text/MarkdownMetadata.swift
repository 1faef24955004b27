// SPDX-License-Identifier: Apache-2.0

/// Finds the metadata of a Markdown document: its front matter, Pandoc's block of a title or the lines of
/// MultiMarkdown, and a title there or in the first heading.
struct MarkdownMetadata {
  private var head = TextHead()

  mutating func take(_ text: borrowing Span<UInt8>) { head.take(text) }

  /// The front matter, and the title; `nil` if there is none. Other metadata are under their names.
  func read() -> (frontMatter: FrontMatter?, title: String?, others: [(name: String, value: String)]) {
    var lines = head.lines[...]
    let isTOML = lines.first == "+++"
    let ends = isTOML ? ["+++"] : ["---", "..."]
    guard isTOML || lines.first == "---", let end = lines.dropFirst().firstIndex(where: { ends.contains(String($0)) }) else {
      let (others, rest) = lines.first?.hasPrefix("%") == true ? Self.titleBlock(in: lines) : Self.header(in: lines)
      return (nil, others.first { $0.name == "title" }?.value ?? Self.heading(in: rest), others)
    }
    let frontMatter = FrontMatter(lines[..<end].dropFirst(), isTOML ? .toml : .yaml)
    lines = lines[(end + 1)...]
    return (frontMatter, frontMatter.first("title") ?? Self.heading(in: lines), [])
  }

  /// Pandoc's lines with title, authors and date, which continue in lines that begin with white space:
  /// `% Title`, `% Ada; Bob`, `% 2020-01-31`.
  private static func titleBlock(in lines: ArraySlice<Substring>) -> (others: [(name: String, value: String)], rest: ArraySlice<Substring>)
  {
    var fields: [[String]] = []
    var rest = lines
    while let line = rest.first, line.hasPrefix("%") ? fields.count < 3 : line.first?.isWhitespace == true && !line.trimmed.isEmpty {
      if line.hasPrefix("%") { fields.append([]) }
      let text = String((line.hasPrefix("%") ? line.dropFirst() : line).trimmed)
      if !text.isEmpty { fields[fields.count - 1].append(text) }
      rest = rest.dropFirst()
    }
    var others: [(name: String, value: String)] = []
    for (name, texts) in zip(["title", "author", "date"], fields) where !texts.isEmpty {
      if name == "author" {
        others += texts.flatMap { $0.split(separator: ";") }.map { ("author", String($0.trimmed)) }
      } else {
        others.append((name, texts.joined(separator: " ")))
      }
    }
    return (others, rest)
  }

  /// Lines of names and values up to an empty line, as MultiMarkdown and generators of web pages write them: `Title: Orbits`. The
  /// first name must be a usual one, because texts begin with such lines too.
  private static func header(in lines: ArraySlice<Substring>) -> (others: [(name: String, value: String)], rest: ArraySlice<Substring>) {
    var others: [(name: String, value: String)] = []
    var rest = lines
    while let line = rest.first, !line.trimmed.isEmpty {
      if line.first?.isWhitespace == true, !others.isEmpty {
        others[others.count - 1].value += " " + line.trimmed
      } else if let match = line.wholeMatch(of: /([A-Za-z][A-Za-z0-9 _-]{0,39}):\s+(.*\S)\s*/)?.output {
        others.append((match.1.lowercased(), String(match.2)))
      } else {
        return ([], lines)
      }
      rest = rest.dropFirst()
    }
    guard let first = others.first, ["title", "author", "authors", "date", "subtitle", "slug", "tags", "latex input"].contains(first.name)
    else {
      return ([], lines)
    }
    return (others, rest)
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
