// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Messages of the worker itself, after the output of libraries has been silenced.
struct Diagnostics {
  private let descriptor: Int32

  /// Redirects standard output and error to /dev/null, and keeps a copy of standard error for
  /// messages. Parsers print whatever a file's content suggests, and the contents of documents do
  /// not belong in a log.
  init() {
    descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 5)
    let nowhere = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nowhere >= 0 else { return }
    dup2(nowhere, STDOUT_FILENO)
    dup2(nowhere, STDERR_FILENO)
    close(nowhere)
  }

  func report(_ message: String) { Self.write(message, to: descriptor) }

  /// Reports a message before libraries are silenced.
  static func report(_ message: String) { write(message, to: STDERR_FILENO) }

  /// Write errors are ignored, because there is nowhere to report them.
  private static func write(_ message: String, to descriptor: Int32) {
    let line = "mdworker: \(message)\n"
    _ = unsafe Glibc.write(descriptor, line, line.utf8.count)
  }
}
