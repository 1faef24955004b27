import Synchronization
import Testing

@testable import IndexStore

@Suite struct OrderedWorkTests {
  /// Counts values that were made and not taken yet.
  private final class Counts: Sendable {
    let made = Atomic<Int>(0)
    let most = Atomic<Int>(0)
  }

  @Test(arguments: [0, 1, 2, 5, 20], [1, 2, 4])
  func `values come in order, and few are there at once`(count: Int, threads: Int) throws {
    let counts = Counts()
    var values: [Int] = []
    try OrderedWork.forEach(count, threads: threads) { place throws(StoreError) in
      counts.most.max(counts.made.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
      return place * place
    } body: { value throws(StoreError) in
      values.append(value)
      _ = counts.made.subtract(1, ordering: .relaxed)
    }
    #expect(values == (0..<count).map { $0 * $0 })
    #expect(counts.most.load(ordering: .relaxed) <= threads + 2)
  }

  @Test(arguments: [0, 7, 19], [1, 3])
  func `an error comes in its place, and no work goes on behind it`(place failing: Int, threads: Int) {
    let counts = Counts()
    var values: [Int] = []
    #expect(throws: StoreError.corrupted(object: "piece \(failing)", reason: "a test")) {
      try OrderedWork.forEach(20, threads: threads) { place throws(StoreError) in
        counts.made.add(1, ordering: .relaxed)
        defer { counts.most.add(1, ordering: .relaxed) }
        if place == failing { throw .corrupted(object: "piece \(place)", reason: "a test") }
        return place
      } body: { value throws(StoreError) in
        values.append(value)
      }
    }
    #expect(values == Array(0..<failing))
    #expect(counts.made.load(ordering: .relaxed) == counts.most.load(ordering: .relaxed))
  }
}
