// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import LogMessages
internal import SystemPlatform

/// Buffered standard output. The buffer is written when the value is destroyed, so that an error
/// does not lose earlier output.
///
/// When the reader closes the pipe, SIGPIPE ends the process, as for every filter, or the process
/// exits with status 1 if SIGPIPE is ignored. Any other write error ends the process with a message
/// and status 1.
package struct StandardOutput: ~Copyable {
  private static let capacity = 1 << 16
  private let descriptor: Int32
  /// Whether the output goes to a terminal; only there are unprintable characters escaped.
  private let isTerminal: Bool
  private var pending: [UInt8] = []

  package init() { self.init(to: FileDescriptor.standardOutput.rawValue) }

  /// - Parameter descriptor: The descriptor to write to.
  init(to descriptor: Int32) {
    self.descriptor = descriptor
    isTerminal = FileDescriptor(descriptor).isTerminal
    pending.reserveCapacity(Self.capacity + 4096)
  }

  deinit { Self.writeAll(pending, to: descriptor) }

  /// Writes text that may contain untrusted characters. On a terminal, its lines become
  /// ``PrintableText``.
  package mutating func write(_ text: String) {
    pending.append(contentsOf: (isTerminal ? PrintableText.lines(text) : text).utf8)
    if pending.count >= Self.capacity { flush() }
  }

  /// Writes a path: unchanged, or on a terminal in printable form.
  package mutating func write(path: [UInt8]) { write(exactly: isTerminal ? Array(PrintableText.path(path).utf8) : path) }

  /// Writes bytes that are known to be harmless or that do not go to a terminal. Large arrays are
  /// not copied.
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

  /// Writes the buffer to the descriptor.
  package mutating func flush() {
    Self.writeAll(pending, to: descriptor)
    pending.removeAll(keepingCapacity: true)
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) {
    guard let code = Descriptor.write(bytes, to: descriptor) else { return }
    if code == .brokenPipe { process_end_by_broken_pipe() }
    let (name, reason) = unsafe (String(cString: process_name()), code.description)
    StandardError.write("\(name): cannot write to standard output: \(reason)\n")
    endProcess(status: 1)
  }

  /// Waits until a descriptor can be read. If the reader of standard output closes the pipe meanwhile, the
  /// process ends as if it had written.
  package static func wait(forInputOn descriptor: Int32) {
    if !FileDescriptor(descriptor).waitForInput(whileOneReads: .standardOutput) { process_end_by_broken_pipe() }
  }

  /// Number of columns of the terminal; 80 if it does not say.
  package static var columns: Int { FileDescriptor.standardOutput.columns ?? 80 }

  /// Whether standard output is a terminal.
  package static var isTerminal: Bool { FileDescriptor.standardOutput.isTerminal }
}
