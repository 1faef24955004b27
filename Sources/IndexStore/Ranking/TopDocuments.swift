/// The best documents found so far, at most a fixed number: a heap with the worst one at the root.
struct TopDocuments {
  struct Entry: Sendable {
    let tier: RankTier
    /// The BM25F score.
    let score: Float
    let document: UInt64
    /// The text in which words were found, if any: the index of its segment, and its ordinal.
    let text: (segment: Int, ordinal: UInt32)?

    static func isWorse(_ one: Entry, _ other: Entry) -> Bool {
      (one.tier, one.score, other.document) < (other.tier, other.score, one.document)
    }
  }

  private let capacity: Int
  private(set) var heap: [Entry] = []

  init(capacity: Int) { self.capacity = capacity }

  /// The score that a document of the lowest tier must reach; 0 while there is room.
  private var threshold: Float {
    guard heap.count == capacity, let worst = heap.first else { return 0 }
    return worst.tier == .some ? worst.score : .infinity
  }

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

  /// A score that documents of the lowest tier must reach to be among the best, if some documents
  /// have at least the given scores.
  ///
  /// - Complexity: O(*n*).
  func threshold(with documents: [UInt32], _ score: (UInt32) -> Float) -> Float {
    guard capacity > 0, documents.count >= capacity else { return threshold }
    var scores = documents.map(score)
    return max(threshold, scores.element(descending: capacity - 1))
  }
}

extension [Float] {
  /// The element that would have an index if the array were sorted in descending order
  /// (quickselect). Changes the order of the elements.
  ///
  /// - Complexity: O(*n*) on average.
  fileprivate mutating func element(descending index: Int) -> Float {
    var (low, high) = (0, count - 1)
    while low < high {
      let pivot = self[(low + high) / 2]
      var (left, right) = (low, high)
      while left <= right {
        while self[left] > pivot { left += 1 }
        while self[right] < pivot { right -= 1 }
        if left <= right {
          swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if index <= right { high = right } else if index >= left { low = left } else { break }
    }
    return self[index]
  }
}
