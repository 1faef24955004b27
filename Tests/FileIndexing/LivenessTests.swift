// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import Threading

@testable import FileIndexing

struct LivenessTests {
  private let liveness = Liveness()
  private let start = SuspendingClock.now

  @Test func `a task is at work from its first progress until it waits`() {
    #expect(!liveness.isAtWork)
    liveness.noteProgress(of: .following)
    #expect(liveness.isAtWork)
    liveness.noteProgress(of: .maintenance)
    liveness.noteWait(of: .following)
    #expect(liveness.isAtWork)
    liveness.noteWait(of: .maintenance)
    #expect(!liveness.isAtWork)
  }

  @Test func `a task hangs if it works without progress for longer than the limit`() {
    liveness.noteProgress(of: .following, at: start)
    liveness.noteProgress(of: .pendingReading, at: start + .seconds(5))
    #expect(liveness.hangingTask(limit: .seconds(10), at: start + .seconds(10)) == nil)
    #expect(liveness.hangingTask(limit: .seconds(10), at: start + .seconds(11)) == .following)
    liveness.noteProgress(of: .following, at: start + .seconds(11))
    #expect(liveness.hangingTask(limit: .seconds(10), at: start + .seconds(12)) == nil)
  }

  @Test func `a task that waits does not hang`() {
    liveness.noteProgress(of: .following, at: start)
    liveness.noteWait(of: .following) { #expect(liveness.hangingTask(limit: .seconds(10), at: start + .seconds(1000)) == nil) }
    #expect(liveness.isAtWork)
  }

  @Test func `work wakes the thread that waits for it`() throws {
    let thread = try Thread.start { [liveness] in liveness.awaitWork() }
    liveness.noteProgress(of: .freshReading)
    thread.join()
  }
}
