// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemPlatform
import Testing

struct ClockTests {
  @Test func `the clocks agree with each other`() {
    let before = time(nil)
    let (precise, coarse) = (UnixTime.precise, UnixTime.coarse)
    #expect((before...time(nil)).contains(precise.seconds))
    // The coarse clock is behind by one of its steps, of some milliseconds.
    #expect((before - 1...time(nil)).contains(coarse.seconds))
    #expect((0..<1_000_000_000).contains(precise.nanoseconds) && (0..<1_000_000_000).contains(coarse.nanoseconds))
    var uptime = timespec()
    clock_gettime(CLOCK_MONOTONIC, &uptime)
    #expect(CoarseClock.seconds >= uptime.tv_sec - 1)
  }

  @Test func `work takes processor time of its thread and process`() {
    let (thread, process) = (ProcessorTime.ofThread, ProcessorTime.ofProcess)
    var sum = 0
    while ProcessorTime.ofThread == thread { sum &+= 1 }
    #expect(ProcessorTime.ofThread > thread && ProcessorTime.ofProcess > process && sum >= 0)
  }

  @Test func `days begin at midnight`() {
    #expect(UnixTime.startOfUTCDay(year: 1970, month: 1, day: 1) == 0)
    #expect(UnixTime.startOfUTCDay(year: 2026, month: 2, day: 30) == UnixTime.startOfUTCDay(year: 2026, month: 3, day: 2))
    var (start, parts) = (UnixTime.startOfDay(year: 2026, month: 7, day: 4), tm())
    localtime_r(&start, &parts)
    #expect((parts.tm_year, parts.tm_mon, parts.tm_mday) == (126, 6, 4))
    #expect((parts.tm_hour, parts.tm_min, parts.tm_sec) == (0, 0, 0))
  }
}
