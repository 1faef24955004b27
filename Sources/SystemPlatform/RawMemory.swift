// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Memory without an owner, and searches and comparisons of bytes for inner loops, which use the processor's widest instructions.
package enum RawMemory {
  /// The address of the first byte with a value; `nil` if none of the bytes has it. memchr(3)
  @inlinable @inline(__always)
  package static func first(_ byte: UInt8, from start: UnsafeRawPointer, count: Int) -> UnsafeRawPointer? {
    unsafe memchr(start, CInt(byte), count).map { UnsafeRawPointer($0) }
  }

  /// Which of two sequences of as many bytes comes first: negative for the first one, 0 if they are equal. memcmp(3)
  @inlinable @inline(__always)
  package static func order(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, count: Int) -> Int32 {
    unsafe memcmp(one, other, count)
  }

  /// Memory with a number of bytes at its start that are those of `start`; `start` is freed. Ends the process if there is none. It moves
  /// large blocks by remapping pages, without copying them. malloc(3), realloc(3)
  ///
  /// - Parameter start: `nil` for new memory.
  package static func resized(_ start: UnsafeMutableRawPointer?, to byteCount: Int) -> UnsafeMutableRawPointer {
    guard let memory = unsafe realloc(start, byteCount) else { fatalError("out of memory") }
    return unsafe memory
  }

  /// Memory whose bytes are 0. Pages that are never touched are never used. Ends the process if there is none. calloc(3)
  package static func zeroed(_ byteCount: Int) -> UnsafeMutableRawPointer {
    guard let memory = unsafe calloc(byteCount, 1) else { fatalError("out of memory") }
    return unsafe memory
  }

  /// Frees memory of ``resized(_:to:)``, of ``zeroed(_:)``, or of a library that says so. free(3)
  package static func free(_ start: UnsafeMutableRawPointer?) { unsafe Glibc.free(start) }
}
