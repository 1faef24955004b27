// SPDX-License-Identifier: Apache-2.0

/// How programs that show a terminal are asked to run another program in it.
package enum TerminalCommand {
  /// What precedes the program and its arguments. What a person or an administrator has chosen comes first, then the terminals of desktops.
  private static let terminals: [[String]] = [
    ["xdg-terminal-exec"], ["x-terminal-emulator", "-e"], ["kgx", "--"], ["gnome-terminal", "--"], ["konsole", "-e"],
    ["xfce4-terminal", "-x"], ["mate-terminal", "-x"], ["tilix", "-e"], ["foot"], ["kitty"], ["alacritty", "-e"], ["xterm", "-e"],
  ]

  /// The command that runs a program in a terminal.
  ///
  /// - Parameters:
  ///   - program: The program and its arguments.
  ///   - isInstalled: Whether PATH has a program with a name.
  /// - Returns: `nil` if no known terminal is installed.
  package static func running(_ program: [String], where isInstalled: (String) -> Bool) -> [String]? {
    terminals.first { isInstalled($0[0]) }.map { $0 + program }
  }
}
