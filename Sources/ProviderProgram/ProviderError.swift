// SPDX-License-Identifier: Apache-2.0

import Applications
import CommandLine
import LogMessages

/// Why a call has failed.
enum ProviderError: Error, CustomStringConvertible {
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
  case tooManyCalls
  case tooManyWatches(limit: Int)
  case unknownWatch(UInt32)
  /// A query or an option of a program is wrong.
  case invalidArgument(String)
  /// The index of files cannot be searched.
  case unsearchable(String)
  /// The caller is in a sandbox.
  case sandboxed
  /// - Parameter limit: Maximum number of results whose rows can be asked for at a time.
  case tooManyResults(Int, limit: Int)

  /// The name of the error on the message bus.
  var name: String {
    switch self {
    case .tooManyCalls, .tooManyResults, .tooManyWatches: "org.freedesktop.DBus.Error.LimitsExceeded"
    case .unknownResult, .unknownWatch, .invalidArgument: "org.freedesktop.DBus.Error.InvalidArgs"
    case .sandboxed: "org.freedesktop.DBus.Error.AccessDenied"
    case .missingFile: "org.freedesktop.DBus.Error.FileNotFound"
    default: "org.freedesktop.DBus.Error.Failed"
    }
  }

  /// Without paths of files and what a caller has sent, which do not belong into a log.
  var logMessage: String {
    switch self {
    case .unknownResult: "what was to be opened is no result of a search"
    case .missingFile: "a file that was to be opened no longer exists"
    case .notOpened(let error): "a result was not opened: \(error.reason)"
    case .unreadable: "a file that was to be opened cannot be examined"
    case .invalidArgument: "a query or an option of a program is wrong"
    default: description
    }
  }

  var description: String {
    switch self {
    case .unknownResult(let identifier): "\(PrintableText.line(String(identifier.prefix(200)))): no result of a search"
    case .missingFile(let path): "\(PrintableText.path(path)): no longer exists"
    case .notOpened(let error): "\(error)"
    case .notStarted(let error): "\(error)"
    case .unreadable(let reason): reason
    case .notInFolder: "an item of a program is in no folder"
    case .noClipboard: "the desktop has no clipboard that can be reached; install wl-clipboard or xclip"
    case .noTerminal: "no known terminal is installed in which mdfind -i could show all results; install one, such as xterm"
    case .tooManyCalls: "too many calls wait for their answers; wait for some of them"
    case .tooManyWatches(let limit): "a program can have \(limit) live searches; end some of them with Unwatch"
    case .unknownWatch(let number): "\(number): no live search of this program"
    case .invalidArgument(let reason), .unsearchable(let reason): reason
    case .sandboxed: "programs in a sandbox may not search the files of the person"
    case .tooManyResults(let count, let limit): "\(count) results at a time; ask for at most \(limit)"
    }
  }
}
