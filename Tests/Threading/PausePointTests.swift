// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import Threading

struct PausePointTests {
  @Test func `a pause point calls what its thread has set`() {
    let calls = Atomic(0)
    let pause: @Sendable () -> Void = { calls.add(1, ordering: .relaxed) }
    Thread.pausePoint()
    let result = Thread.withPausePoint(pause) {
      Thread.pausePoint()
      Thread.withPausePoint(nil) { Thread.pausePoint() }
      // Another thread has no pause point.
      Thread.run { Thread.pausePoint() }
      return 3
    }
    Thread.pausePoint()
    #expect(result == 3)
    #expect(calls.load(ordering: .relaxed) == 2)
  }
}
