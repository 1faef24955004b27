// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// A failure to read or write a segment.
package enum SegmentError: Error, Equatable {
  /// The bytes of a block do not match its checksum. Callers drop the segment and rebuild it from
  /// the catalog.
  case corrupted(block: Int, file: String)

  /// The file is truncated or not a segment. Callers rebuild it.
  case notASegment(file: String)

  /// Checksums match, but the contents contradict themselves: a bug in the writer, or tampering.
  /// Callers rebuild the segment.
  case inconsistent(SegmentSection, file: String)

  /// Written by an earlier version of the program. Callers rebuild the segment.
  case olderFormat(version: UInt32, file: String)

  /// Written by a later version of the program. Callers report it and leave the file alone.
  case newerFormat(version: UInt32, file: String)

  /// More than a segment can hold: 2³² − 1 documents, or 4 GiB of postings or positions of one
  /// term. Callers build smaller segments.
  case tooLarge(file: String)

  /// A system call failed with the given `errno`.
  case system(code: Int32, call: String, file: String)
}

extension SegmentError {
  init(_ error: SystemError, file: String) { self = .system(code: error.code.rawValue, call: error.call, file: file) }
}

extension SegmentError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .corrupted(let block, let file): "block \(block) of the segment \(file) is damaged"
    case .notASegment(let file): "\(file) is not a valid segment"
    case .inconsistent(let section, let file): "section \(section) of the segment \(file) contradicts itself"
    case .olderFormat(let version, let file): "the segment \(file) has format \(version), written by an earlier version"
    case .newerFormat(let version, let file): "the segment \(file) has format \(version), written by a later version"
    case .tooLarge(let file): "the segment \(file) would be too large; build smaller segments"
    case .system(let code, let call, let file): "\(call) failed with error \(code) on \(file)"
    }
  }
}
