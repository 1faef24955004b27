// SPDX-License-Identifier: Apache-2.0

@testable import Segments

/// A payload in memory, without checksums, so that inputs reach the decoders.
final class MemoryBlocks: BlockSource {
  let name = "input"
  let byteCount: Int
  // Not written after initialization.
  private nonisolated(unsafe) let contents: UnsafeMutableRawBufferPointer

  init(_ bytes: [UInt8]) {
    byteCount = bytes.count
    // Exactly as large as its contents, so that the address sanitizer detects reads beyond the end.
    contents = .allocate(byteCount: bytes.count, alignment: 1)
    contents.copyBytes(from: bytes)
  }

  deinit { contents.deallocate() }

  func bytes(_ range: Range<Int>) throws(SegmentError) -> UnsafeRawBufferPointer {
    guard range.lowerBound >= 0, range.upperBound <= byteCount else { throw .notASegment(file: name) }
    return UnsafeRawBufferPointer(rebasing: contents[range])
  }
}
