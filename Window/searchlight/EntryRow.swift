// SPDX-License-Identifier: Apache-2.0

import SearchWindow
import ShellSearch
import Widgets

/// A row of the list of results, with the heading of its group if it is the first one.
@MainActor
final class EntryRow {
  let row: Row
  private let heading = Label()
  private let icon = IconImage(size: 32)
  private let name = Label("", .endEllipsis)
  private let subtitle = Label("", .middleEllipsis)
  private let badge = Label()
  private let contents: Box
  private var entry: ListEntry?

  init() {
    heading.add(style: "group-heading")
    name.add(style: "name")
    subtitle.add(style: "subtitle")
    badge.add(style: "badge")
    badge.text = WindowText.related.translated
    let texts = Box(.vertical, spacing: 1, name, subtitle)
    texts.expand(horizontally: true)
    texts.align(vertically: .center)
    contents = Box(.horizontal, spacing: 12, icon, texts, badge)
    contents.add(style: "entry")
    row = Row(Box(.vertical, heading, contents))
  }

  /// Shows an entry; does nothing if the row shows it already.
  func show(_ entry: ListEntry) {
    row.isVisible = true
    guard entry != self.entry else { return }
    self.entry = entry
    heading.isVisible = entry.isFirst
    if entry.isFirst { heading.text = entry.group.heading }
    switch entry.content {
    case .result(let result):
      contents.remove(style: "more")
      icon.isVisible = true
      icon.set(names: result.icons)
      name.text = result.name
      subtitle.text = Self.subtitle(of: result)
      subtitle.isVisible = !subtitle.text.isEmpty
      badge.isVisible = result.isRelated
      row.accessibleLabel = [result.name, subtitle.text, entry.group.heading].filter { !$0.isEmpty }.joined(separator: ", ")
    case .more(let count):
      contents.add(style: "more")
      icon.isVisible = false
      name.text = WindowText.more.translated(["count": "\(count)"])
      (subtitle.isVisible, badge.isVisible) = (false, false)
      row.accessibleLabel = name.text
    }
  }

  func hide() { row.isVisible = false }

  /// What tells results of the same name apart.
  private static func subtitle(of row: ResultRow) -> String {
    switch row.kind {
    case .file: row.details.isEmpty ? row.place : "\(row.details) · \(row.place)"
    case .program, .continuation: row.details
    case .item(let program): row.details.isEmpty ? program : row.details
    }
  }
}
