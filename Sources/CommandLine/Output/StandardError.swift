internal import Glibc
internal import Synchronization

/// Standard error, unbuffered.
///
/// What is written is not looked at: messages go through ``Tool/report(_:isBare:)``. What cannot be written is lost: nobody is there to be told, and
/// the program has other things to do.
package enum StandardError {
  /// Whether a terminal shows a line that the next one is to replace.
  private static let hasTransientLine = Atomic(false)

  /// Writes text, in place of a transient line if there is one. On any thread.
  package static func write(_ text: String) {
    clearTransientLine()
    writeAll(text)
  }

  /// Shows a line on a terminal until something else is written.
  static func showTransientLine(_ text: String) {
    hasTransientLine.store(true, ordering: .relaxed)
    writeAll("\r\(text)\u{1B}[K")
  }

  static func clearTransientLine() {
    if hasTransientLine.exchange(false, ordering: .relaxed) { writeAll("\r\u{1B}[K") }
  }

  private static func writeAll(_ text: String) { _ = Descriptor.write(Array(text.utf8), to: STDERR_FILENO) }

  package static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}
