// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Owns an open file descriptor and closes it.
package struct OwnedDescriptor: ~Copyable, Sendable {
  package let rawValue: Int32

  /// Takes ownership of `rawValue`; no other code must close it.
  package init(owning rawValue: Int32) { self.rawValue = rawValue }

  /// Transfers ownership of the descriptor to the caller.
  package consuming func take() -> Int32 {
    let value = rawValue
    discard self
    return value
  }

  deinit { close(rawValue) }

  /// Writes all bytes. write(2)
  ///
  /// - Parameter path: That of the file, for errors.
  package borrowing func write(_ bytes: [UInt8], path: Path? = nil) throws(SystemError) {
    let number = rawValue
    let error: SystemError? = unsafe bytes.withUnsafeBytes { bytes in
      var rest = unsafe bytes[...]
      while unsafe !rest.isEmpty {
        let piece = unsafe UnsafeRawBufferPointer(rebasing: rest)
        let count = retryingInterrupted { unsafe Glibc.write(number, piece.baseAddress, piece.count) }
        guard count >= 0 else { return .current("write", path: path) }
        unsafe rest = rest.dropFirst(count)
      }
      return nil
    }
    if let error { throw error }
  }
}
