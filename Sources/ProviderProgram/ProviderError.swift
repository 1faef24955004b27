// SPDX-License-Identifier: Apache-2.0

import DesktopSearch

/// Why a call has failed.
enum ProviderError: Error, CustomStringConvertible {
  case choice(ChoiceError)
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
    case .choice(.unknownResult), .unknownWatch, .invalidArgument: "org.freedesktop.DBus.Error.InvalidArgs"
    case .choice(.missingFile): "org.freedesktop.DBus.Error.FileNotFound"
    case .sandboxed: "org.freedesktop.DBus.Error.AccessDenied"
    case .choice, .unsearchable: "org.freedesktop.DBus.Error.Failed"
    }
  }

  /// Without paths of files and what a caller has sent, which do not belong into a log.
  var logMessage: String {
    switch self {
    case .choice(let error): error.logMessage
    case .invalidArgument: "a query or an option of a program is wrong"
    default: description
    }
  }

  var description: String {
    switch self {
    case .choice(let error): "\(error)"
    case .tooManyCalls: "too many calls wait for their answers; wait for some of them"
    case .tooManyWatches(let limit): "a program can have \(limit) live searches; end some of them with Unwatch"
    case .unknownWatch(let number): "\(number): no live search of this program"
    case .invalidArgument(let reason), .unsearchable(let reason): reason
    case .sandboxed: "programs in a sandbox may not search the files of the person"
    case .tooManyResults(let count, let limit): "\(count) results at a time; ask for at most \(limit)"
    }
  }
}
