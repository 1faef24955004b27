// SPDX-License-Identifier: Apache-2.0

import DesktopSearch
import SearchWindow
import Widgets

/// The line at the bottom: what was found or has happened, and what keys do.
@MainActor
final class Footer {
  let widget: Box
  private let message = Label("", .endEllipsis)
  private let hints = Box(.horizontal, spacing: 14)

  init() {
    message.expand(horizontally: true)
    let keys: [(String, WindowText)] = [("↵", .open), ("Ctrl ↵", .show), ("Ctrl C", .copy), ("Ctrl ␣", .look)]
    for (key, text) in keys {
      let (keyLabel, textLabel) = (Label(key), Label(text.translated))
      keyLabel.add(style: "key")
      textLabel.add(style: "hint")
      hints.add(Box(.horizontal, spacing: 6, keyLabel, textLabel))
    }
    widget = Box(.horizontal, spacing: 16, message, hints)
    widget.add(style: "footer")
  }

  func show(_ model: WindowModel) {
    hints.isVisible = model.content == .results
    message.remove(style: "error")
    message.remove(style: "warning")
    switch model.notice {
    case .failure(let reason):
      message.add(style: "error")
      message.text = reason
    case .text(let text): message.text = text.translated
    case nil:
      let warning = Self.warning(about: model.index)
      if warning != nil { message.add(style: "warning") }
      message.text = warning ?? (model.content == .results ? Self.description(of: model.count) : "")
    }
    message.tooltip = message.text.isEmpty ? nil : message.text
  }

  private static func description(of count: (results: Int, isLimited: Bool)) -> String {
    if count.isLimited { return WindowText.limited.translated(["count": "\(count.results)"]) }
    return count.results == 1 ? WindowText.one.translated : WindowText.count.translated(["count": "\(count.results)"])
  }

  private static func warning(about state: IndexState) -> String? {
    switch state {
    case .scanning: WindowText.scanning.translated
    case .unattended: WindowText.unattended.translated
    case .unread(let count, let all): WindowText.unread.translated(["count": "\(count)", "all": "\(all)"])
    // Pages of their own tell these.
    case .current, .missing, .unreadable: nil
    }
  }
}
