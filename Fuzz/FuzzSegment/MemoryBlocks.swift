@testable import Segments

/// A payload in memory. Nothing has checksums here: what lies behind them is what is tested.
final class MemoryBlocks: BlockSource {
  let name = "input"
  let byteCount: Int
  // Not written once the blocks are made.
  private nonisolated(unsafe) let contents: UnsafeMutableRawBufferPointer

  init(_ bytes: [UInt8]) {
    byteCount = bytes.count
    // Exactly as large as its contents, so that the address sanitizer sees a read behind them.
    contents = .allocate(byteCount: bytes.count, alignment: 1)
    contents.copyBytes(from: bytes)
  }

  deinit { contents.deallocate() }

  func bytes(_ range: Range<Int>) throws(SegmentError) -> UnsafeRawBufferPointer {
    guard range.lowerBound >= 0, range.upperBound <= byteCount else { throw .notASegment(file: name) }
    return UnsafeRawBufferPointer(rebasing: contents[range])
  }
}
