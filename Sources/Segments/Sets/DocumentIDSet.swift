// SPDX-License-Identifier: Apache-2.0

/// A set of DocumentIDs across segments: a sorted array while sparse, a bitmap while dense.
///
/// Takes 8 bytes per member, or 1 bit per id between the least and the greatest member, whichever
/// is smaller.
package struct DocumentIDSet: Sendable {
  private enum Storage: Sendable {
    /// Strictly ascending.
    case array([UInt64])
    /// Has at most as many words as members.
    case bitmap(DocumentIDBitmap, count: Int)
  }

  private let storage: Storage

  /// The empty set.
  package init() { storage = .array([]) }

  /// - Parameter ids: Strictly ascending.
  package init(ascending ids: [UInt64]) {
    guard let first = ids.first, let last = ids.last, last >> 6 - first >> 6 < UInt64(ids.count) else {
      storage = .array(ids)
      return
    }
    var bitmap = DocumentIDBitmap(covering: first...last)
    for id in ids { bitmap.insert(id) }
    storage = .bitmap(bitmap, count: ids.count)
  }

  /// - Parameter ids: In any order.
  package init(unordered ids: [UInt64]) {
    guard let first = ids.min(), let last = ids.max(), last >> 6 - first >> 6 < UInt64(ids.count) else {
      self.init(ascending: Set(ids).sorted())
      return
    }
    var bitmap = DocumentIDBitmap(covering: first...last)
    for id in ids { bitmap.insert(id) }
    self.init(bitmap)
  }

  init(_ bitmap: DocumentIDBitmap) {
    let count = bitmap.words.reduce(0) { $0 + $1.nonzeroBitCount }
    guard count < bitmap.words.count else {
      storage = .bitmap(bitmap, count: count)
      return
    }
    var ids: [UInt64] = []
    ids.reserveCapacity(count)
    bitmap.forEach { id in
      ids.append(id)
      return true
    }
    storage = .array(ids)
  }

  package var count: Int {
    switch storage {
    case .array(let ids): ids.count
    case .bitmap(_, let count): count
    }
  }

  package var isEmpty: Bool { count == 0 }

  /// - Complexity: O(1) when the set is dense, O(log *n*) when it is sparse.
  package func contains(_ id: UInt64) -> Bool {
    switch storage {
    case .bitmap(let bitmap, _): return bitmap.contains(id)
    case .array(let ids):
      var low = 0
      var high = ids.count
      while low < high {
        let middle = (low + high) / 2
        if ids[middle] < id { low = middle + 1 } else { high = middle }
      }
      return low < ids.count && ids[low] == id
    }
  }

  /// Calls `body` with each member in ascending order until `body` returns `false`.
  package func forEach<Failure: Error>(_ body: (UInt64) throws(Failure) -> Bool) throws(Failure) {
    switch storage {
    case .array(let ids):
      for id in ids {
        guard try body(id) else { return }
      }
    case .bitmap(let bitmap, _): try bitmap.forEach(body)
    }
  }

  /// All members in ascending order.
  package var ascending: [UInt64] {
    if case .array(let ids) = storage { return ids }
    var result: [UInt64] = []
    result.reserveCapacity(count)
    forEach { id in
      result.append(id)
      return true
    }
    return result
  }

  /// The range of words that the members would occupy in a bitmap, or `nil` if the set is empty.
  private var wordRange: ClosedRange<UInt64>? {
    switch storage {
    case .array(let ids):
      guard let first = ids.first, let last = ids.last else { return nil }
      return first >> 6...last >> 6
    case .bitmap(let bitmap, _): return bitmap.wordRange
    }
  }

  /// - Complexity: O(*n* + *m*), or one pass over the words of both bitmaps if the result is dense.
  package func union(_ other: DocumentIDSet) -> DocumentIDSet {
    guard let mine = wordRange else { return other }
    guard let theirs = other.wordRange else { return self }
    let first = min(mine.lowerBound, theirs.lowerBound)
    let last = max(mine.upperBound, theirs.upperBound)
    guard last - first < UInt64(count + other.count) else {
      return DocumentIDSet(ascending: Self.merge(ascending, other.ascending))
    }
    var united = DocumentIDBitmap(covering: first << 6...last << 6)
    insert(into: &united)
    other.insert(into: &united)
    return DocumentIDSet(united)
  }

  /// - Complexity: O(*n*) lookups in `other`.
  package func subtracting(_ other: DocumentIDSet) -> DocumentIDSet {
    DocumentIDSet(ascending: ascending.filter { !other.contains($0) })
  }

  /// A bitmap with the members that lie in `range`, possibly with further members. Returns `nil` if
  /// it would take more than `maximumWords` words.
  func bitmap(of range: ClosedRange<UInt64>, maximumWords: Int) -> DocumentIDBitmap? {
    if case .bitmap(let bitmap, _) = storage { return bitmap }
    guard range.upperBound >> 6 - range.lowerBound >> 6 < UInt64(maximumWords) else { return nil }
    var result = DocumentIDBitmap(covering: range)
    insert(into: &result)
    return result
  }

  private func insert(into target: inout DocumentIDBitmap) {
    switch storage {
    case .array(let ids): for id in ids { target.insert(id) }
    case .bitmap(let bitmap, _): target.insert(bitmap)
    }
  }

  private static func merge(_ one: [UInt64], _ other: [UInt64]) -> [UInt64] {
    var result: [UInt64] = []
    result.reserveCapacity(one.count + other.count)
    var index = 0
    for id in one {
      while index < other.count, other[index] < id {
        result.append(other[index])
        index += 1
      }
      if index < other.count, other[index] == id { index += 1 }
      result.append(id)
    }
    result.append(contentsOf: other[index...])
    return result
  }
}

extension DocumentIDSet: Equatable {
  package static func == (one: DocumentIDSet, other: DocumentIDSet) -> Bool {
    one.count == other.count && one.ascending == other.ascending
  }
}
