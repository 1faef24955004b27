// SPDX-License-Identifier: Apache-2.0

import DesktopSearch
import SearchWindow
import Widgets

/// Texts that continue or correct what was typed.
@MainActor
final class SuggestionBar {
  let widget: ScrolledArea
  private let row = Box(.horizontal, spacing: 6)
  private var buttons: [(button: Button, label: Label)] = []
  private var shown: [Suggestion] = []
  var onChoose: @MainActor (Suggestion) -> Void = { _ in }

  init() {
    row.add(style: "suggestions")
    row.accessibleLabel = WindowText.suggestions.translated
    widget = ScrolledArea(row, horizontally: true)
    // The list stays where it is when suggestions come and go.
    widget.setMinimum(height: 36)
  }

  func show(_ suggestions: [Suggestion]) {
    guard suggestions != shown else { return }
    shown = suggestions
    for (index, suggestion) in suggestions.enumerated() {
      if index == buttons.count { addButton() }
      let (button, label) = buttons[index]
      switch suggestion {
      case .completion(let text): label.text = text
      case .correction(let text): label.text = WindowText.meant.translated(["text": text])
      }
      button.accessibleLabel = label.text
      if case .correction = suggestion { button.add(style: "suggested-action") } else { button.remove(style: "suggested-action") }
      button.isVisible = true
    }
    for (button, _) in buttons.dropFirst(suggestions.count) { button.isVisible = false }
  }

  private func addButton() {
    let index = buttons.count
    let label = Label("", .endEllipsis)
    label.limit(columns: 40)
    let button = Button(label)
    button.onClick = { [unowned self] in
      if index < shown.count { onChoose(shown[index]) }
    }
    button.add(style: "suggestion")
    button.neverTakeFocus()
    buttons.append((button, label))
    row.add(button)
  }
}
