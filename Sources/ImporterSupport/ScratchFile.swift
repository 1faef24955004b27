// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import SystemPlatform

/// Shared memory with a descriptor. It holds the contents of a file that is inside another one, because importers read
/// descriptors, and the sandbox creates no files. The sandbox permits no mapping of it as code.
@safe final class ScratchFile {
  /// Larger files are not read.
  static let byteCount = 16 << 20

  var descriptor: Int32 { file.rawValue }
  private let file: OwnedDescriptor
  private let mapping: MappedMemory

  private var memory: UnsafeMutableRawPointer { unsafe mapping.base }

  /// - Returns: `nil` if the system grants no memory. memfd_create(2), mmap(2).
  init?() {
    file = OwnedDescriptor(owning: ipc_create_scratch_memory(Self.byteCount))
    guard file.rawValue >= 0 else { return nil }
    do throws(SystemError) { mapping = try MappedMemory(of: file.file, byteCount: Self.byteCount) } catch { return nil }
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
  func clear() { mapping.clear() }
}
