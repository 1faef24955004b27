internal import Glibc

/// When an answer begins, so that its time tells little about the work of the search.
///
/// An answer begins only at certain times after its question: after a first step, and then at steps that are an eighth
/// to a quarter of the time. The first step is longer than nearly all searches of a small index take, so
/// their times tell nothing at all. Near the end of a step, a little random time decides which one it is, so that
/// a small difference does not.
///
/// The steps grow with the number of conditions, because each condition may contribute to a difference.
package struct AnswerTime {
  private let start = ContinuousClock.now
  private var step = Self.step(of: 1)

  package init() {}

  package mutating func setConditionCount(_ count: Int) { step = Self.step(of: count) }

  package static func step(of conditionCount: Int) -> Duration { .microseconds(5000 + 50 * conditionCount) }

  /// The time after the question at which an answer begins.
  ///
  /// - Parameters:
  ///   - elapsed: The time that the search took.
  ///   - random: From 0 to 1.
  package static func beginning(after elapsed: Duration, step: Duration, random: Double) -> Duration {
    let blurred = elapsed + width(at: elapsed, step) * (random / 4)
    if blurred <= step { return step }
    let start = start(before: blurred, step)
    return start + width(at: blurred, step) * Int(((blurred - start) / width(at: blurred, step)).rounded(.up))
  }

  /// The last time that is the first step or a doubling of it.
  private static func start(before time: Duration, _ step: Duration) -> Duration {
    var start = step
    while time >= start * 2 { start *= 2 }
    return start
  }

  /// The width of the step that includes a time.
  private static func width(at time: Duration, _ step: Duration) -> Duration {
    time < step ? step : start(before: time, step) / 4
  }

  /// Waits until the answer may begin.
  package func wait() {
    let end = start + Self.beginning(after: .now - start, step: step, random: .random(in: 0...1))
    while true {
      let (seconds, attoseconds) = (end - .now).components
      guard seconds >= 0, attoseconds > 0 || seconds > 0 else { return }
      var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      _ = unsafe nanosleep(&time, nil)
    }
  }
}
