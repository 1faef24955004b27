// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// Messages of the worker itself, after the output of libraries has been silenced.
struct Diagnostics {
  private let descriptor: FileDescriptor

  /// Redirects standard output and error to /dev/null, and keeps a copy of standard error for
  /// messages. Parsers print whatever a file's content suggests, and the contents of documents do
  /// not belong in a log.
  init() {
    descriptor = FileDescriptor.standardError.copy(from: 5)
    do throws(SystemError) {
      let nowhere = try OwnedDescriptor(opening: Path("/dev/null"), .write)
      FileDescriptor.standardOutput.replace(with: nowhere.file)
      FileDescriptor.standardError.replace(with: nowhere.file)
    } catch {
      // There is nowhere to report it.
    }
  }

  func report(_ message: String) { Self.write(message, to: descriptor) }

  /// Reports a message before libraries are silenced.
  static func report(_ message: String) { write(message, to: .standardError) }

  /// Write errors are ignored, because there is nowhere to report them.
  private static func write(_ message: String, to descriptor: FileDescriptor) {
    let line = Array("mdworker: \(message)\n".utf8)
    do throws(SystemError) { try unsafe line.span.withUnsafeBytes { line throws(SystemError) in try unsafe descriptor.write(line) } } catch
    {}
  }
}
