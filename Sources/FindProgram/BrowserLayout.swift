// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Finders
import IndexStore
import LogMessages
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

  func completions(_ completions: [String], chosen: Int?, notice: String?) -> ScreenLine {
    if let notice { return line("  " + notice, .plain) }
    var line = blank
    for (index, completion) in completions.enumerated() where line.columns > 4 {
      line.append(index == 0 ? "  " : " · ", .dim)
      line.append(completion, index == chosen ? .bold : .dim)
    }
    return line
  }

  func hit(_ hit: FoundHit, isSelected: Bool, isMarked: Bool) -> ScreenLine {
    let title = hit.title(home: home)
    var line = blank
    line.append((isSelected ? "▌" : " ") + (isMarked ? "✓" : " "), .title)
    line.append(title.name, isSelected ? .title : .plain)
    if line.columns > 8, !title.details.isEmpty { line.append("  " + title.details, .plain) }
    if line.columns > 12, hit.isRelated { line.append("  (related)", .dim) }
    if line.columns > 8 { line.append("  " + title.place, .dim) }
    return line
  }

  /// - Parameter marked: Number of marked hits, some of which may be hits of an earlier text.
  func separator(selected: Int, of results: InteractiveResults, marked: Int, hasText: Bool) -> ScreenLine {
    let count = results.hits.count
    var label =
      !hasText ? "" : count == 0 ? " nothing found " : " \(selected + 1) of \(results.isLimited ? "the best " : "")\(count) "
    if marked > 0 { label += "── \(marked) marked " }
    return line("──" + label + String(repeating: "─", count: max(0, columns - label.count - 2)), .dim)
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

  /// What keys do.
  ///
  /// - Parameters:
  ///   - action: What Enter does instead of its usual action.
  ///   - isOffered: Whether the hit has such actions.
  ///   - isForOutput: Whether Enter prints the choice.
  func help(action: HitAction?, isOffered: Bool, isForOutput: Bool) -> ScreenLine {
    if let action { return line("Enter \(action.title)  ^O next action  Esc back", .bold) }
    let keys = [
      isForOutput ? "Enter prints" : "Enter opens", isOffered ? "^O other actions" : nil, "Tab completes", "^T marks",
      isForOutput ? nil : "^X prints", "^Y copies", "^R folder", "Esc ends",
    ]
    return line(keys.compactMap(\.self).joined(separator: "  "), .dim)
  }

  /// Why nothing was found, in as many lines as that needs.
  func message(_ text: String) -> [ScreenLine] {
    var lines: [ScreenLine] = []
    var rest = PrintableText.line(text)[...]
    while !rest.isEmpty {
      let part = piece(of: rest, columns: columns - 2)
      lines.append(line("  " + part, .plain))
      rest = rest[part.endIndex...].drop(while: \.isWhitespace)
    }
    return lines
  }

  /// A passage in as many lines as it needs.
  private func wrapped(_ passage: Passage) -> [ScreenLine] {
    var lines: [ScreenLine] = []
    var rest = passage.text[...]
    while !rest.isEmpty {
      let part = piece(of: rest, columns: columns)
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
  private func piece(of text: Substring, columns: Int) -> Substring {
    let fitting = DisplayWidth.prefix(of: text, columns: max(2, columns))
    guard fitting.endIndex < text.endIndex, let space = fitting.lastIndex(of: " "), space > fitting.startIndex else {
      return fitting.isEmpty ? text.prefix(1) : fitting
    }
    return text[..<space]
  }
}
