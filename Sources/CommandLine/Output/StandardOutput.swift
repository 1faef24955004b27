internal import Glibc

/// Standard output, collected into large writes, the last one at the end of its life: an error on the way loses nothing that was written before.
///
/// A reader that goes away ends the process by SIGPIPE, as it ends every filter. Any other failure to write ends it with a message.
package struct StandardOutput: ~Copyable {
  private static let capacity = 1 << 16
  private let descriptor: Int32
  private var pending: [UInt8] = []

  package init() { self.init(to: STDOUT_FILENO) }

  /// - Parameter descriptor: What to write to instead.
  init(to descriptor: Int32) {
    self.descriptor = descriptor
    pending.reserveCapacity(Self.capacity + 4096)
  }

  deinit { StandardError.writeAll(pending, to: descriptor) }

  package mutating func write(_ bytes: some Collection<UInt8>) {
    pending.append(contentsOf: bytes)
    if pending.count >= Self.capacity { flush() }
  }

  /// Many bytes are not copied first.
  package mutating func write(_ bytes: [UInt8]) {
    if bytes.count < Self.capacity {
      pending.append(contentsOf: bytes)
      if pending.count >= Self.capacity { flush() }
    } else {
      flush()
      StandardError.writeAll(bytes, to: descriptor)
    }
  }

  package mutating func write(_ text: String) { write(text.utf8) }

  package mutating func write(byte: UInt8) {
    pending.append(byte)
    if pending.count >= Self.capacity { flush() }
  }

  /// Everything written so far reaches the reader.
  package mutating func flush() {
    StandardError.writeAll(pending, to: descriptor)
    pending.removeAll(keepingCapacity: true)
  }

  /// Whether a person reads along.
  package static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
}

/// Standard error, unbuffered.
package enum StandardError {
  package static func write(_ text: String) { writeAll(Array(text.utf8), to: STDERR_FILENO) }

  package static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) {
    unsafe bytes.withUnsafeBytes { buffer in
      var rest = unsafe buffer[...]
      while unsafe !rest.isEmpty {
        let count = unsafe Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          if descriptor == STDOUT_FILENO { write("cannot write to standard output: \(unsafe String(cString: strerror(errno)))\n") }
          exit(1)
        }
        unsafe rest = rest.dropFirst(count)
      }
    }
  }
}
