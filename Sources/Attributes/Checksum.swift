// SPDX-License-Identifier: Apache-2.0

internal import CXXHash

/// The checksum at the end of every stored value: the lower half of XXH3-64.
///
/// It detects damage but not manipulation, because the store is private to its user.
package enum Checksum {
  package static let byteCount = 4

  /// - Complexity: O(count), more than 10 GB/s; about 5 ns for a short value.
  package static func of(_ bytes: Span<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: unsafe xxh3_64($0.baseAddress, $0.count)) }
  }
}
