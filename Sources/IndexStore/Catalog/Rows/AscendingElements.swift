// SPDX-License-Identifier: Apache-2.0

/// Lookups in an array with ascending elements.
///
/// - Complexity: O(log *n*).
extension Array where Element: Comparable {
  /// Index of the first element that is not less than `element`; `count` if there is none.
  func lowerBound(of element: Element) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func containsAscending(_ element: Element) -> Bool {
    let index = lowerBound(of: element)
    return index < count && self[index] == element
  }
}
