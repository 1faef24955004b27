import SystemSearch
import Testing

/// The times at which answers begin.
struct AnswerTimeTests {
  private let step = Duration.milliseconds(8)

  private func beginnings(after elapsed: Duration) -> Set<Duration> {
    Set(stride(from: 0, through: 1, by: 1.0 / 64).map { AnswerTime.beginning(after: elapsed, step: step, random: $0) })
  }

  @Test func `all short searches have one time`() {
    for microseconds in stride(from: 0, through: 6000, by: 10) { #expect(beginnings(after: .microseconds(microseconds)) == [step]) }
    #expect(beginnings(after: .microseconds(7999)) == [step, step * 5 / 4])
  }

  @Test func `longer searches have few times, none before the end of the search or much after it`() {
    var all: Set<Duration> = []
    for microseconds in stride(from: 8000, to: 64_000, by: 7) {
      let elapsed = Duration.microseconds(microseconds)
      let found = beginnings(after: elapsed)
      #expect(found.count <= 2 && found.allSatisfy { $0 >= elapsed && $0 <= elapsed * 1.7 }, "\(elapsed): \(found)")
      all.formUnion(found)
    }
    // Four in each doubling, and the one that begins the next.
    #expect(all.count <= 3 * 4 + 2, "\(all.sorted())")
  }

  @Test func `a small difference changes the time rarely, wherever it is`() {
    // At most as rarely as its share of a quarter of a step.
    for microseconds in stride(from: 0, to: 64_000, by: 13) {
      let (one, other) = (Duration.microseconds(microseconds), Duration.microseconds(microseconds + 10))
      let quarter = max(step, one / 8) / 16
      let changed = stride(from: 0, to: 1, by: 1.0 / 1024).count {
        AnswerTime.beginning(after: one, step: step, random: $0) != AnswerTime.beginning(after: other, step: step, random: $0)
      }
      #expect(Double(changed) / 1024 <= Duration.microseconds(10) / quarter + 0.01, "\(microseconds)")
    }
  }

  @Test func `the first step grows with the number of conditions`() {
    #expect(AnswerTime.step(of: 1) < .milliseconds(6))
    #expect(AnswerTime.step(of: 3000) > .milliseconds(100))
  }
}
