// SPDX-License-Identifier: Apache-2.0

/// The positions of DocumentIDs in an ascending list of distinct ones.
struct DocumentRanks {
  private let ids: [UInt64]

  /// A bit for each id from 64 × `firstWord` on, if that takes fewer words than there are ids.
  private let words: [UInt64]
  private let firstWord: UInt64
  /// For each word, the rank of its first id.
  private let ranks: [UInt32]

  /// - Parameter ids: Strictly ascending.
  init(_ ids: [UInt64]) {
    self.ids = ids
    guard let first = ids.first, let last = ids.last, last >> 6 - first >> 6 < UInt64(ids.count) else {
      (words, firstWord, ranks) = ([], 0, [])
      return
    }
    firstWord = first >> 6
    var words = [UInt64](repeating: 0, count: Int(last >> 6 - first >> 6) + 1)
    for id in ids { words[Int(id >> 6 &- first >> 6)] |= 1 << (id & 63) }
    var ranks: [UInt32] = []
    ranks.reserveCapacity(words.count)
    var rank: UInt32 = 0
    for word in words {
      ranks.append(rank)
      rank += UInt32(word.nonzeroBitCount)
    }
    (self.words, self.ranks) = (words, ranks)
  }

  /// The index of an id in the list, or `nil` if it is not there.
  ///
  /// - Complexity: O(1) if the ids are dense, otherwise O(log *n*).
  @inline(__always)
  func rank(of id: UInt64) -> Int? {
    if words.isEmpty { return sparseRank(of: id) }
    let index = (id >> 6) &- firstWord
    guard index < UInt64(words.count) else { return nil }
    let (word, bit) = (words[Int(index)], 1 as UInt64 &<< (id & 63))
    return word & bit == 0 ? nil : Int(ranks[Int(index)]) + (word & (bit &- 1)).nonzeroBitCount
  }

  private func sparseRank(of id: UInt64) -> Int? {
    var (low, high) = (0, ids.count)
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low < ids.count && ids[low] == id ? low : nil
  }

  /// Finds the ranks of many ids; −1 for those that are not in the list.
  ///
  /// - Parameters:
  ///   - wanted: The first `count` elements are looked up.
  ///   - ranks: Receives the ranks. Has as many elements as `wanted`.
  func find(_ wanted: [UInt64], count: Int, into ranks: inout [Int32]) {
    precondition(count <= wanted.count && count <= ranks.count, "there is no room for the ranks")
    if words.isEmpty {
      for index in 0..<count { ranks[index] = Int32(sparseRank(of: wanted[index]) ?? -1) }
      return
    }
    let firstWord = firstWord
    unsafe words.withUnsafeBufferPointer { words in
      unsafe self.ranks.withUnsafeBufferPointer { before in
        unsafe wanted.withUnsafeBufferPointer { wanted in
          unsafe ranks.withUnsafeMutableBufferPointer { ranks in
            for index in 0..<count {
              let id = unsafe wanted[index]
              let number = (id &>> 6) &- firstWord
              guard number < UInt64(words.count) else {
                unsafe ranks[index] = -1
                continue
              }
              let bit: UInt64 = 1 &<< (id & 63)
              let word = unsafe words[Int(number)]
              let rank = unsafe Int32(truncatingIfNeeded: before[Int(number)]) &+ Int32((word & (bit &- 1)).nonzeroBitCount)
              unsafe ranks[index] = word & bit == 0 ? -1 : rank
            }
          }
        }
      }
    }
  }
}
