internal import CSystem
internal import Glibc
internal import TextAnalysis

/// Standard output, collected into large writes, the last one at the end of its life: an error on the way loses nothing that was written before.
///
/// A reader that goes away ends the process by SIGPIPE, as it ends every filter, or with status 1 where SIGPIPE was ignored. Any other failure to
/// write ends it with a message and status 1.
package struct StandardOutput: ~Copyable {
  private static let capacity = 1 << 16
  private let descriptor: Int32
  /// Whether a person reads along: what is not printable is escaped then, and nowhere else.
  private let isTerminal: Bool
  private var pending: [UInt8] = []

  package init() { self.init(to: STDOUT_FILENO) }

  /// - Parameter descriptor: What to write to instead.
  init(to descriptor: Int32) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
    pending.reserveCapacity(Self.capacity + 4096)
  }

  deinit { Self.writeAll(pending, to: descriptor) }

  /// Text, which may contain what somebody else chose. On a terminal its lines are ``PrintableText``.
  package mutating func write(_ text: String) {
    pending.append(contentsOf: (isTerminal ? PrintableText.lines(text) : text).utf8)
    if pending.count >= Self.capacity { flush() }
  }

  /// A path: its bytes, or what a terminal can show of them.
  package mutating func write(path: [UInt8]) { write(exactly: isTerminal ? Array(PrintableText.path(path).utf8) : path) }

  /// Bytes that are known to be harmless, or that do not go to a terminal. Many are not copied first.
  package mutating func write(exactly bytes: [UInt8]) {
    if bytes.count < Self.capacity {
      pending.append(contentsOf: bytes)
      if pending.count >= Self.capacity { flush() }
    } else {
      flush()
      Self.writeAll(bytes, to: descriptor)
    }
  }

  package mutating func write(byte: UInt8) {
    pending.append(byte)
    if pending.count >= Self.capacity { flush() }
  }

  /// Everything written so far reaches the reader.
  package mutating func flush() {
    Self.writeAll(pending, to: descriptor)
    pending.removeAll(keepingCapacity: true)
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) {
    let code = Descriptor.write(bytes, to: descriptor)
    guard code != 0 else { return }
    if code == EPIPE { process_end_by_broken_pipe() }
    let (name, reason) = unsafe (String(cString: process_name()), String(cString: strerror(code)))
    StandardError.write("\(name): cannot write to standard output: \(reason)\n")
    exit(1)
  }

  /// Whether a person reads along.
  package static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
}
