// SPDX-License-Identifier: Apache-2.0

/// The best documents found so far, at most a fixed number: a heap with the worst one at the root.
struct TopDocuments {
  struct Entry: Sendable {
    let tier: RankTier
    /// The BM25F score.
    let score: Float
    let document: UInt64

    static func isWorse(_ one: Entry, _ other: Entry) -> Bool {
      (one.tier, one.score, one.document) < (other.tier, other.score, other.document)
    }
  }

  let capacity: Int
  private(set) var heap: [Entry] = []

  init(capacity: Int) { self.capacity = capacity }

  mutating func insert(_ entry: Entry) {
    if heap.count < capacity {
      heap.append(entry)
      var child = heap.count - 1
      while child > 0, Entry.isWorse(heap[child], heap[(child - 1) / 2]) {
        heap.swapAt(child, (child - 1) / 2)
        child = (child - 1) / 2
      }
    } else if let worst = heap.first, Entry.isWorse(worst, entry) {
      heap[0] = entry
      var parent = 0
      while true {
        var least = parent
        for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
          if Entry.isWorse(heap[child], heap[least]) { least = child }
        }
        if least == parent { return }
        heap.swapAt(parent, least)
        parent = least
      }
    }
  }
}

extension TopDocuments {
  /// The least score with which a document of a tier may be among the best.
  func leastScore(of tier: RankTier) -> Float {
    guard heap.count == capacity else { return 0 }
    guard let worst = heap.first, worst.tier <= tier else { return .infinity }
    return worst.tier == tier ? worst.score : 0
  }

  /// Whether a document with this tier and score may be among the best.
  @inline(__always)
  func mayAdd(_ tier: RankTier, _ score: Float) -> Bool {
    guard heap.count == capacity, let worst = heap.first else { return true }
    return (tier, score) >= (worst.tier, worst.score)
  }
}
