// SPDX-License-Identifier: Apache-2.0

/// Subtitles in cues: an optional name, a line with times, and lines of text, up to an empty line.
struct CueReader: LineReader {
  enum Dialect {
    case subRip
    case webVTT
  }

  let title: String? = nil
  private let dialect: Dialect
  private var hasCues = false
  private var isInCue = false
  /// Whether the line belongs to a comment of WebVTT.
  private var isInNote = false

  init(_ dialect: Dialect) { self.dialect = dialect }

  mutating func text(of line: Substring) -> String? {
    if line.contains("-->") {
      isInCue = true
      hasCues = true
      return nil
    }
    if line.allSatisfy(\.isWhitespace) {
      isInCue = false
      isInNote = false
      return nil
    }
    if dialect == .webVTT, !isInCue, line == "NOTE" || line.hasPrefix("NOTE ") {
      isInNote = true
      return line.count > 5 ? String(line.dropFirst(5)) : nil
    }
    // In SubRip, a text may contain an empty line. In WebVTT, other blocks are styles.
    let isText = isInCue || isInNote || dialect == .subRip && hasCues && !line.allSatisfy { $0.isNumber || $0.isWhitespace }
    return isText ? Self.plain(line) : nil
  }

  /// The line without tags and escapes: `<i>`, `{\an8}`, `&amp;`. The name of a speaker is text: `<v Ada>`.
  private static func plain(_ line: Substring) -> String {
    String(line).replacing(/<v(?:\.[^<> ]*)? ([^<>]+)>/) { "\($0.1): " }.replacing(/<\/?[A-Za-z0-9][^<>]*>|\{\\[^{}]*\}/, with: "")
      .replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&nbsp;", with: " ").replacing("&amp;", with: "&")
  }
}

/// Subtitles of SubStation Alpha: lines of fields that are separated by commas, of which the last one is the text.
struct SubStationReader: LineReader {
  private(set) var title: String?
  /// The number of commas before the text.
  private var commaCount = 9
  private var isInEvents = false

  mutating func text(of line: Substring) -> String? {
    if line.hasPrefix("[") { isInEvents = line.lowercased().hasPrefix("[events]") }
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let value = line[line.index(after: colon)...]
    switch line[..<colon].lowercased() {
    case "title": title = title ?? String(value)
    case "format": if isInEvents { commaCount = value.count { $0 == "," } }
    case "dialogue":
      let fields = value.split(separator: ",", maxSplits: commaCount, omittingEmptySubsequences: false)
      return fields.count > commaCount ? fields.last.map(Self.plain) : nil
    default: break
    }
    return nil
  }

  /// The text without styles, and with line breaks as spaces.
  private static func plain(_ text: Substring) -> String {
    String(text).replacing(/\{[^{}]*\}/, with: "").replacing(/\\[Nnh]/, with: " ")
  }
}
