// SPDX-License-Identifier: Apache-2.0

import CommandLine
import IndexStore
import TextAnalysis

/// Forms the lines of the interactive search.
struct BrowserLayout {
  let columns: Int
  let isColored: Bool
  let home: [UInt8]?

  var blank: ScreenLine { ScreenLine(columns: columns, isColored: isColored) }

  private func line(_ text: String, _ style: ScreenLine.Style) -> ScreenLine {
    var line = blank
    line.append(text, style)
    return line
  }

  /// The typed text, scrolled so that the cursor is visible.
  func input(_ editor: LineEditor) -> (line: ScreenLine, cursor: Int) {
    var line = blank
    line.append("> ", .bold)
    let room = max(1, columns - 3)
    var before = editor.beforeCursor
    while DisplayWidth.columns(of: before) > room { before = before.dropFirst() }
    line.append(String(editor.text[before.startIndex...]))
    return (line, min(columns - 1, 2 + DisplayWidth.columns(of: before)))
  }

  func completions(_ completions: [Completion], chosen: Int?, message: String?) -> ScreenLine {
    if let message { return line("  " + message, .plain) }
    var line = blank
    for (index, completion) in completions.enumerated() where line.columns > 4 {
      line.append(index == 0 ? "  " : " · ", .dim)
      line.append(completion.text, index == chosen ? .bold : .dim)
    }
    return line
  }

  func hit(_ hit: FoundHit, isSelected: Bool) -> ScreenLine {
    let title = hit.title(home: home)
    var line = blank
    line.append(isSelected ? "▌ " : "  ", .title)
    line.append(title.name, isSelected ? .title : .plain)
    if line.columns > 8 { line.append("  " + title.place, .dim) }
    return line
  }

  func separator(selected: Int, of results: InteractiveResults, hasText: Bool) -> ScreenLine {
    let count = results.hits.count
    let label =
      !hasText ? "" : count == 0 ? " nothing found " : " \(selected + 1) of \(results.isLimited ? "the best " : "")\(count) "
    return line("──" + label + String(repeating: "─", count: max(0, columns - label.utf8.count - 2)), .dim)
  }

  /// Exactly `rows` lines.
  func preview(_ hit: FoundHit?, of results: InteractiveResults, rows: Int) -> [ScreenLine] {
    guard let preview = hit?.preview(results.passage, home: home) else { return Array(repeating: blank, count: rows) }
    var lines = [line(preview.path, .bold)]
    if !preview.facts.isEmpty { lines.append(line(preview.facts, .plain)) }
    let passage = preview.passage.map { wrapped($0).prefix(3) } ?? []
    for attribute in preview.attributes.prefix(max(0, rows - lines.count - passage.count)) {
      var line = blank
      line.append(attribute.title + "  ", .dim)
      line.append(attribute.value)
      lines.append(line)
    }
    lines += passage
    lines += Array(repeating: blank, count: max(0, rows - lines.count))
    return Array(lines.prefix(rows))
  }

  /// - Parameters:
  ///   - action: What Enter does instead of opening the hit.
  ///   - isOffered: Whether the hit has such actions.
  func help(action: HitAction?, isOffered: Bool) -> ScreenLine {
    if let action { return line("Enter \(action.title)   Ctrl-O next action   Esc back", .bold) }
    return line("Enter opens   \(isOffered ? "Ctrl-O other actions   " : "")Tab completes   ↑ ↓ selects   Esc clears, then ends", .dim)
  }

  /// A passage in as many lines as it needs.
  private func wrapped(_ passage: Passage) -> [ScreenLine] {
    var lines: [ScreenLine] = []
    var rest = passage.text[...]
    while !rest.isEmpty {
      let part = piece(of: rest)
      let offset = passage.text.utf8.distance(from: passage.text.startIndex, to: part.startIndex)
      let range = offset..<offset + part.utf8.count
      let matches = passage.matches.map { $0.clamped(to: range) }.filter { !$0.isEmpty }
      var line = blank
      line.append(String(part), matches: matches.map { $0.lowerBound - offset..<$0.upperBound - offset })
      lines.append(line)
      rest = rest[part.endIndex...].drop(while: \.isWhitespace)
    }
    return lines
  }

  /// The beginning of a text that fits into a line, up to a space if there is one.
  private func piece(of text: Substring) -> Substring {
    let fitting = DisplayWidth.prefix(of: text, columns: max(2, columns))
    guard fitting.endIndex < text.endIndex, let space = fitting.lastIndex(of: " "), space > fitting.startIndex else {
      return fitting.isEmpty ? text.prefix(1) : fitting
    }
    return text[..<space]
  }
}
