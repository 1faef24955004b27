// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemPlatform

/// Reads and writes a descriptor that the process inherited: a terminal, a pipe or a file.
enum Descriptor {
  /// Waits for bytes and reads those that are there.
  ///
  /// - Parameter limit: Maximum number of bytes.
  /// - Returns: An empty array at the end.
  static func read(_ limit: Int, from descriptor: Int32) throws(SystemError) -> [UInt8] {
    while true {
      var code: Int32 = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
        let result = unsafe Glibc.read(descriptor, buffer.baseAddress, limit)
        code = result < 0 ? errno : 0
        count = max(0, result)
      }
      switch code {
      case 0: return bytes
      case EINTR: continue
      case EAGAIN: WaitSource.input(descriptor).isReady(within: nil)
      default: throw SystemError(code: Errno(code), call: "read")
      }
    }
  }

  /// Writes all bytes. If the descriptor is non-blocking, waits until it accepts more.
  ///
  /// - Returns: 0 if all bytes were written, otherwise an `errno`.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    unsafe bytes.withUnsafeBytes { buffer in
      var rest = unsafe buffer[...]
      while unsafe !rest.isEmpty {
        let count = unsafe Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0 {
          switch errno {
          case EINTR: break
          case EAGAIN: WaitSource.output(descriptor).isReady(within: nil)
          default: return errno
          }
        } else {
          unsafe rest = rest.dropFirst(count)
        }
      }
      return 0
    }
  }
}
