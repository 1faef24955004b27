// SPDX-License-Identifier: Apache-2.0

/// A failed system call. `LogMessages` makes its message, in which the path is private.
package struct SystemError: Error, Hashable, Sendable {
  package let code: Errno
  /// The name of the call.
  package let call: String
  /// The path that the call was about, if any.
  package var path: Path?

  package init(code: Errno, call: String, path: Path? = nil) {
    self.code = code
    self.call = call
    self.path = path
  }

  /// An error with the calling thread's `errno`.
  package static func current(_ call: String, path: Path? = nil) -> SystemError { SystemError(code: .current, call: call, path: path) }

  /// What went wrong, without the path: `Permission denied (open)`.
  package var reason: String {
    // A limit on watches has the number of a full disk.
    WatchLimit(call, code.rawValue)?.description ?? "\(code) (\(call))"
  }
}
