// SPDX-License-Identifier: Apache-2.0

import FileIndexing
import Synchronization

/// A queue of jobs for several threads.
final class JobQueue: Sendable {
  private let jobs: [ImportJob<UInt64>]
  private let position = Atomic(0)

  init(_ jobs: [ImportJob<UInt64>]) { self.jobs = jobs }

  func next() -> ImportJob<UInt64>? {
    let index = position.wrappingAdd(1, ordering: .relaxed).oldValue
    return index < jobs.count ? jobs[index] : nil
  }
}
