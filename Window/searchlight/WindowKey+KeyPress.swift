// SPDX-License-Identifier: Apache-2.0

import SearchWindow
import Widgets

extension WindowKey {
  /// - Parameters:
  ///   - isTextSelected: Whether Control C copies from the field.
  ///   - hasSuggestions: Whether Tab takes one. Otherwise it moves the focus.
  /// - Returns: `nil` for keys of the field.
  init?(_ key: KeyPress, isTextSelected: Bool, hasSuggestions: Bool) {
    guard !key.withAlt else { return nil }
    switch (key.symbol, key.withControl, key.withShift) {
    case (.up, false, false): self = .up
    case (.down, false, false): self = .down
    case (.pageUp, false, false): self = .pageUp
    case (.pageDown, false, false): self = .pageDown
    case (.home, true, false): self = .first
    case (.end, true, false): self = .last
    case (.enter, false, false): self = .enter
    case (.enter, true, false): self = .showInFolder
    case (.letter("c"), true, false) where !isTextSelected: self = .copy
    case (.space, true, false): self = .quickLook
    case (.tab, false, false) where hasSuggestions: self = .complete
    case (.escape, false, false): self = .escape
    default: return nil
    }
  }
}
