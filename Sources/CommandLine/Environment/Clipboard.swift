// SPDX-License-Identifier: Apache-2.0

/// The clipboard of the desktop.
package struct Clipboard: Sendable {
  private let command: [String]?

  /// Finds out by the environment which desktop there is.
  package init(_ environment: ToolEnvironment) {
    command =
      if environment.value(of: "WAYLAND_DISPLAY") != nil {
        ["wl-copy", "--"]
      } else if environment.value(of: "DISPLAY") != nil {
        // It reads from standard input only.
        ["sh", "-c", "printf %s \"$1\" | xclip -selection clipboard", "sh"]
      } else {
        nil
      }
  }

  /// - Returns: `false` if there is no desktop, or it has neither wl-copy(1) nor xclip(1).
  package func copy(_ text: [UInt8]) -> Bool {
    guard let command else { return false }
    return DesktopOpener(output: .discarded).succeeds(command.map { Array($0.utf8) } + [text])
  }
}
