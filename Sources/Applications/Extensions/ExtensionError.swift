// SPDX-License-Identifier: Apache-2.0

internal import LogMessages
internal import SystemPlatform

/// Why an extension did not do what it was asked for.
package enum ExtensionError: Error, Hashable, CustomStringConvertible {
  /// The command of the manifest cannot be started.
  case cannotStart(String, code: Int32)
  /// The extension itself says why.
  case failed(String)
  /// It ended without an answer.
  case exited(Int32)
  case killed(signal: Int32)
  case timedOut(Duration)
  /// Its answer is in no known format: it contains another version of Searchlight, or is not an
  /// extension.
  case unknownAnswer
  case system(call: String, code: Int32)

  package var description: String {
    switch self {
    case .cannotStart(let command, let code):
      "\(PrintableText.line(command)) cannot be started: \(Errno(code))"
    case .failed(let reason): PrintableText.line(reason)
    case .exited(let status): "the extension exited with status \(status) and did not acknowledge the request"
    case .killed(let signal):
      "the extension was killed by signal \(signal) (\(Signal(rawValue: signal))) and did not acknowledge the request"
    case .timedOut(let limit):
      "the extension did not acknowledge the request within \(limit.components.seconds) s; TimeoutSec in its manifest allows more"
    case .unknownAnswer: "the extension answered in an unknown format; build it with the installed version of Searchlight"
    case .system(let call, let code): "\(call): \(Errno(code))"
    }
  }
}
