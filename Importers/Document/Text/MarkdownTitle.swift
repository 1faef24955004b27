/// Finds the title of a Markdown document: `title:` of its front matter, or its first heading.
struct MarkdownTitle {
  /// The start of the document, as far as it has been read.
  private var head: [UInt8] = []

  /// Maximum offset of a title; later headings are not titles.
  private static let limit = 8 << 10

  mutating func read(_ text: borrowing Span<UInt8>) {
    for index in 0..<min(text.count, Self.limit - head.count) { head.append(text[index]) }
  }

  /// - Returns: `nil` if there is no heading at the start.
  var title: String? {
    var lines = String(decoding: head, as: UTF8.self).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
    if lines.first == "---", let end = lines.dropFirst().firstIndex(where: { $0 == "---" || $0 == "..." }) {
      if let title = lines[..<end].lazy.compactMap(Self.frontMatterTitle).first { return title }
      lines = lines[(end + 1)...]
    }
    return Self.heading(in: lines)
  }

  private static func frontMatterTitle(of line: Substring) -> String? {
    guard line.lowercased().hasPrefix("title:") else { return nil }
    let value = line.dropFirst("title:".count).trimmed
    let quotes: Set<Character> = ["\"", "'"]
    let isQuoted = value.count > 1 && value.first == value.last && value.first.map(quotes.contains) == true
    return (isQuoted ? value.dropFirst().dropLast() : value).nonEmpty
  }

  /// `# Title`, or a line underlined with `=` or `-`.
  private static func heading(in lines: ArraySlice<Substring>) -> String? {
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
