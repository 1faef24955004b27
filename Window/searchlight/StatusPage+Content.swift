// SPDX-License-Identifier: Apache-2.0

import SearchWindow
import Widgets

extension StatusPage {
  /// Says why there are no results.
  ///
  /// - Parameter text: What was searched for.
  func show(_ content: WindowModel.Content, text: String) {
    switch content {
    case .start, .searching, .results: set(icon: Self.icon, title: .startTitle, WindowText.startAdvice.translated)
    case .nothing: set(icon: Self.icon, title: .nothingTitle, WindowText.nothingAdvice.translated(["text": text]))
    case .missing: set(icon: "folder-download-symbolic", title: .missingTitle, WindowText.missingAdvice.translated)
    case .failed(let reason): set(icon: "dialog-error-symbolic", title: .failedTitle, reason)
    case .query(let reason): set(icon: "dialog-question-symbolic", title: .queryTitle, reason)
    }
  }

  private static var icon: String { "system-search-symbolic" }

  private func set(icon: String, title: WindowText, _ description: String) {
    set(icon: icon, title: title.translated, description: description)
  }
}
