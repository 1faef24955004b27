// SPDX-License-Identifier: Apache-2.0

/// A set of documents of one segment: a sorted array while sparse, a bitmap while dense.
package struct OrdinalSet: Sendable {
  private enum Storage: Sendable {
    /// Strictly ascending.
    case array([UInt32])
    case bitmap([UInt64], count: Int)
  }

  /// Number of documents in the segment. Every ordinal is less than this.
  package let universe: Int

  private var storage: Storage

  /// The empty set.
  package init(universe: Int) {
    self.universe = universe
    storage = .array([])
  }

  /// All documents of the segment.
  package init(all universe: Int) {
    self.universe = universe
    var words = [UInt64](repeating: .max, count: (universe + 63) / 64)
    if universe & 63 != 0 { words[words.count - 1] = (1 << UInt64(universe & 63)) - 1 }
    storage = .bitmap(words, count: universe)
  }

  /// - Parameter ascending: Strictly ascending and less than `universe`.
  package init(universe: Int, ascending: [UInt32]) {
    precondition(ascending.last.map { Int($0) < universe } ?? true, "an ordinal lies beyond the segment")
    self.universe = universe
    storage = .array(ascending)
    normalize()
  }

  /// - Parameter parts: Their concatenation must be strictly ascending and less than `universe`.
  package init(universe: Int, joining parts: [[UInt32]]) {
    let count = parts.reduce(0) { $0 + $1.count }
    guard count > universe / 32 else {
      self.init(universe: universe, ascending: Array(parts.joined()))
      return
    }
    var words = [UInt64](repeating: 0, count: (universe + 63) / 64)
    for part in parts { for ordinal in part { words[Int(ordinal >> 6)] |= 1 << UInt64(ordinal & 63) } }
    self.init(universe: universe, words: words)
  }

  /// - Parameter words: One bit per document; ordinal 0 is the lowest bit of the first word. Bits
  ///   beyond the last document are ignored.
  package init(universe: Int, words: consuming [UInt64]) {
    precondition(words.count == (universe + 63) / 64, "the words are not those of the segment")
    self.universe = universe
    if universe & 63 != 0 { words[words.count - 1] &= (1 << UInt64(universe & 63)) - 1 }
    let span = words.span
    var count = 0
    for index in span.indices { count &+= span[index].nonzeroBitCount }
    storage = .bitmap(words, count: count)
    normalize()
  }

  package var count: Int {
    switch storage {
    case .array(let ordinals): ordinals.count
    case .bitmap(_, let count): count
    }
  }

  package var isEmpty: Bool { count == 0 }

  /// From the least to the greatest member, or `nil` if the set is empty.
  var range: ClosedRange<UInt32>? {
    switch storage {
    case .array(let ordinals):
      guard let first = ordinals.first, let last = ordinals.last else { return nil }
      return first...last
    case .bitmap(let words, _):
      guard let first = words.firstIndex(where: { $0 != 0 }), let last = words.lastIndex(where: { $0 != 0 }) else { return nil }
      return UInt32(first * 64 + words[first].trailingZeroBitCount)...UInt32(last * 64 + 63 - words[last].leadingZeroBitCount)
    }
  }

  /// - Complexity: O(1) for a bitmap, O(log *n*) for an array.
  package func contains(_ ordinal: UInt32) -> Bool {
    switch storage {
    case .array(let ordinals):
      let index = ordinals.span.lowerBound(of: ordinal)
      return index < ordinals.count && ordinals[index] == ordinal
    case .bitmap(let words, _):
      return Int(ordinal) < universe && words[Int(ordinal >> 6)] >> UInt64(ordinal & 63) & 1 != 0
    }
  }

  /// Calls `body` with each member in ascending order until `body` returns `false`.
  package func forEach<Failure: Error>(_ body: (UInt32) throws(Failure) -> Bool) throws(Failure) {
    switch storage {
    case .array(let ordinals):
      for ordinal in ordinals {
        guard try body(ordinal) else { return }
      }
    case .bitmap(let words, _):
      for index in words.indices {
        var rest = words[index]
        while rest != 0 {
          guard try body(UInt32(index * 64 + rest.trailingZeroBitCount)) else { return }
          rest &= rest - 1
        }
      }
    }
  }

  /// All members in ascending order.
  package var ordinals: [UInt32] {
    if case .array(let ordinals) = storage { return ordinals }
    var result: [UInt32] = []
    result.reserveCapacity(count)
    forEach {
      result.append($0)
      return true
    }
    return result
  }

  package func intersection(_ other: OrdinalSet) -> OrdinalSet { combined(with: other, keeping: true) }

  package func subtracting(_ other: OrdinalSet) -> OrdinalSet { combined(with: other, keeping: false) }

  package func union(_ other: OrdinalSet) -> OrdinalSet {
    precondition(universe == other.universe, "the sets belong to different segments")
    if isEmpty { return other }
    if other.isEmpty { return self }
    var words = self.words
    switch other.storage {
    case .array(let ordinals):
      for ordinal in ordinals { words[Int(ordinal >> 6)] |= 1 << UInt64(ordinal & 63) }
    case .bitmap(let more, _):
      for index in words.indices { words[index] |= more[index] }
    }
    return OrdinalSet(universe: universe, words: words)
  }

  /// The members of all sets.
  package init(universe: Int, unionOf sets: [OrdinalSet]) {
    let sets = sets.filter { !$0.isEmpty }
    if sets.count == 1 {
      self = sets[0]
      return
    }
    var words = [UInt64](repeating: 0, count: (universe + 63) / 64)
    for set in sets { set.forEachWord { words[$0] |= $1 } }
    self.init(universe: universe, words: words)
  }

  /// Calls `body` with the index of a word of ``words`` and members in it. A word may come several
  /// times, each time with other members; members ascend.
  @inline(__always)
  package func forEachWord(_ body: (Int, UInt64) -> Void) {
    switch storage {
    case .array(let ordinals): for ordinal in ordinals { body(Int(ordinal >> 6), 1 << UInt64(ordinal & 63)) }
    case .bitmap(let words, _): for index in words.indices where words[index] != 0 { body(index, words[index]) }
    }
  }

  package var complement: OrdinalSet { OrdinalSet(all: universe).subtracting(self) }

  /// The bitmap, or `nil` if the set is stored as an array.
  var bitmap: [UInt64]? {
    if case .bitmap(let words, _) = storage { return words }
    return nil
  }

  /// The set as a bitmap, in the form that ``init(universe:words:)`` accepts.
  package var words: [UInt64] {
    switch storage {
    case .bitmap(let words, _): return words
    case .array(let ordinals):
      var words = [UInt64](repeating: 0, count: (universe + 63) / 64)
      for ordinal in ordinals { words[Int(ordinal >> 6)] |= 1 << UInt64(ordinal & 63) }
      return words
    }
  }

  /// The members that are in `other` (if `keeping`), or those that are not.
  private func combined(with other: OrdinalSet, keeping: Bool) -> OrdinalSet {
    precondition(universe == other.universe, "the sets belong to different segments")
    if other.isEmpty { return keeping ? other : self }
    switch (storage, other.storage) {
    case (.bitmap(var words, _), .bitmap(let more, _)):
      let inverted: UInt64 = keeping ? 0 : .max
      var own = words.mutableSpan
      let theirs = more.span
      for index in theirs.indices { own[index] &= theirs[index] ^ inverted }
      return OrdinalSet(universe: universe, words: words)
    case (.bitmap(var words, _), .array(let ordinals)):
      if keeping { return other.intersection(self) }
      for ordinal in ordinals { words[Int(ordinal >> 6)] &= ~(1 << UInt64(ordinal & 63)) }
      return OrdinalSet(universe: universe, words: words)
    case (.array(let mine), .bitmap):
      return OrdinalSet(universe: universe, ascending: mine.filter { other.contains($0) == keeping })
    case (.array(let mine), .array(let theirs)):
      if keeping, theirs.count < mine.count { return other.intersection(self) }
      var result: [UInt32] = []
      result.reserveCapacity(mine.count)
      let sought = theirs.span
      // A search takes as long as some steps.
      let isLonger = sought.count / 8 > mine.count
      var index = 0
      for ordinal in mine {
        if isLonger {
          index = sought.lowerBound(of: ordinal, from: index)
        } else {
          while index < sought.count, sought[index] < ordinal { index += 1 }
        }
        if (index < sought.count && sought[index] == ordinal) == keeping { result.append(ordinal) }
      }
      return OrdinalSet(universe: universe, ascending: result)
    }
  }

  /// Uses a bitmap above a density of 1/32, where it is the smaller representation.
  private mutating func normalize() {
    switch storage {
    case .array(let ordinals) where ordinals.count > universe / 32: storage = .bitmap(words, count: ordinals.count)
    case .bitmap(_, let count) where count <= universe / 32:
      var result: [UInt32] = []
      result.reserveCapacity(count)
      forEach {
        result.append($0)
        return true
      }
      storage = .array(result)
    default: break
    }
  }
}

extension OrdinalSet: Equatable {
  package static func == (one: OrdinalSet, other: OrdinalSet) -> Bool {
    one.universe == other.universe && one.count == other.count && one.ordinals == other.ordinals
  }
}

extension Span<UInt32> {
  /// The index of the first element at or after `start` that is not less than `ordinal`. The span
  /// must ascend. Uses galloping search, so a short distance is cheap.
  func lowerBound(of ordinal: UInt32, from start: Int = 0) -> Int {
    var low = start
    var step = 1
    while low + step <= count, self[low + step - 1] < ordinal {
      low += step
      step *= 2
    }
    var high = Swift.min(low + step - 1, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < ordinal { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
