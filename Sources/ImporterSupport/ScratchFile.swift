// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import Glibc

/// Shared memory with a descriptor. It holds the contents of a file that is inside another one, because importers read
/// descriptors, and the sandbox creates no files. The sandbox permits no mapping of it as code.
@safe final class ScratchFile {
  /// Larger files are not read.
  static let byteCount = 16 << 20

  let descriptor: Int32
  private let memory: UnsafeMutableRawPointer

  /// - Returns: `nil` if the system grants no memory. memfd_create(2), mmap(2).
  init?() {
    descriptor = ipc_create_scratch_memory(Self.byteCount)
    guard descriptor >= 0 else { return nil }
    guard let memory = unsafe mmap(nil, Self.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), unsafe memory != MAP_FAILED
    else {
      close(descriptor)
      return nil
    }
    unsafe self.memory = unsafe memory
  }

  deinit {
    unsafe munmap(memory, Self.byteCount)
    close(descriptor)
  }

  /// Replaces the contents.
  ///
  /// - Parameter read: Fills memory with the next bytes, and returns their number: 0 at the end.
  /// - Returns: The number of bytes; `nil` if there are more than fit.
  func fill(_ read: (UnsafeMutableRawBufferPointer) throws -> Int) throws -> Int? {
    var count = 0
    while count < Self.byteCount {
      let space = unsafe UnsafeMutableRawBufferPointer(start: memory + count, count: Self.byteCount - count)
      let step = try unsafe read(space)
      if step <= 0 { return count }
      count += step
    }
    return nil
  }

  /// Calls `body` with the first bytes.
  func withContents<Result>(_ count: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    let bytes = unsafe UnsafeBufferPointer(start: memory.assumingMemoryBound(to: UInt8.self), count: count)
    return body(unsafe bytes.span)
  }

  /// Gives the memory back to the system. madvise(2).
  func clear() { unsafe madvise(memory, Self.byteCount, Int32(MADV_REMOVE)) }
}
