// SPDX-License-Identifier: Apache-2.0

package import SystemPlatform

extension SystemError: LogMessageConvertible {
  /// For example `/home/u/x: Permission denied (open)`.
  package var logMessage: LogMessage {
    var message: LogMessage = path.map { "\(path: $0.bytes): \(reason)" } ?? "\(reason)"
    message.errorNumber = code.rawValue
    return message
  }
}
