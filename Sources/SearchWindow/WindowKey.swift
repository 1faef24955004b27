// SPDX-License-Identifier: Apache-2.0

/// A key that means something in the window, besides those of the field.
package enum WindowKey: Hashable, Sendable {
  case up, down, pageUp, pageDown
  /// Control with Home and End: without it, they move the cursor of the field.
  case first, last
  /// Opens.
  case enter
  case showInFolder
  /// Control C while nothing is selected in the field.
  case copy
  case quickLook
  /// Takes the first suggestion.
  case complete
  case escape
}
