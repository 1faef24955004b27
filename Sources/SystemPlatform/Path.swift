// SPDX-License-Identifier: Apache-2.0

/// A path as the kernel sees it: bytes, not necessarily UTF-8, and never a NUL.
package struct Path: Hashable, Sendable {
  package let bytes: [UInt8]

  @inlinable
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package init(_ text: String) { bytes = Array(text.utf8) }

  /// The path of the folder that contains the last component: `/a` for `/a/b`, `.` for a name alone. `/` is its own parent.
  package var parent: Path {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return Path(".") }
    return Path(Array(bytes[..<max(1, slash)]))
  }

  /// The path with bytes after its last one.
  package func appending(suffix: String) -> Path { Path(bytes + suffix.utf8) }

  /// The path for messages and for interfaces that take text. Bytes that are not UTF-8 become replacement characters.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Calls `body` with the path as a C string, which is valid during the call only.
  @inlinable
  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { buffer in
      unsafe UnsafeMutableRawBufferPointer(buffer).copyBytes(from: bytes)
      unsafe buffer[bytes.count] = 0
      guard let start = buffer.baseAddress else { preconditionFailure("a buffer of at least one byte has an address") }
      return unsafe body(start)
    }
  }
}
