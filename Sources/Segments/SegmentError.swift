/// Why a segment cannot be read or written.
package enum SegmentError: Error, Equatable {
  /// A block's bytes do not fit its checksum. Caller: drop the segment and rebuild it from the catalog.
  case corrupted(block: Int, file: String)

  /// The file is cut short, or is no segment at all. Caller: rebuild.
  case notASegment(file: String)

  /// Checksums fit, yet the contents contradict themselves: written wrongly, or tampered with. Caller: rebuild.
  case inconsistent(SegmentSection, file: String)

  /// Written by an earlier version of the program. Caller: rebuild.
  case olderFormat(version: UInt32, file: String)

  /// Written by a later version of the program. Caller: say so, and leave the file alone.
  case newerFormat(version: UInt32, file: String)

  /// More than a segment can hold: 2³² − 1 documents, or 4 GiB of postings of one term. Caller: build smaller segments.
  case tooLarge(file: String)

  /// A call to the system failed, with its `errno`.
  case system(code: Int32, call: String, file: String)
}

extension SegmentError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .corrupted(let block, let file): "block \(block) of the segment \(file) is damaged; rebuild the index"
    case .notASegment(let file): "\(file) is truncated or not a segment; rebuild the index"
    case .inconsistent(let section, let file): "section \(section) of the segment \(file) contradicts itself; rebuild the index"
    case .olderFormat(let version, let file): "the segment \(file) has format \(version), written by an earlier version"
    case .newerFormat(let version, let file): "the segment \(file) has format \(version), written by a later version"
    case .tooLarge(let file): "the segment \(file) would be too large; build smaller segments"
    case .system(let code, let call, let file): "\(call) failed with error \(code) on \(file)"
    }
  }
}
