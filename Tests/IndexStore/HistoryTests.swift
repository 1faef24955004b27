// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import IndexStore

/// After any history of a store, searches agree with the model, and the store verifies.
@Suite struct HistoryTests {
  /// Number of histories; 10,000 in thorough runs, with `TMPDIR` in memory.
  private static let count = getenv("SEARCHLIGHT_HISTORIES").flatMap { UInt64(String(cString: $0)) } ?? 40
  private static let first = getenv("SEARCHLIGHT_HISTORY").flatMap { UInt64(String(cString: $0)) } ?? 0
  private static let perCase: UInt64 = 20

  @Test(arguments: 0..<(count + perCase - 1) / perCase)
  func `searches agree with the model after any history`(group: UInt64) throws {
    for seed in Self.first + group * Self.perCase..<Self.first + min(Self.count, (group + 1) * Self.perCase) {
      let history = try StoreHistory(seed: seed)
      do {
        try history.run(length: 24)
        let damage = try history.store.verify()
        #expect(damage.isEmpty, "\(history.context)")
      } catch {
        Issue.record("\(history.context): \(error)")
      }
    }
  }
}
