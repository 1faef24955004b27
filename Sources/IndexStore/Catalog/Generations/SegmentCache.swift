// SPDX-License-Identifier: Apache-2.0

internal import Segments
internal import Synchronization
internal import SystemPlatform

/// The segments of one generation that this process has mapped.
///
/// Within a generation, a SegmentID always stands for the same file.
final class SegmentCache: Sendable {
  /// A list because there are few entries. A dictionary with our own key type costs a command-line
  /// tool 50 µs at its start.
  private let readers = Mutex<[(id: SegmentID, reader: SegmentReader)]>([])

  /// The reader of a segment, opened on first use and shared afterwards.
  ///
  /// - Throws: `StoreError.outdatedSnapshot` when the file is gone, because the segment was merged
  ///   or the file was lost.
  func reader(_ segment: SegmentRecord, in store: String) throws(StoreError) -> SegmentReader {
    try readers.withLock { readers throws(StoreError) in
      if let known = readers.first(where: { $0.id == segment.id }) { return known.reader }
      let path = segment.id.path(in: store)
      let reader: SegmentReader
      do throws(SegmentError) {
        reader = try SegmentReader(path: path)
      } catch {
        if case .system(Errno.noSuchFileOrDirectory.rawValue, _, _) = error { throw .outdatedSnapshot(path: path) }
        throw StoreError(error)
      }
      guard reader.documentCount == segment.documentCount else {
        throw .damagedSegment(
          path: path, reason: "the segment \(path) has \(reader.documentCount) documents instead of \(segment.documentCount)")
      }
      readers.append((segment.id, reader))
      return reader
    }
  }

  /// Drops the readers of segments that are no longer listed.
  func keep(_ segments: [SegmentRecord]) {
    readers.withLock { readers in readers.removeAll { known in !segments.contains { $0.id == known.id } } }
  }
}
