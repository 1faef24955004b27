// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemPlatform

/// Writes to a descriptor that the process inherited: a terminal, a pipe or a file.
enum Descriptor {
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
