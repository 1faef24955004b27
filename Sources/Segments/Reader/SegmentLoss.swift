// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// Tells a segment that a power failure has cut off from one whose bytes have changed.
///
/// A segment is written once, from beginning to end. What has not reached the disk when the power fails is a
/// file that is missing or shorter, or sectors of zeros in a file of the right length.
package enum SegmentLoss {
  /// The smallest unit that a disk writes.
  private static let sectorSize = 512

  /// Whether a damaged segment is one that did not reach the disk.
  ///
  /// - Parameter byteCount: Length of the file when it was written.
  /// - Returns: `false` also for an intact file, and for something else in the place of a file.
  package static func explainsDamage(of path: String, byteCount: Int) -> Bool {
    let file: OwnedDescriptor
    do throws(SystemError) {
      file = try OwnedDescriptor(opening: Path(path), [.nonBlocking, .noFollow])
    } catch {
      return error.code == .noSuchFileOrDirectory
    }
    guard let facts = FileFacts(at: file.file), facts.isRegular, facts.byteCount <= byteCount else { return false }
    guard facts.byteCount == byteCount else { return true }
    do throws(SegmentError) {
      try SegmentReader(path: path).verifyChecksums()
      return false
    } catch {
      switch error {
      case .corrupted(let block, _):
        let start = block * SegmentFormat.blockSize
        return hasEmptySector(file.file, start..<min(start + SegmentFormat.blockSize, byteCount))
      // Nothing tells which part of the end is damaged.
      case .notASegment: return hasEmptySector(file.file, 0..<byteCount)
      case .inconsistent, .olderFormat, .newerFormat, .tooLarge, .system: return false
      }
    }
  }

  /// - Parameter range: Begins at the beginning of a sector.
  private static func hasEmptySector(_ file: FileDescriptor, _ range: Range<Int>) -> Bool {
    unsafe withUnsafeTemporaryAllocation(byteCount: SegmentFormat.blockSize, alignment: 8) { buffer in
      for start in stride(from: range.lowerBound, to: range.upperBound, by: SegmentFormat.blockSize) {
        let block = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(SegmentFormat.blockSize, range.upperBound - start)])
        var count = 0
        do throws(SystemError) { count = try unsafe file.read(into: block, at: start) } catch { return false }
        guard count > 0 else { return false }
        for sector in stride(from: 0, to: count, by: sectorSize) {
          if unsafe buffer[sector..<min(sector + sectorSize, count)].allSatisfy({ $0 == 0 }) { return true }
        }
      }
      return false
    }
  }
}
