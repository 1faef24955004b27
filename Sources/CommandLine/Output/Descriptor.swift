// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// Reads and writes a descriptor that the process inherited: a terminal, a pipe or a file.
enum Descriptor {
  /// Waits for bytes and reads those that are there.
  ///
  /// - Parameter limit: Maximum number of bytes.
  /// - Returns: An empty array at the end.
  static func read(_ limit: Int, from descriptor: Int32) throws(SystemError) -> [UInt8] {
    while true {
      do throws(SystemError) {
        return try FileDescriptor(descriptor).read(limit: limit)
      } catch {
        guard error.code == .wouldBlock else { throw error }
        WaitSource.input(descriptor).isReady(within: nil)
      }
    }
  }

  /// Writes all bytes. If the descriptor is non-blocking, waits until it accepts more.
  ///
  /// - Returns: `nil` if all bytes were written, otherwise the error.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Errno? {
    unsafe bytes.withUnsafeBytes { buffer in
      var rest = unsafe buffer[...]
      while unsafe !rest.isEmpty {
        do throws(SystemError) {
          unsafe rest = rest.dropFirst(try FileDescriptor(descriptor).writeSome(UnsafeRawBufferPointer(rebasing: rest)))
        } catch {
          guard error.code == .wouldBlock else { return error.code }
          WaitSource.output(descriptor).isReady(within: nil)
        }
      }
      return nil
    }
  }
}
