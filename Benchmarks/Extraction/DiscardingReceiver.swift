// SPDX-License-Identifier: Apache-2.0

import FileIndexing
import Synchronization

/// Number of failed files, counted by several threads.
final class FailureCount: Sendable {
  private let value = Atomic(0)

  var count: Int { value.load(ordering: .relaxed) }

  func add() { value.wrappingAdd(1, ordering: .relaxed) }
}

/// Discards the results of workers.
struct DiscardingReceiver: ImportReceiver {
  let failures: FailureCount

  func take(_ text: Span<UInt8>, of job: ImportJob<UInt64>) {}

  func take(_ file: FinishedJob<UInt64>) {
    switch file.content {
    case .finished: break
    case .failed, .postponed, .unread, .vanished: failures.add()
    }
  }
}
