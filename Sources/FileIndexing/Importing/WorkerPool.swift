internal import CSystem
internal import Glibc
internal import Threading
internal import WorkerProtocol

/// Worker processes and the threads that drive them, one thread a worker.
///
/// A worker is given the next file before its thread takes in what it found in the one before, so that neither waits for the other.
///
/// A worker that dies, stalls, or exceeds a limit costs the file it was working on, nothing else: it is replaced for the next file.
package final class WorkerPool<Tag: Sendable>: Sendable {
  let launch: WorkerLaunch
  private let count: Int
  private let parked: ParkedWorkers
  private let end = Monitor(End())

  private struct End {
    /// Threads that still work.
    var working: Int = 0
    /// What ended the run before its time.
    var failure: (any Error)?
  }

  /// - Parameters:
  ///   - count: Worker processes; they start with their first job.
  ///   - parked: Where workers come from and go to; with `nil` they end with the run.
  package init(_ launch: WorkerLaunch, count: Int, parked: ParkedWorkers = ParkedWorkers()) {
    self.launch = launch
    self.count = count
    self.parked = parked
  }

  /// Imports files until `next` returns `nil`.
  ///
  /// - Parameters:
  ///   - next: The next job; called on all threads of the pool, and may wait: what the thread was given before is taken in by then.
  ///   - nextIfAny: A job that a worker may begin with before the receiver has taken in its last one; must not wait.
  ///   - receiver: Called once for each thread.
  ///   - onEnd: Called when all threads have ended, and before that when one has failed: `next` must not wait any longer then.
  ///   - meanwhile: Runs on the calling thread beside the pool, and returns after `onEnd`.
  /// - Throws: `WorkerStartError` when no worker can be started, else what the receivers or `meanwhile` threw first. Files in work are dropped.
  package func run<Receiver: ImportReceiver<Tag> & SendableMetatype>(
    next: @escaping @Sendable () -> ImportJob<Tag>?, nextIfAny: @escaping @Sendable () -> ImportJob<Tag>? = { nil },
    receiver: @escaping @Sendable () -> Receiver,
    onEnd: @escaping @Sendable () -> Void = {}, meanwhile: () throws -> Void = {}
  ) throws {
    let watchdog = ImportWatchdog(launch.limits)
    let watching = try Thread.start { watchdog.run() }
    end.update { $0 = End(working: count) }
    var driving: [Thread] = []
    do {
      for _ in 0..<count {
        driving.append(
          try Thread.start { [self] in
            do { try drive(next, nextIfAny, receiver(), watchdog) } catch { fail(error, onEnd) }
            let isLast = end.update { end in
              end.working -= 1
              return end.working == 0
            }
            if isLast { onEnd() }
          })
      }
      try meanwhile()
    } catch {
      fail(error, onEnd)
    }
    for thread in driving { thread.join() }
    watchdog.stop()
    watching.join()
    if let failure = end.update({ $0.failure }) { throw failure }
  }

  private func fail(_ error: any Error, _ onEnd: () -> Void) {
    end.update { end in
      if end.failure == nil { end.failure = error }
    }
    onEnd()
  }

  /// One thread: takes jobs and has its worker do them.
  private func drive(
    _ next: () -> ImportJob<Tag>?, _ nextIfAny: () -> ImportJob<Tag>?, _ receiver: consuming some ImportReceiver<Tag>,
    _ watchdog: ImportWatchdog
  ) throws {
    var worker: WorkerProcess?
    var begun: BegunImport<Tag>?
    defer {
      if let running = worker.take() {
        // In the middle of a file, when the run has failed, it would give the next run an answer to this one's question: it is let go.
        if case .byWorker? = begun { _ = watchdog.end(running.id) } else { parked.park(running) }
      }
    }
    while end.update({ $0.failure == nil }) {
      if begun == nil, let job = next() {
        receiver.begin(job)
        begun = try begin(job, with: &worker, watchdog)
      }
      guard let current = begun else { break }
      let imported = try finish(current, with: &worker, watchedBy: watchdog, &receiver)
      begun = nil
      if let job = nextIfAny() {
        receiver.begin(job)
        begun = try begin(job, with: &worker, watchdog)
      }
      try receiver.take(imported)
    }
  }

  /// The worker that a thread has, or another one.
  func takeWorker(_ worker: inout WorkerProcess?) throws(WorkerStartError) -> WorkerProcess {
    if let running = worker.take() { return running }
    if let waiting = parked.take() { return waiting }
    return try WorkerProcess(launch)
  }
}
