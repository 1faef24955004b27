// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// When an answer begins, so that its time tells little about the work of the search.
///
/// An answer begins a whole step after its question has come, and if the search takes longer, after twice that time, four times, and so on. The
/// step follows only from what the caller may know: the kind of the question, the number of its conditions, how busy the computer is
/// (``SystemLoad``), and how much work earlier questions of the same user were (``AnswerLevels``). It is so long that nearly all searches end before
/// it, and their times tell nothing. Near the end of a step, a random time decides which one it is, so that a small difference decides it rarely.
///
/// Then follows a random delay. It hides what the work of the search does to the time of sending, by what it leaves in the caches of the
/// processor.
package struct AnswerTime {
  /// When the question had come.
  private var arrival: ContinuousClock.Instant
  private let levels: AnswerLevels.Levels
  private let load: SystemLoad
  private var kind = QuestionKind.predicate
  /// The step if the computer has nothing else to do.
  private var quietStep = Duration.zero

  /// - Parameters:
  ///   - arrival: When the question had come.
  ///   - levels: The levels of the user who asks.
  ///   - load: That of the computer before the search.
  package init(arrival: ContinuousClock.Instant, levels: AnswerLevels.Levels, load: SystemLoad) {
    (self.arrival, self.levels, self.load) = (arrival, levels, load)
    setQuestion(.predicate, conditionCount: 1)
  }

  /// Begins again, after a time that does not count.
  mutating func restart() { arrival = .now }

  mutating func setQuestion(_ kind: QuestionKind, conditionCount: Int) {
    self.kind = kind
    quietStep = Self.step(of: kind, conditionCount: conditionCount, level: levels[kind])
  }

  // MARK: Steps

  /// The step if the computer has nothing else to do.
  package static func step(of kind: QuestionKind, conditionCount: Int, level: Int) -> Duration {
    let base: Duration =
      switch kind {
      case .file: .milliseconds(5)
      case .predicate: .milliseconds(25)
      case .words: .milliseconds(100)
      }
    return AnswerLevels.step(base + .microseconds(50 * conditionCount), at: level)
  }

  /// The time after the question at which an answer may begin.
  ///
  /// - Parameters:
  ///   - elapsed: The time since the question.
  ///   - random: From 0 to 1.
  package static func beginning(after elapsed: Duration, step: Duration, random: Double) -> Duration {
    var time = step
    while time < elapsed + time * (random / 4) { time *= 2 }
    return time
  }

  /// The delay of an answer that may begin after a time.
  ///
  /// - Parameter random: Numbers from 0 to 1. With several ones, short delays are rare, so the shortest of many times does not
  ///   tell more than their mean.
  package static func delay(after time: Duration, random: [Double]) -> Duration {
    time * (random.reduce(0, +) / Double(random.count) / 4)
  }

  // MARK: Waiting

  /// The processor time of this thread. It works on all parts of a search, so it tells how long the search takes if no other process needs the
  /// processor. clock_gettime(2)
  private static var processorTime: Duration { ProcessorTime.ofThread }

  /// Waits until the answer may begin.
  ///
  /// - Returns: How much work the search was.
  func wait() -> AnswerReport {
    let time = Self.beginning(after: .now - arrival, step: quietStep * load.factor, random: .random(in: 0...1))
    let report = AnswerReport(kind: kind, load: AnswerReport.Load(of: Self.processorTime, step: quietStep))
    Self.sleep(until: arrival + time + Self.delay(after: time, random: (0..<4).map { _ in .random(in: 0...1) }))
    return report
  }

  /// Waits after an answer, so that its caller has it before memory is given back, which takes longer after a longer search. The next question may
  /// come meanwhile.
  static func letCallerRun() { sleep(until: .now + .milliseconds(1)) }

  private static func sleep(until end: ContinuousClock.Instant) {
    while true {
      let rest = end - .now
      guard rest > .zero else { return }
      sleepExactly(for: rest)
    }
  }
}

/// What a question asks for, as far as the time of its answer follows from it.
package enum QuestionKind: Int, CaseIterable, Sendable {
  case file, predicate, words
}
