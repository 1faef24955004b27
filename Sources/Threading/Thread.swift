// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import Glibc

/// A thread of this process that runs one closure. Its creator must join or detach it.
///
/// Used for blocking work such as reading directories or waiting for a worker, which would starve
/// Swift's cooperative thread pool with its one thread per core. A new thread may run on every
/// processor that its creator may use, and starts immediately if one of them is idle.
package struct Thread: Sendable {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private let handle: pthread_t

  package init(_ body: @escaping @Sendable () -> Void) throws(ThreadError) {
    var handle = pthread_t()
    let work = unsafe Unmanaged.passRetained(Work(body))
    let code = unsafe thread_start(
      &handle,
      { @Sendable argument in
        if let argument = unsafe argument { unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      unsafe work.release()
      throw ThreadError(code: code)
    }
    self.handle = handle
  }

  /// Waits until the thread ends. Call this exactly once.
  package func join() { pthread_join(handle, nil) }

  /// Lets the thread release its resources when it ends. It can no longer be joined.
  package func detach() { pthread_detach(handle) }
}
