// SPDX-License-Identifier: Apache-2.0

internal import CSystem

extension Thread {
  /// Lets the calling thread, and the threads and processes that it starts later, run only when
  /// nothing else needs the processor, with low disk priority. This cannot be undone: only a
  /// privileged thread may leave `SCHED_IDLE`.
  ///
  /// The disk priority is low but not idle. With idle priority, commits would wait for a third of a
  /// second while other programs write many files.
  package static func lowerPriority() { _ = process_set_background_priority(0) }

  /// Whether the calling thread runs only when nothing else needs the processor.
  package static var hasIdlePriority: Bool { process_has_idle_priority() }

  /// Processor time that the calling thread has used since its previous call, or since its start.
  package static func takeProcessorTime() -> Duration { .nanoseconds(thread_take_processor_time()) }

  /// Runs `body` on a new thread and waits for its end.
  ///
  /// For work that may lower its priority: the calling thread keeps its own.
  package static func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    // Without another thread, the work is done at the priority of the caller.
    guard let executor = try? ExecutorThread() else { return try body() }
    return try executor.run(body)
  }
}
