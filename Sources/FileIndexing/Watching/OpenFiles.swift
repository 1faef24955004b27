// SPDX-License-Identifier: Apache-2.0

/// Files that programs write and keep open. The kernel reports their writes, but no end of them.
///
/// Such a file is examined again after a second, and then at growing intervals while it is written.
/// A file that was created is examined several times, even if no write is reported: writes through a
/// descriptor from before link(2) are not. A pure value; the caller has the clock.
struct OpenFiles {
  private static let firstDelay = Duration.seconds(1)
  private static let maximumDelay = Duration.seconds(60)
  /// Number of examinations of a new file; the last is half a minute after its creation.
  private static let examinationsOfNew = 5
  /// Maximum number of new files. Whoever creates more at once usually creates links.
  private static let maximumNew = 4096

  private struct Schedule {
    var due: ContinuousClock.Instant
    var delay = OpenFiles.firstDelay
    /// Number of examinations that are left if the file is not written.
    var examinations: Int

    /// Whether the next write is as the first one. Such a schedule wakes nobody; it is dropped with the next
    /// batch of events.
    func isOver(at now: ContinuousClock.Instant) -> Bool { examinations == 0 && due <= now }
  }

  private var schedules: [ChangeBatch.Entry: Schedule] = [:]

  /// When the next file must be examined; `nil` if none must.
  var due: ContinuousClock.Instant? { schedules.values.lazy.filter { $0.examinations > 0 }.map(\.due).min() }

  /// The files that may have changed since they were examined. A caller that cannot wait until they are
  /// due examines them at once.
  var unexamined: Set<ChangeBatch.Entry> { Set(schedules.lazy.filter { $0.value.examinations > 0 }.map(\.key)) }

  /// Records what a batch of events says about open files.
  mutating func note(_ batch: ChangeBatch, at now: ContinuousClock.Instant) {
    for entry in batch.closed { schedules[entry] = nil }
    for entry in batch.written { note(entry, examinations: 1, at: now) }
    for entry in batch.created where schedules.count < Self.maximumNew { note(entry, examinations: Self.examinationsOfNew, at: now) }
  }

  private mutating func note(_ entry: ChangeBatch.Entry, examinations: Int, at now: ContinuousClock.Instant) {
    let known = schedules[entry].flatMap { $0.isOver(at: now) ? nil : $0 }
    var schedule = known ?? Schedule(due: now + Self.firstDelay, examinations: 0)
    schedule.examinations = max(schedule.examinations, examinations)
    schedules[entry] = schedule
  }

  /// The files that must be examined now.
  mutating func takeDue(at now: ContinuousClock.Instant) -> Set<ChangeBatch.Entry> {
    var due: Set<ChangeBatch.Entry> = []
    for (entry, schedule) in schedules where schedule.due <= now {
      guard !schedule.isOver(at: now) else {
        schedules[entry] = nil
        continue
      }
      due.insert(entry)
      var next = schedule
      next.examinations -= 1
      next.delay = min(next.delay * 2, Self.maximumDelay)
      next.due = now + next.delay
      schedules[entry] = next
    }
    return due
  }
}
