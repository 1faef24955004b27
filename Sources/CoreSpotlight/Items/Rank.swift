// SPDX-License-Identifier: Apache-2.0

internal import Foundation

extension Int? {
  /// Compares two ranks, of which `nil` is the last.
  func compared(with other: Int?) -> ComparisonResult {
    let (left, right) = (self ?? .max, other ?? .max)
    return left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
  }
}
