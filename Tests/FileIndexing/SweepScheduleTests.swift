// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FileIndexing

struct SweepScheduleTests {
  private let start = ContinuousClock.now

  @Test func `without unwatched directories nothing is due`() {
    var schedule = SweepSchedule()
    schedule.update(isNeeded: false, at: start)
    #expect(schedule.due == nil)
    schedule.update(isNeeded: true, at: start)
    #expect(schedule.due == start + .seconds(5))
    schedule.update(isNeeded: true, at: start + .seconds(3))
    #expect(schedule.due == start + .seconds(5))
    schedule.update(isNeeded: false, at: start + .seconds(4))
    #expect(schedule.due == nil)
  }

  @Test(arguments: [(0.01, 5.0), (1, 50), (4, 200), (100, 600)])
  func `the pause grows with the time of a sweep`(seconds: Double, pause: Double) {
    var schedule = SweepSchedule()
    schedule.noteSweep(lasting: .seconds(seconds), endingAt: start)
    #expect(schedule.due == start + .seconds(pause))
  }
}
