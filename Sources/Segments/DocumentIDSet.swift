/// A set of documents, across segments: their DocumentIDs, sorted while they are sparse, a bit for each number of their range when they
/// are dense.
///
/// Takes 8 bytes a member or an eighth of a byte for each number from the least to the greatest, whichever is less.
package struct DocumentIDSet: Sendable {
  private enum Storage: Sendable {
    /// Strictly ascending.
    case array([UInt64])
    /// The first bit stands for 64 × `firstWord`; no word at either end is needed to be 0, and not more words than members.
    case bitmap(firstWord: UInt64, [UInt64], count: Int)
  }

  private let storage: Storage

  /// The empty set.
  package init() { storage = .array([]) }

  /// - Parameter ascending: Strictly ascending.
  package init(ascending ids: [UInt64]) {
    guard let first = ids.first, let last = ids.last, last >> 6 - first >> 6 < UInt64(ids.count) else {
      storage = .array(ids)
      return
    }
    let firstWord = first >> 6
    var words = [UInt64](repeating: 0, count: Int(last >> 6 - firstWord) + 1)
    for id in ids { words[Int(id >> 6 - firstWord)] |= 1 << (id & 63) }
    storage = .bitmap(firstWord: firstWord, words, count: ids.count)
  }

  /// - Parameter words: A bit for each number from 64 × `firstWord` on.
  init(firstWord: UInt64, words: [UInt64]) {
    let count = words.reduce(0) { $0 + $1.nonzeroBitCount }
    guard count < words.count else {
      storage = .bitmap(firstWord: firstWord, words, count: count)
      return
    }
    var ids: [UInt64] = []
    ids.reserveCapacity(count)
    Self.forEach(firstWord, words) { id in
      ids.append(id)
      return true
    }
    storage = .array(ids)
  }

  package var count: Int {
    switch storage {
    case .array(let ids): ids.count
    case .bitmap(_, _, let count): count
    }
  }

  package var isEmpty: Bool { count == 0 }

  /// - Complexity: O(1) when the set is dense, O(log *n*) when it is sparse.
  @inline(__always)
  package func contains(_ id: UInt64) -> Bool {
    switch storage {
    case .bitmap(let firstWord, let words, _):
      let word = (id >> 6) &- firstWord
      return word < UInt64(words.count) && words[Int(word)] >> (id & 63) & 1 != 0
    case .array(let ids):
      return Self.contains(id, ids)
    }
  }

  @inline(never)
  private static func contains(_ id: UInt64, _ ids: [UInt64]) -> Bool {
    var low = 0
    var high = ids.count
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low < ids.count && ids[low] == id
  }

  /// Calls `body` in ascending order until it returns `false`.
  package func forEach<Failure: Error>(_ body: (UInt64) throws(Failure) -> Bool) throws(Failure) {
    switch storage {
    case .array(let ids):
      for id in ids {
        guard try body(id) else { return }
      }
    case .bitmap(let firstWord, let words, _): try Self.forEach(firstWord, words, body)
    }
  }

  private static func forEach<Failure: Error>(
    _ firstWord: UInt64, _ words: [UInt64], _ body: (UInt64) throws(Failure) -> Bool
  ) throws(Failure) {
    for index in words.indices {
      var rest = words[index]
      while rest != 0 {
        guard try body((firstWord + UInt64(index)) << 6 + UInt64(rest.trailingZeroBitCount)) else { return }
        rest &= rest - 1
      }
    }
  }

  /// All members, ascending.
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

  /// A range that no member is outside of: at most 63 numbers wider than need be on both sides.
  private var words: ClosedRange<UInt64>? {
    switch storage {
    case .array(let ids):
      guard let first = ids.first, let last = ids.last else { return nil }
      return first >> 6...last >> 6
    case .bitmap(let firstWord, let words, _):
      return firstWord...firstWord + UInt64(words.count - 1)
    }
  }

  /// - Complexity: O(*n* + *m*), or a pass over the words of both when the result is dense.
  package func union(_ other: DocumentIDSet) -> DocumentIDSet {
    guard let mine = words else { return other }
    guard let theirs = other.words else { return self }
    let span = min(mine.lowerBound, theirs.lowerBound)...max(mine.upperBound, theirs.upperBound)
    guard span.upperBound - span.lowerBound < UInt64(count + other.count) else {
      return DocumentIDSet(ascending: Self.merge(ascending, other.ascending))
    }
    var united = [UInt64](repeating: 0, count: Int(span.upperBound - span.lowerBound) + 1)
    insert(into: &united, from: span.lowerBound)
    other.insert(into: &united, from: span.lowerBound)
    return DocumentIDSet(firstWord: span.lowerBound, words: united)
  }

  /// The members of a range, a bit for each number from 64 × `range.lowerBound` on.
  func bitmap(ofWords range: ClosedRange<UInt64>) -> [UInt64] {
    var result = [UInt64](repeating: 0, count: Int(range.upperBound - range.lowerBound) + 1)
    insert(into: &result, from: range.lowerBound)
    return result
  }

  /// Sets the bits of the members that `target` has room for.
  private func insert(into target: inout [UInt64], from start: UInt64) {
    switch storage {
    case .array(let ids):
      for id in ids {
        let word = (id >> 6) &- start
        if word < UInt64(target.count) { target[Int(word)] |= 1 << (id & 63) }
      }
    case .bitmap(let firstWord, let words, _):
      for index in words.indices {
        let word = firstWord &+ UInt64(index) &- start
        if word < UInt64(target.count) { target[Int(word)] |= words[index] }
      }
    }
  }

  private static func merge(_ one: [UInt64], _ other: [UInt64]) -> [UInt64] {
    var result: [UInt64] = []
    result.reserveCapacity(one.count + other.count)
    var place = 0
    for id in one {
      while place < other.count, other[place] < id {
        result.append(other[place])
        place += 1
      }
      if place < other.count, other[place] == id { place += 1 }
      result.append(id)
    }
    result.append(contentsOf: other[place...])
    return result
  }
}

extension DocumentIDSet: Equatable {
  package static func == (one: DocumentIDSet, other: DocumentIDSet) -> Bool {
    one.count == other.count && one.ascending == other.ascending
  }
}
