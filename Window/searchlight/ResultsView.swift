// SPDX-License-Identifier: Apache-2.0

import SearchWindow
import Widgets

/// The list of results.
@MainActor
final class ResultsView {
  let widget: ScrolledArea
  let list = RowList()
  private var rows: [EntryRow] = []
  private static let firstCount = 12
  private var shownCount = 0
  private var selected: Int?
  /// Whether the selected row has to be scrolled to, once it is laid out.
  private var mustScroll = false

  init() {
    list.add(style: "results")
    list.accessibleLabel = WindowText.results.translated
    widget = ScrolledArea(list)
    widget.expand(horizontally: true, vertically: true)
    // Those of a page, so that the first results need none.
    for _ in 0..<Self.firstCount { addRow() }
    for row in rows { row.hide() }
  }

  /// - Returns: The selected row.
  func show(_ model: WindowModel) -> Row? {
    for (index, entry) in model.entries.enumerated() {
      if index == rows.count { addRow() }
      rows[index].show(entry)
    }
    for index in model.entries.count..<max(shownCount, model.entries.count) { rows[index].hide() }
    shownCount = model.entries.count
    if selected != model.selected || model.selected == 0 {
      selected = model.selected
      mustScroll = true
    }
    return list.select(selected)
  }

  private func addRow() {
    let row = EntryRow()
    rows.append(row)
    list.add(row.row)
  }

  /// Called when everything is laid out.
  ///
  /// - Returns: Number of rows that are visible at a time; `nil` if that is not known.
  func scroll() -> Int? {
    guard let selected, selected < shownCount, let extent = list.extent(of: selected) else { return nil }
    if mustScroll {
      mustScroll = false
      if selected == 0 { widget.scrollToTop() } else { widget.show(from: extent.top, to: extent.bottom) }
    }
    return max(1, Int(widget.visibleHeight / max(1, extent.bottom - extent.top)) - 1)
  }
}
