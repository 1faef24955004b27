// SPDX-License-Identifier: Apache-2.0

/// A thread that runs closures for other threads, one at a time. Each caller waits for the end of
/// its closure.
///
/// The thread has the priority of the thread that created the executor, whatever that of a caller.
/// It ends when the executor is released.
package final class ExecutorThread: Sendable {
  private let calls = BoundedQueue<Call>(capacity: .max)

  package init() throws(ThreadError) {
    try Thread { [calls] in
      while let call = calls.take() { call.run() }
    }.detach()
  }

  deinit { calls.close() }

  /// Runs `body` on the executor's thread. Must not be called on that thread.
  package func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    var outcome: Swift.Result<Result, Failure>?
    withoutActuallyEscaping(body) { body in
      let call = Call { outcome = Swift.Result(catching: body) }
      calls.put(call)
      call.waitForEnd()
    }
    guard let outcome else { preconditionFailure("a call that has ended has an outcome") }
    return try outcome.get()
  }

  /// Runs `body` on the executor's thread. Does not wait for its end.
  package func start(_ body: @escaping @Sendable () -> Void) -> Call {
    let call = Call(body)
    calls.put(call)
    return call
  }

  /// A closure that the executor's thread runs.
  // Safe to share: the executor's thread uses the body before the end is announced, the caller only
  // afterwards.
  package final class Call: @unchecked Sendable {
    private var body: (() -> Void)?
    private let hasEnded = Monitor(false)

    fileprivate init(_ body: @escaping () -> Void) { self.body = body }

    fileprivate func run() {
      body?()
      // Released before the caller continues, because the closure refers to the caller's stack.
      body = nil
      hasEnded.update { $0 = true }
    }

    package func waitForEnd() { hasEnded.wait { $0 ? () : nil } }
  }
}
