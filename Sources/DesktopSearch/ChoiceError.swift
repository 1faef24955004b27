// SPDX-License-Identifier: Apache-2.0

package import Applications
package import CommandLine
internal import LogMessages

/// Why what a person has chosen is not done.
package enum ChoiceError: Error, CustomStringConvertible {
  /// The identifier is that of no file or item in an index.
  case unknownResult(String)
  /// The file was removed.
  case missingFile([UInt8])
  case notOpened(DesktopOpenerError)
  case notStarted(LaunchError)
  /// A file cannot be examined, or its folder cannot be named.
  case unreadable(String)
  case notInFolder
  case noClipboard
  /// No terminal is installed in which all results could be shown, and there is no file to show instead.
  case noTerminal

  /// Without paths of files and what a caller has sent, which do not belong into a log.
  package var logMessage: String {
    switch self {
    case .unknownResult: "what was to be opened is no result of a search"
    case .missingFile: "a file that was to be opened no longer exists"
    case .notOpened(let error): "a result was not opened: \(error.reason)"
    case .unreadable: "a file that was to be opened cannot be examined"
    default: description
    }
  }

  package var description: String {
    switch self {
    case .unknownResult(let identifier): "\(PrintableText.line(String(identifier.prefix(200)))): no result of a search"
    case .missingFile(let path): "\(PrintableText.path(path)): no longer exists"
    case .notOpened(let error): "\(error)"
    case .notStarted(let error): "\(error)"
    case .unreadable(let reason): reason
    case .notInFolder: "an item of a program is in no folder"
    case .noClipboard: "the desktop has no clipboard that can be reached; install wl-clipboard or xclip"
    case .noTerminal: "no known terminal is installed in which mdfind -i could show all results; install one, such as xterm"
    }
  }
}
