// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Owns an open file descriptor and closes it.
package struct OwnedDescriptor: ~Copyable, Sendable {
  package let rawValue: Int32

  /// Takes ownership of `rawValue`; no other code must close it. A negative number, the result of a failed call, is not closed.
  package init(owning rawValue: Int32) { self.rawValue = rawValue }

  /// Transfers ownership of the descriptor to the caller.
  package consuming func take() -> Int32 {
    let value = rawValue
    discard self
    return value
  }

  deinit { if rawValue >= 0 { Glibc.close(rawValue) } }

  /// Writes all bytes. write(2)
  ///
  /// - Parameter path: That of the file, for errors.
  package borrowing func write(_ bytes: [UInt8], path: Path? = nil) throws(SystemError) {
    let file = file
    try unsafe bytes.span.withUnsafeBytes { bytes throws(SystemError) in try unsafe file.write(bytes, path: path) }
  }
}
