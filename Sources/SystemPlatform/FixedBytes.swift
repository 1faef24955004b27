// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Bytes that stay where they are for the lifetime of the object: a mapped file, or a copy.
@safe package final class FixedBytes: Sendable {
  // Safe to share: nothing writes to the bytes.
  private nonisolated(unsafe) let base: UnsafeRawPointer
  package let count: Int
  private let isMapped: Bool

  /// Maps a regular file. open(2), fstat(2), mmap(2)
  ///
  /// The file must not be shortened meanwhile; whoever changes it replaces it.
  ///
  /// - Parameter maximumCount: A longer file is refused with the error `EFBIG`.
  package init(mapping path: Path, maximumCount: Int) throws(SystemError) {
    let descriptor = try OwnedDescriptor(opening: path, .nonBlocking)
    let facts = try FileFacts(of: descriptor.file, path: path)
    guard facts.isRegular else { throw SystemError(code: .invalidArgument, call: "mmap", path: path) }
    guard facts.byteCount <= maximumCount else { throw SystemError(code: .fileTooLarge, call: "mmap", path: path) }
    let length = facts.byteCount
    guard length > 0 else {
      (isMapped, count) = (false, 0)
      unsafe base = UnsafeRawPointer(UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 64))
      return
    }
    let mapped = unsafe mmap(nil, length, PROT_READ, MAP_SHARED, descriptor.rawValue, 0)
    guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else { throw .current("mmap", path: path) }
    (isMapped, count) = (true, length)
    unsafe base = UnsafeRawPointer(mapped)
  }

  package init(copying bytes: [UInt8]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 64)
    unsafe copy.copyBytes(from: bytes)
    (isMapped, count) = (false, bytes.count)
    unsafe base = UnsafeRawPointer(copy.baseAddress.unsafelyUnwrapped)
  }

  deinit {
    if isMapped { unsafe munmap(UnsafeMutableRawPointer(mutating: base), count) } else { unsafe base.deallocate() }
  }

  /// The bytes. They are valid for the lifetime of the object.
  package var buffer: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: base, count: count) }
}
