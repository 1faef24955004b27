// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import IndexStore
package import LogMessages

/// A failed system call.
package struct SystemError: Error, Hashable, Sendable, LogMessageConvertible {
  /// The value of `errno`.
  package var code: Int32
  package var call: String
  /// The path that the call was about, if any.
  package var path: [UInt8]?

  package init(code: Int32, call: String, path: [UInt8]? = nil) {
    self.code = code
    self.call = call
    self.path = path
  }

  /// An error with the calling thread's `errno`.
  static func current(_ call: String, path: [UInt8]? = nil) -> SystemError { SystemError(code: errno, call: call, path: path) }

  /// Whether an error number is about a shortage, or a device or server, that may recover.
  static func isPassing(_ code: Int32) -> Bool {
    [EAGAIN, EBUSY, EDQUOT, EINTR, EIO, EMFILE, ENFILE, ENOLCK, ENOMEM, ENOSPC, ESTALE, ETIMEDOUT].contains(code)
  }

  /// For example `/home/u/x: Permission denied (open)`.
  package var logMessage: LogMessage {
    // A limit on watches has the number of a full disk.
    let reason = WatchLimit(call, code).map { "\($0)" } ?? (unsafe String(cString: strerror(code)) + " (\(call))")
    var message: LogMessage = path.map { "\(path: $0): \(reason)" } ?? "\(reason)"
    message.errorNumber = code
    return message
  }
}
