// SPDX-License-Identifier: Apache-2.0

extension Array where Element: Comparable {
  /// Sorts the elements and removes duplicates.
  mutating func sortDistinct() {
    sort()
    var kept = 0
    for index in indices where kept == 0 || self[kept - 1] != self[index] {
      self[kept] = self[index]
      kept += 1
    }
    removeSubrange(kept...)
  }
}
