internal import Glibc
internal import Segments
internal import Synchronization

/// The segments that this process has mapped, for one generation of a catalog: a SegmentID never stands for another file in it.
final class SegmentCache: Sendable {
  /// Few, so a list: a dictionary of types of ours costs a tool 50 µs at its start.
  private let readers = Mutex<[(id: SegmentID, reader: SegmentReader)]>([])

  /// The segment, opened or shared.
  ///
  /// - Throws: `StoreError.outdatedSnapshot` when the file is gone: merged away, or lost.
  func reader(_ segment: SegmentRecord, in store: String) throws(StoreError) -> SegmentReader {
    try readers.withLock { readers throws(StoreError) in
      if let known = readers.first(where: { $0.id == segment.id }) { return known.reader }
      let path = Snapshot.segmentPath(segment.id, in: store)
      let reader: SegmentReader
      do throws(SegmentError) {
        reader = try SegmentReader(path: path)
      } catch {
        if case .system(ENOENT, _, _) = error { throw .outdatedSnapshot(path: path) }
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

  /// Lets go of the segments that are no longer listed.
  func keep(_ segments: [SegmentRecord]) {
    readers.withLock { readers in readers.removeAll { known in !segments.contains { $0.id == known.id } } }
  }
}
