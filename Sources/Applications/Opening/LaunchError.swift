// SPDX-License-Identifier: Apache-2.0

internal import LogMessages
internal import SystemPlatform

/// Why a program was not started.
package enum LaunchError: Error, Hashable, CustomStringConvertible {
  /// The desktop entry at this path has no command.
  case noCommand(String)
  case cannotStart(String, code: Int32)
  /// The program prints on a terminal.
  case noTerminal(String)

  package var description: String {
    switch self {
    case .noCommand(let path): "\(PrintableText.line(path)): the key Exec is missing, or is not a command"
    case .cannotStart(let command, let code):
      "\(PrintableText.line(command)): cannot be started: \(Errno(code))"
    case .noTerminal(let command): "\(PrintableText.line(command)): needs a terminal, and no known one is installed"
    }
  }
}
