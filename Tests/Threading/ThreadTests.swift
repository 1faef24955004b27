// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import Threading

@Suite struct ThreadTests {
  /// The processors that the calling thread may run on.
  private static func allowedProcessors() throws -> String {
    let status = try String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)
    return try #require(status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") }.map(String.init))
  }

  @Test func `a new thread may run on the processors of its creator`() throws {
    let found = Mutex<String?>(nil)
    let thread = try Threading.Thread {
      let allowed = try? Self.allowedProcessors()
      found.withLock { $0 = allowed }
    }
    thread.join()
    #expect(try found.withLock { $0 } == Self.allowedProcessors())
  }
}
