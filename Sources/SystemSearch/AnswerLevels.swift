// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// How much longer the steps of a user's answers are than at first, because earlier searches were much work.
///
/// A level is raised as soon as searches need more than half of a step. So there are few answers whose time shows that a search took longer than
/// a step, and a raised level shows only that several were much work. It falls at most once in ten minutes. Work is processor time, so other
/// processes that need the processor do not raise it.
///
/// Askarov, Zhang and Myers, "Predictive black-box mitigation of timing channels", CCS 2010: a prediction that failed is replaced by a
/// longer one, so the times of all answers tell at most when predictions failed.
package struct AnswerLevels: Sendable {
  /// The level of each kind of question.
  package struct Levels: Equatable, Sendable {
    fileprivate var values = [Int](repeating: 0, count: QuestionKind.allCases.count)

    package init() {}

    package subscript(kind: QuestionKind) -> Int { values[kind.rawValue] }
  }

  private struct History {
    /// When the level was last considered or raised.
    var since: ContinuousClock.Instant
    /// Grows with searches that needed more than half of a step.
    var excess = 0.0
    /// The number of answers since then.
    var count = 0
    /// The number of those that would have needed more than half of a step at the next lower level.
    var demandingCount = 0
  }

  private var levels = Levels()
  private var histories: [History]

  package init(_ now: ContinuousClock.Instant) {
    histories = QuestionKind.allCases.map { _ in History(since: now) }
  }

  /// Two levels are a doubling.
  package static func step(_ base: Duration, at level: Int) -> Duration { base * Mathematics.powerOfTwo(Double(level) / 2) }

  private static let maximum = 20
  /// Of so many answers, one may need more than half of a step.
  private static let tolerated = 16
  /// The excess that raises a level.
  private static let threshold = 4.0
  /// The time after which a level may fall.
  private static let period = Duration.seconds(600)

  /// The levels of questions that come now.
  package mutating func current(_ now: ContinuousClock.Instant) -> Levels {
    for index in histories.indices where now - histories[index].since >= Self.period {
      let history = histories[index]
      if history.demandingCount * Self.tolerated <= history.count { levels.values[index] = max(0, levels.values[index] - 1) }
      histories[index] = History(since: now)
    }
    return levels
  }

  /// A search has ended.
  package mutating func note(_ report: AnswerReport, _ now: ContinuousClock.Instant) {
    let index = report.kind.rawValue
    histories[index].count += 1
    if report.load > .light { histories[index].demandingCount += 1 }
    switch report.load {
    case .light, .moderate: histories[index].excess = max(0, histories[index].excess - 1 / Double(Self.tolerated))
    case .tight: histories[index].excess += 1
    // A single one may have met an empty cache.
    case .exceeding: histories[index].excess += 2
    }
    if histories[index].excess >= Self.threshold, levels.values[index] < Self.maximum {
      levels.values[index] += 1
      histories[index] = History(since: now)
    }
  }
}

/// How much work the search for an answer was, compared with its step.
package struct AnswerReport: Equatable, Sendable {
  package enum Load: Int, CaseIterable, Comparable, Sendable {
    /// At most half of the step of the next lower level.
    case light
    /// At most half of the step.
    case moderate
    /// At most the step.
    case tight
    case exceeding

    /// - Parameter work: Processor time.
    package init(of work: Duration, step: Duration) {
      let half = step / 2
      self = work > step ? .exceeding : work > half ? .tight : work > AnswerLevels.step(half, at: -1) ? .moderate : .light
    }

    package static func < (one: Load, other: Load) -> Bool { one.rawValue < other.rawValue }
  }

  package let kind: QuestionKind
  package let load: Load

  package init(kind: QuestionKind, load: Load) { (self.kind, self.load) = (kind, load) }

  // MARK: Status

  /// The least status, above those that programs use.
  private static let first = 16

  /// The exit status of a process that has answered.
  package var status: Int32 { Int32(Self.first + kind.rawValue * Load.allCases.count + load.rawValue) }

  package init?(status: Int32) {
    let (kind, load) = (Int(status) - Self.first).quotientAndRemainder(dividingBy: Load.allCases.count)
    guard status >= Self.first, let kind = QuestionKind(rawValue: kind), let load = Load(rawValue: load) else { return nil }
    (self.kind, self.load) = (kind, load)
  }
}
