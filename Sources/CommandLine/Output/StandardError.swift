// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import SystemPlatform

/// Standard error, unbuffered.
///
/// Text is written without escaping; ``Tool/report(_:isBare:)`` escapes messages. Failed writes are
/// ignored, because there is nowhere to report them.
package enum StandardError {
  /// Whether the terminal shows a line that the next output replaces.
  private static let hasTransientLine = Atomic(false)

  /// Writes text, and replaces a transient line if there is one. Safe on any thread.
  package static func write(_ text: String) {
    clearTransientLine()
    writeAll(text)
  }

  /// Shows a line on the terminal until the next output.
  static func showTransientLine(_ text: String) {
    hasTransientLine.store(true, ordering: .relaxed)
    writeAll("\r\(text)\u{1B}[K")
  }

  static func clearTransientLine() {
    if hasTransientLine.exchange(false, ordering: .relaxed) { writeAll("\r\u{1B}[K") }
  }

  private static func writeAll(_ text: String) { _ = Descriptor.write(Array(text.utf8), to: FileDescriptor.standardError.rawValue) }

  package static var isTerminal: Bool { FileDescriptor.standardError.isTerminal }
}
