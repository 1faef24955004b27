// SPDX-License-Identifier: Apache-2.0

import SystemSearch
import Testing

/// The times at which answers begin.
struct AnswerTimeTests {
  private let step = Duration.milliseconds(8)

  private func beginnings(after elapsed: Duration) -> Set<Duration> {
    Set(stride(from: 0, through: 1, by: 1.0 / 64).map { AnswerTime.beginning(after: elapsed, step: step, random: $0) })
  }

  @Test func `all searches that take at most three quarters of a step have one time`() {
    for microseconds in stride(from: 0, through: 6000, by: 10) { #expect(beginnings(after: .microseconds(microseconds)) == [step]) }
    #expect(beginnings(after: .microseconds(7999)) == [step, step * 2])
  }

  @Test func `longer searches have few times, none before the end of the search or much after it`() {
    var all: Set<Duration> = []
    for microseconds in stride(from: 8000, to: 64_000, by: 7) {
      let elapsed = Duration.microseconds(microseconds)
      let found = beginnings(after: elapsed)
      #expect(found.count <= 2 && found.allSatisfy { $0 >= elapsed && $0 <= elapsed * 8 / 3 }, "\(elapsed): \(found)")
      all.formUnion(found)
    }
    #expect(all == [step, step * 2, step * 4, step * 8, step * 16])
  }

  @Test func `a small difference changes the time rarely, wherever it is`() {
    // At most as rarely as its share of a quarter of a step.
    for microseconds in stride(from: 0, to: 64_000, by: 13) {
      let (one, other) = (Duration.microseconds(microseconds), Duration.microseconds(microseconds + 10))
      let changed = stride(from: 0, to: 1, by: 1.0 / 1024).count {
        AnswerTime.beginning(after: one, step: step, random: $0) != AnswerTime.beginning(after: other, step: step, random: $0)
      }
      #expect(Double(changed) / 1024 <= Duration.microseconds(10) / max(step / 4, one / 8) + 0.01, "\(microseconds)")
    }
  }

  @Test func `delays are at most a quarter, and short ones are rare`() {
    let values = stride(from: 0, through: 1, by: 1.0 / 8)
    let sums = values.flatMap { one in values.map { one + $0 } }
    let delays = sums.flatMap { one in sums.map { AnswerTime.delay(after: step, random: [one / 2, one / 2, $0 / 2, $0 / 2]) } }
    #expect(delays.min() == .zero && delays.max() == step / 4)
    #expect(delays.count { $0 < step / 80 } * 1000 < delays.count)
    #expect(delays.count { $0 > step / 16 && $0 < step * 3 / 16 } * 10 > delays.count * 8)
  }

  @Test func `a step follows from the kind of the question, its conditions and the level`() {
    func step(_ kind: QuestionKind, _ conditions: Int, _ level: Int = 0) -> Duration {
      AnswerTime.step(of: kind, conditionCount: conditions, level: level)
    }
    #expect(step(.file, 0) == .milliseconds(5))
    #expect(step(.predicate, 0) == .milliseconds(25))
    #expect(step(.words, 0) == .milliseconds(100))
    #expect(step(.predicate, 3000) == .milliseconds(175))
    #expect(step(.predicate, 100, 4) == .milliseconds(120))
    #expect(step(.file, 0, 1) > .milliseconds(7) && step(.file, 0, 1) < .milliseconds(8))
  }
}
