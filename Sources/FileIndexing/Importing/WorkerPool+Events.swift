// SPDX-License-Identifier: Apache-2.0

internal import Threading

extension WorkerPool {
  /// Imports files until `next` returns `nil`, and calls `receive` on the calling thread.
  ///
  /// - Parameters:
  ///   - next: Returns the next job. Called on the pool's threads; may wait.
  ///   - nextIfAny: Returns a job that a worker may begin with before the previous result is
  ///     received. Must not wait.
  ///   - receive: Called with the events of each file in order. With several workers, the events of
  ///     different files are interleaved. An error that it throws ends the run.
  package func run(
    next: @escaping @Sendable () -> ImportJob<Tag>?, nextIfAny: @escaping @Sendable () -> ImportJob<Tag>? = { nil },
    receive: (ImportEvent<Tag>) throws -> Void
  ) throws {
    let events = BoundedQueue<ImportEvent<Tag>>(capacity: 8)
    try run(next: next, nextIfAny: nextIfAny, receiver: { EventSender(events: events) }, onEnd: { events.close() }) {
      while let event = events.take() { try receive(event) }
    }
  }
}

/// Puts the events of one thread into the queue for the calling thread.
private struct EventSender<Tag: Sendable>: ImportReceiver {
  let events: BoundedQueue<ImportEvent<Tag>>

  mutating func take(_ text: Span<UInt8>, of job: ImportJob<Tag>) {
    events.put(.text(job.tag, unsafe text.withUnsafeBufferPointer { unsafe [UInt8]($0) }))
  }

  mutating func take(_ file: FinishedJob<Tag>) { events.put(.end(file)) }
}
