// SPDX-License-Identifier: Apache-2.0

import IndexStore
import Testing

@testable import FileIndexing

struct UnsettledScheduleTests {
  private let start = ContinuousClock.now

  private func unsettled(_ number: UInt32) -> UnsettledChanges {
    var changes = UnsettledChanges()
    changes.directories = [DirectoryID(rawValue: number)]
    return changes
  }

  @Test func `nothing is due if nothing is unsettled`() {
    var schedule = UnsettledSchedule()
    schedule.note(UnsettledChanges(), at: start)
    #expect(schedule.due == nil && !schedule.isStuck)
  }

  @Test func `unsettled changes are due without an event, and at growing intervals`() {
    var schedule = UnsettledSchedule()
    var intervals: [Duration] = []
    for _ in 0..<12 {
      schedule.note(unsettled(1), at: start)
      if let due = schedule.due { intervals.append(due - start) }
    }
    #expect(intervals == (0..<12).map { .milliseconds(10 << $0) })
    schedule.note(unsettled(1), at: start)
    #expect(schedule.due == nil, "only an event helps")
  }

  @Test func `folders are listed after some attempts that have changed nothing`() {
    var schedule = UnsettledSchedule()
    for _ in 0..<4 {
      schedule.note(unsettled(1), at: start)
      #expect(!schedule.isStuck)
    }
    schedule.note(unsettled(1), at: start)
    #expect(schedule.isStuck)
    schedule.note(unsettled(2), at: start)
    #expect(!schedule.isStuck)
    #expect(schedule.due == start + .milliseconds(10))
  }

  @Test func `changes that are settled are forgotten`() {
    var schedule = UnsettledSchedule()
    for _ in 0..<9 { schedule.note(unsettled(1), at: start) }
    schedule.note(UnsettledChanges(), at: start)
    #expect(schedule.due == nil && !schedule.isStuck)
  }
}
