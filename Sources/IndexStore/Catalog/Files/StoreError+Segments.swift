// SPDX-License-Identifier: Apache-2.0

internal import Segments
internal import SystemPlatform

extension StoreError {
  init(_ error: SegmentError) {
    switch error {
    case .system(let code, let call, let file): self.init(code: code, name: call, path: file)
    // A segment in an older format is built again, like a damaged one.
    case .corrupted(_, let file), .notASegment(let file), .inconsistent(_, let file), .olderFormat(_, let file):
      self = .damagedSegment(path: file, reason: "\(error)")
    case .newerFormat(let version, let file):
      self = .newerFormat(path: file, found: UInt64(version), supported: UInt64(SegmentReader.formatVersion))
    case .tooLarge(let file): self = .system(call: "write", path: file, code: Errno.fileTooLarge.rawValue)
    }
  }
}

/// Rethrows segment errors as store errors.
func translatingSegmentErrors<Result: ~Copyable>(_ body: () throws(SegmentError) -> Result) throws(StoreError) -> Result {
  do throws(SegmentError) {
    return try body()
  } catch {
    throw StoreError(error)
  }
}
