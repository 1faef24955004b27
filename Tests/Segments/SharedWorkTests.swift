import Synchronization
import Testing

@testable import Segments

@Suite struct SharedWorkTests {
  /// The pieces that were taken, and how many threads worked at once.
  private final class Log: Sendable {
    let taken = Mutex<[Int]>([])
    let atOnce = Atomic<Int>(0)
    let most = Atomic<Int>(0)

    func work(_ place: Int, for duration: Duration) {
      most.max(atOnce.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
      taken.withLock { $0.append(place) }
      let start = ContinuousClock.now
      while ContinuousClock.now - start < duration {}
      _ = atOnce.subtract(1, ordering: .relaxed)
    }
  }

  @Test(arguments: [0, 1, 2, 3, 50], [1, 2, 4])
  func `each piece is done once, and results are in order`(count: Int, threads: Int) throws {
    for duration in [Duration.zero, .milliseconds(1)] {
      let log = Log()
      let results = try SharedWork.results(count, threads: threads) { place throws(SegmentError) in
        log.work(place, for: duration)
        return place * place
      }
      #expect(results == (0..<count).map { $0 * $0 })
      #expect(log.taken.withLock { $0.sorted() } == Array(0..<count))
      #expect(log.most.load(ordering: .relaxed) <= threads)
    }
  }

  @Test func `short work is done by one thread`() throws {
    let log = Log()
    // Ten pieces that take next to nothing; only a process that is stopped for long in between would call for help.
    let most = try (0..<20).map { _ in
      _ = try SharedWork.results(10, threads: 4) { place throws(SegmentError) in log.work(place, for: .zero) }
      return log.most.exchange(0, ordering: .relaxed)
    }.min()
    #expect(most == 1)
  }

  @Test(arguments: [0, 7, 19], [1, 3])
  func `an error ends the work`(place failing: Int, threads: Int) {
    #expect(throws: SegmentError.corrupted(block: failing, file: "a test")) {
      try SharedWork.results(20, threads: threads) { place throws(SegmentError) in
        if place == failing { throw .corrupted(block: place, file: "a test") }
        return place
      }
    }
  }
}
