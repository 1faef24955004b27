/// Lookups in an array whose elements ascend.
///
/// - Complexity: O(log *n*).
extension Array where Element: Comparable {
  /// The first place whose element is not below another one.
  func lowerBound(of element: Element) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func containsAscending(_ element: Element) -> Bool {
    let place = lowerBound(of: element)
    return place < count && self[place] == element
  }
}
