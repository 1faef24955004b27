// SPDX-License-Identifier: Apache-2.0

extension CSSuggestion {
  /// Whether and where to display a suggestion.
  public enum SuggestionKind: Int, Sendable {
    /// The suggestion is not displayed.
    case none = 0
    /// The suggestion is displayed in a group with others of this kind.
    case custom = 1
    /// The suggestion is displayed among those of the system. Suggestions that a query finds have
    /// this kind.
    case `default` = 2
  }
}
