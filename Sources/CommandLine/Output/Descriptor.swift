internal import Glibc

/// Writing to a descriptor that is somebody else's: a terminal, a pipe, a file of the caller's.
enum Descriptor {
  /// Writes all bytes, and waits where the descriptor does not.
  ///
  /// - Returns: `errno` of what was not written; 0 when everything was.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    unsafe bytes.withUnsafeBytes { buffer in
      var rest = unsafe buffer[...]
      while unsafe !rest.isEmpty {
        let count = unsafe Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0 {
          switch errno {
          case EINTR: break
          case EAGAIN: wait(for: descriptor)
          default: return errno
          }
        } else {
          unsafe rest = rest.dropFirst(count)
        }
      }
      return 0
    }
  }

  /// Whether it can be written to, or why not, the next write finds out. poll(2).
  private static func wait(for descriptor: Int32) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    unsafe poll(&entry, 1, -1)
  }
}
