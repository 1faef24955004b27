// SPDX-License-Identifier: Apache-2.0

/// An option of a tool: `-onlyin DIRECTORY`.
package struct ToolOption: Sendable {
  /// The name without the dash. A name of several letters can also be written with two dashes.
  package let name: StaticString
  /// The placeholder of the argument in the help; `nil` for an option without an argument.
  package let argument: String?
  /// One line of help.
  package let summary: String
  /// Whether the argument can be empty. A path cannot: an unset variable would silently mean the
  /// current folder. Nor can a part of a name: every name contains the
  /// empty text.
  package let allowsEmpty: Bool
  /// Whether a second, different argument is an error, because the user wants both. Otherwise the
  /// last argument replaces the others, so that a command line can override an alias of the shell.
  package let isUnique: Bool

  package init(_ name: StaticString, _ argument: String? = nil, _ summary: String, allowsEmpty: Bool = true, isUnique: Bool = false) {
    self.name = name
    self.argument = argument
    self.summary = summary
    self.allowsEmpty = allowsEmpty
    self.isUnique = isUnique
  }

  /// Common to all tools.
  package static let help = ToolOption("help", nil, "Show this help and exit.")

  /// Common to all tools.
  package static let version = ToolOption("version", nil, "Show the version and exit.")

  /// Common to the tools that maintain an index.
  package static let system = ToolOption(
    "system", nil, "Act on the index of the system, which all users search: /var/lib/searchlight, configured in /etc/searchlight.")

  /// Common to all tools that use an index.
  package static let store = ToolOption(
    "store", "DIRECTORY", "Use the index in DIRECTORY (default: $SEARCHLIGHT_STORE, or the user's index).", allowsEmpty: false,
    isUnique: true)
}
