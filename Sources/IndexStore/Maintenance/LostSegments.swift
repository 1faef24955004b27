// SPDX-License-Identifier: Apache-2.0

/// Segments of which a part has not reached the disk before the power failed. Commits do not wait for them,
/// because the catalog has all data to build them again.
package struct LostSegments: Sendable {
  let records: [SegmentRecord]
  let paths: Set<String>

  package var count: Int { records.count }

  /// Whether an error of ``Store/verify()`` is about one of these segments.
  package func explains(_ error: StoreError) -> Bool { error.segmentPath.map(paths.contains) ?? false }
}

extension StoreError {
  /// The path of the damaged or missing segment that the error is about; `nil` for other errors.
  var segmentPath: String? {
    switch self {
    case .damagedSegment(let path, _), .outdatedSnapshot(let path): path
    default: nil
    }
  }
}
