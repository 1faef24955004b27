/// An option of a tool: `-onlyin DIRECTORY`.
package struct ToolOption: Sendable {
  /// Without the dash; longer ones than a letter may also be written with two.
  package let name: StaticString
  /// What stands for the argument in the help; `nil` for an option without one.
  package let argument: String?
  /// One line of help.
  package let summary: String
  /// Whether the argument may be empty. A path may not: it would be the current folder, where a variable is not set.
  package let allowsEmpty: Bool

  package init(_ name: StaticString, _ argument: String? = nil, _ summary: String, allowsEmpty: Bool = true) {
    self.name = name
    self.argument = argument
    self.summary = summary
    self.allowsEmpty = allowsEmpty
  }

  /// Every tool has it.
  package static let help = ToolOption("help", nil, "Show this help and exit.")

  /// Every tool has it.
  package static let version = ToolOption("version", nil, "Show the version and exit.")

  /// Every tool that uses an index has it.
  package static let store = ToolOption(
    "store", "DIRECTORY", "Use the index in DIRECTORY (default: $SEARCHLIGHT_STORE, or the user's index).", allowsEmpty: false)
}
