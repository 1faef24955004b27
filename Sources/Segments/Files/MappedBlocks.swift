// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import Glibc
internal import Synchronization

/// A segment file mapped into memory.
@safe final class MappedBlocks: BlockSource {
  let name: String
  let byteCount: Int
  let footer: SegmentFormat.Footer

  // Safe to share: the mapping is read-only and segment files are immutable.
  private nonisolated(unsafe) let base: UnsafeRawPointer
  private let mappedCount: Int

  /// A bit for each block that has been verified.
  // Safe to share: only atomic operations access it.
  private nonisolated(unsafe) let verified: UnsafeMutablePointer<Atomic<UInt64>>

  /// - Throws: ``SegmentError/notASegment(file:)``, ``SegmentError/olderFormat(version:file:)``,
  ///   ``SegmentError/newerFormat(version:file:)``, ``SegmentError/system(code:call:file:)``.
  init(path: String) throws(SegmentError) {
    // Opening a FIFO does not wait for a writer.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENXIO || errno == ELOOP { throw .notASegment(file: path) }
      throw .system(code: errno, call: "open", file: path)
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .system(code: errno, call: "fstat", file: path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notASegment(file: path) }
    let length = Int(status.st_size)
    guard length >= SegmentFormat.headerSize + SegmentFormat.trailerSize else { throw .notASegment(file: path) }
    let mapped = unsafe mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, 0)
    guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else { throw .system(code: errno, call: "mmap", file: path) }
    let contents = unsafe UnsafeRawBufferPointer(start: mapped, count: length)
    guard let (footer, payload) = unsafe SegmentFormat.Footer.read(contents) else {
      unsafe munmap(mapped, length)
      throw .notASegment(file: path)
    }
    guard footer.version == SegmentFormat.version else {
      unsafe munmap(mapped, length)
      let isOlder = footer.version < SegmentFormat.version
      throw isOlder ? .olderFormat(version: footer.version, file: path) : .newerFormat(version: footer.version, file: path)
    }
    self.name = path
    self.byteCount = payload
    self.footer = footer
    unsafe self.base = UnsafeRawPointer(mapped)
    self.mappedCount = length
    let words = Self.wordCount(footer)
    unsafe self.verified = .allocate(capacity: words)
    for word in 0..<words { unsafe (verified + word).initialize(to: Atomic(0)) }
  }

  deinit {
    unsafe munmap(UnsafeMutableRawPointer(mutating: base), mappedCount)
    unsafe verified.deinitialize(count: Self.wordCount(footer))
    unsafe verified.deallocate()
  }

  /// Number of 64-bit words in ``verified``.
  private static func wordCount(_ footer: SegmentFormat.Footer) -> Int { footer.checksums.count / Checksum.byteCount / 64 + 1 }

  func bytes(_ range: Range<Int>) throws(SegmentError) -> UnsafeRawBufferPointer {
    guard range.lowerBound >= 0, range.upperBound <= byteCount else { throw .notASegment(file: name) }
    if !range.isEmpty {
      let last = (range.upperBound - 1) / SegmentFormat.blockSize
      var block = range.lowerBound / SegmentFormat.blockSize
      while block <= last {
        if unsafe verified[block >> 6].load(ordering: .acquiring) & (1 << UInt64(block & 63)) == 0 { try verify(block) }
        block += 1
      }
    }
    return unsafe UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
  }

  private func verify(_ block: Int) throws(SegmentError) {
    let start = block * SegmentFormat.blockSize
    let count = min(SegmentFormat.blockSize, byteCount - start)
    let contents = unsafe Span<UInt8>(_unsafeBytes: UnsafeRawBufferPointer(start: base + start, count: count))
    // The footer that holds the checksums was verified when the file was opened.
    let offset = footer.checksums.lowerBound + block * Checksum.byteCount
    let checksum = unsafe UInt32(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    guard Checksum.of(contents) == checksum else { throw .corrupted(block: block, file: name) }
    unsafe verified[block >> 6].bitwiseOr(1 << UInt64(block & 63), ordering: .releasing)
  }
}
