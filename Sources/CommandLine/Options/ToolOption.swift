/// An option of a tool: `-onlyin DIRECTORY`.
package struct ToolOption: Sendable {
  /// Without the dash. One-letter options may be clustered, longer ones may also be written with two dashes.
  package let name: StaticString
  /// What stands for the argument in the help; `nil` for an option without one.
  package let argument: String?
  /// One line of help.
  package let summary: String

  package init(_ name: StaticString, _ argument: String? = nil, _ summary: String) {
    self.name = name
    self.argument = argument
    self.summary = summary
  }

  /// Every tool has it.
  package static let help = ToolOption("help", nil, "Show this help and exit.")

  /// Every tool that uses an index has it.
  package static let store = ToolOption("store", "DIRECTORY", "Use the index in DIRECTORY (default: SEARCHLIGHT_STORE, or the user's).")
}
