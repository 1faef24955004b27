import Testing

@testable import IndexStore

@Suite struct CommitPaceTests {
  private static let start = ContinuousClock.now

  private static func at(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

  /// - Parameters:
  ///   - group: The threads of a commit that began at 0 ms.
  ///   - coming: Those that come then, until `now` in milliseconds.
  ///   - end: Until when the next commit waits.
  @Test(
    arguments: [
      // Nothing was committed before, or nobody for long.
      ([], [1], 0, nil), ([1, 2], [3], 10, nil), ([1, 2], [3], 3000, nil),
      // One thread that goes on and on.
      ([1], [1], 1, nil), ([1], [], 1, 10),
      // One after the other, of different threads.
      ([1], [2], 1, 10), ([1], [2], 9, 10), ([1], [2, 3], 4, 10),
      // All of the last group are there again, some are not.
      ([1, 2, 3], [3, 1, 2], 1, nil), ([1, 2, 3], [3, 1], 1, 10), ([1, 2, 3], [3, 1, 4, 5], 1, 10), ([1, 2], [4, 1, 2], 1, nil),
    ] as [([UInt], [UInt], Int, Int?)])
  func `a commit waits for those that may come`(group: [UInt], coming: [UInt], now: Int, end: Int?) {
    var pace = CommitPace(interval: .milliseconds(10))
    if !group.isEmpty { pace.begin(with: group, at: Self.at(0)) }
    for thread in coming { pace.come(thread) }
    #expect(pace.pause(at: Self.at(now)) == end.map(Self.at))
  }
}
