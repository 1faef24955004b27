// SPDX-License-Identifier: Apache-2.0

internal import Attributes
package import IndexStore
internal import QueryLanguage
internal import SystemPlatform

/// How much text may be searched in pictures on one day.
///
/// Recognition takes a processor for a second and more for each page. Without a bound, a new folder with thousands of
/// photographs would keep a fan running for a night.
package struct RecognitionBudget: Sendable {
  /// Processor time for each day.
  let dailyTime: Duration
  /// The time in seconds since 1970. Tests set it.
  var now: @Sendable () -> Int64 = { Int64(UnixTime.now) }

  package init(dailyTime: Duration) { self.dailyTime = dailyTime }

  /// What was done today.
  package func today(in store: Store) throws(StoreError) -> RecognitionDay {
    let day = Self.day(at: now())
    let last = try store.read { snapshot throws(StoreError) in try snapshot.recognitionDay() }
    return last.flatMap { $0.day == day ? $0 : nil } ?? RecognitionDay(day: day)
  }

  /// The day in the time zone of the user, in days since 1970.
  static func day(at seconds: Int64) -> Int { SystemCalendar().civilTime(at: Timestamp(unixSeconds: seconds)).daysSince1970 }

  func isSpent(_ today: RecognitionDay) -> Bool { today.processorTime >= dailyTime }

  /// Time until the next day begins; at least a minute, because clocks are set.
  var rest: Duration {
    let calendar = SystemCalendar()
    let now = now()
    let tomorrow = calendar.instant(of: CivilTime(daysSince1970: Self.day(at: now) + 1))
    return max(.seconds(tomorrow.unixSeconds - now), .seconds(60))
  }
}
