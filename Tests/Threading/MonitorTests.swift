// SPDX-License-Identifier: Apache-2.0

import Testing
import Threading

struct MonitorTests {
  /// Far longer than the test may take.
  private static let hour = Duration.seconds(3600)

  @Test(.timeLimit(.minutes(5))) func `a wait for what holds already returns at once`() {
    #expect(Monitor(true).wait(atMost: Self.hour) { $0 })
  }

  @Test(.timeLimit(.minutes(5))) func `a change ends a wait`() throws {
    let monitor = Monitor(0)
    let counting = try Thread { for _ in 0..<3 { monitor.update { $0 += 1 } } }
    #expect(monitor.wait(atMost: Self.hour) { $0 == 3 })
    counting.join()
  }

  @Test func `a wait for what never holds ends with its time`() {
    #expect(!Monitor(false).wait(atMost: .milliseconds(1)) { $0 })
  }
}
