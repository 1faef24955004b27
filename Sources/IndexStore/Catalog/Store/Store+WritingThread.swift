// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
package import Threading

extension Store {
  /// From now on, what threads with idle priority write is written by a thread with the priority of
  /// the calling thread.
  ///
  /// Writers wait for each other. On a busy machine, a thread with idle priority runs for a few
  /// milliseconds every few seconds. If it held the write lock then, all writers would wait that
  /// long, in this process and in others.
  ///
  /// Does nothing if the calling thread has idle priority itself.
  package func startWritingThread() throws(ThreadError) {
    guard !Thread.hasIdlePriority else { return }
    let executor = try ExecutorThread()
    writingThread.withLock { $0 = executor }
  }

  /// Runs `body`, which takes a lock that other threads wait for, at the priority of writers.
  func atWritingPriority<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    guard Thread.hasIdlePriority, let executor = writingThread.withLock({ $0 }) else { return try body() }
    return try executor.run(body)
  }

  /// From now on, nothing is committed through this object: what still runs with it was stopped, and another
  /// object has taken its place. Waits for the transaction in progress.
  package func retire() {
    isRetired.store(true, ordering: .releasing)
    try? whileWriting { _ throws(StoreError) in }
  }
}
