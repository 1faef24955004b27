// SPDX-License-Identifier: Apache-2.0

internal import Markup

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
    return isText ? SubtitleMarkup.plain(cue: String(line)) : nil
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
      return fields.count > commaCount ? fields.last.map { SubtitleMarkup.plain(subStation: $0) } : nil
    default: break
    }
    return nil
  }
}
