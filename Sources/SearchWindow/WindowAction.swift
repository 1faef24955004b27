// SPDX-License-Identifier: Apache-2.0

package import ShellSearch

/// What the window does because of a key, a click or an answer.
package enum WindowAction: Hashable, Sendable {
  case search(SearchNumber, ShellQuery)
  /// Nothing is searched for.
  case cancel(SearchNumber)
  case preview(ResultIdentifier)
  /// Find out whether the index is current.
  case askForState
  case open(ResultIdentifier, ShellQuery)
  /// Show a file in the file manager.
  case show(ResultIdentifier)
  case copy(ResultIdentifier)
  /// Show a file in the previewer of the desktop.
  case quickLook(ResultIdentifier)
  /// Change the text of the field.
  case setText(String)
  case present
  case hide
}
