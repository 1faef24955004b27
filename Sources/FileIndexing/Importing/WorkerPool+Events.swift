internal import Threading

extension WorkerPool {
  /// Imports files until `next` returns `nil`, calling `receive` on the calling thread.
  ///
  /// - Parameters:
  ///   - next: The next job; called on the pool's threads.
  ///   - nextIfAny: A job that a worker may begin with before the last one's end is passed on; must not wait.
  ///   - receive: What happens to a file comes in order; what happens to different files is mixed where there are several workers. What it
  ///     throws ends the run.
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

/// Passes on what a worker delivers.
private struct EventSender<Tag: Sendable>: ImportReceiver {
  let events: BoundedQueue<ImportEvent<Tag>>

  mutating func take(_ text: Span<UInt8>, of job: ImportJob<Tag>) {
    events.put(.text(job.tag, unsafe text.withUnsafeBufferPointer { unsafe [UInt8]($0) }))
  }

  mutating func take(_ file: FinishedJob<Tag>) { events.put(.end(file)) }
}
