internal import Glibc

/// Where the worker's own messages go once libraries have been silenced.
struct Diagnostics {
  private let descriptor: Int32

  /// Leaves standard output and error to the parsers, who write to them whatever a file's content suggests, and whom nobody shall read:
  /// contents of documents have no place in a log.
  init() {
    descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 5)
    let nowhere = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nowhere >= 0 else { return }
    dup2(nowhere, STDOUT_FILENO)
    dup2(nowhere, STDERR_FILENO)
    close(nowhere)
  }

  func report(_ message: String) { Self.write(message, to: descriptor) }

  /// Before libraries are silenced.
  static func report(_ message: String) { write(message, to: STDERR_FILENO) }

  /// There is nobody to tell when this fails.
  private static func write(_ message: String, to descriptor: Int32) {
    let line = "mdworker: \(message)\n"
    _ = unsafe Glibc.write(descriptor, line, line.utf8.count)
  }
}
