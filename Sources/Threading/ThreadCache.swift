// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Threads that are kept from one use to the next, for frequent work that takes a few milliseconds.
///
/// A thread keeps the priority with which it was started. So all users of a cache must have the same
/// priority, and must not change that of a thread.
package final class ThreadCache: Sendable {
  private let idle = Mutex<[ExecutorThread]>([])
  private let started = Atomic<Int>(0)

  package init() {}

  /// Number of threads started so far. For tests.
  package var startedCount: Int { started.load(ordering: .relaxed) }

  /// Runs `body` on an idle thread, or on a new one if there is none.
  package func start(_ body: @escaping @Sendable () -> Void) throws(ThreadError) -> Running {
    let thread: ExecutorThread
    if let known = idle.withLock({ $0.popLast() }) {
      thread = known
    } else {
      thread = try ExecutorThread()
      started.add(1, ordering: .relaxed)
    }
    return Running(cache: self, thread: thread, call: thread.start(body))
  }

  /// Ends the idle threads.
  package func release() { idle.withLock { $0 = [] } }

  /// A thread in use. If it is not joined, it ends with its closure.
  package struct Running: Sendable {
    fileprivate let cache: ThreadCache
    fileprivate let thread: ExecutorThread
    fileprivate let call: ExecutorThread.Call

    /// Waits until the closure has returned, and keeps the thread for the next use. Call this at most
    /// once.
    package func join() {
      call.waitForEnd()
      cache.idle.withLock { $0.append(thread) }
    }
  }
}
