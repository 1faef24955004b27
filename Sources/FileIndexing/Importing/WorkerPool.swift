// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import IndexStore
internal import SystemPlatform
internal import Threading
internal import WorkerProtocol

/// A pool of worker processes, each driven by a thread.
///
/// A thread gives its worker the next file before it passes on the result of the previous one, so
/// neither waits for the other.
///
/// If a worker crashes, stalls or exceeds a limit, only the import of its file fails. Another
/// worker is started for the next file. If the worker had read other files before, one of them may
/// be the cause, so a new worker reads the file again, and its result counts.
package final class WorkerPool<Tag: Sendable>: Sendable {
  let launch: WorkerLaunch
  private let count: Int
  let parked: ParkedWorkers
  private let isPaused: @Sendable () -> Bool
  private let end = Monitor(End())

  private struct End {
    /// Number of threads that have not ended.
    var working: Int = 0
    /// The first error. It ends the run.
    var failure: (any Error)?
  }

  /// - Parameters:
  ///   - count: Number of threads and workers. A worker is started with the first job of its
  ///     thread.
  ///   - parked: Idle workers and threads to use before others are started. After a run, those of the pool
  ///     are parked there. Its users must have the same priority.
  ///   - isPaused: Whether no worker may run at present. Files in work are postponed, and `next` must
  ///     return `nil`.
  package init(
    _ launch: WorkerLaunch, count: Int, parked: ParkedWorkers = ParkedWorkers(), isPaused: @escaping @Sendable () -> Bool = { false }
  ) {
    self.launch = launch
    self.count = count
    self.parked = parked
    self.isPaused = isPaused
  }

  /// Imports files until `next` returns `nil`.
  ///
  /// - Parameters:
  ///   - next: Returns the next job. Called on all threads of the pool; may wait. The thread's
  ///     receiver has all its earlier results by then.
  ///   - nextIfAny: Returns a job that a worker may begin with before the previous result is
  ///     received. Must not wait.
  ///   - receiver: Creates a receiver. Called once on each thread.
  ///   - onEnd: Called when a thread fails, and when all threads have ended, so possibly several
  ///     times. `next` must not wait any longer after the first call.
  ///   - meanwhile: Runs on the calling thread beside the pool. Must return after `onEnd` was
  ///     called.
  /// - Throws: `WorkerStartError` if no worker can be started; ``ImportInterrupted`` if a file took
  ///   too long for this pool; otherwise the first error of a receiver or of `meanwhile`. Files in
  ///   work are dropped.
  package func run<Receiver: ImportReceiver<Tag> & SendableMetatype>(
    next: @escaping @Sendable () -> ImportJob<Tag>?, nextIfAny: @escaping @Sendable () -> ImportJob<Tag>? = { nil },
    receiver: @escaping @Sendable () -> Receiver,
    onEnd: @escaping @Sendable () -> Void = {}, meanwhile: () throws -> Void = {}
  ) throws {
    let watchdog = ImportWatchdog(launch.limits, isPaused: isPaused)
    let watching = try start { watchdog.run() }
    end.update { $0 = End(working: count) }
    var driving: [ThreadCache.Running] = []
    do {
      for _ in 0..<count {
        driving.append(
          try start { [self] in
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

  private func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) -> ThreadCache.Running {
    do throws(ThreadError) {
      return try parked.threads.start(body)
    } catch {
      throw SystemError(code: Errno(error.code), call: "pthread_create")
    }
  }

  private func fail(_ error: any Error, _ onEnd: () -> Void) {
    end.update { end in
      if end.failure == nil { end.failure = error }
    }
    onEnd()
  }

  /// The body of a thread: takes jobs and has its worker do them.
  private func drive(
    _ next: () -> ImportJob<Tag>?, _ nextIfAny: () -> ImportJob<Tag>?, _ receiver: consuming some ImportReceiver<Tag>,
    _ watchdog: ImportWatchdog
  ) throws {
    var worker: WorkerProcess?
    var begun: (job: ImportJob<Tag>, state: BegunImport<Tag>)?
    defer {
      if let running = worker.take() {
        // After a failed run the worker may be in the middle of a file. If it were parked, the next
        // run would receive an answer to this run's request.
        if case .byWorker? = begun?.state { watchdog.end(running.id) } else { parked.park(running) }
      }
    }
    while end.update({ $0.failure == nil }) {
      if begun == nil, let job = next() {
        receiver.begin(job)
        begun = (job, try begin(job, with: &worker, watchdog))
      }
      guard let current = begun else { break }
      var imported = try finish(current.state, with: &worker, watchedBy: watchdog, &receiver)
      begun = nil
      if let sidecar = current.job.sidecar {
        imported = try read(sidecar, of: current.job, into: imported, with: &worker, watchdog)
      }
      if let job = nextIfAny() {
        receiver.begin(job)
        begun = (job, try begin(job, with: &worker, watchdog))
      }
      try receiver.take(imported)
    }
  }

  /// The thread's worker, a parked one, or a new one, for a file.
  ///
  /// - Parameter isFresh: Whether it must be a new one.
  func takeWorker(_ worker: inout WorkerProcess?, for status: FileStatus, isFresh: Bool) throws(WorkerStartError) -> WorkerProcess {
    let readers = launch.separatesOwners ? FileReaders(status) : nil
    if isFresh { worker = nil }
    if let running = worker.take() {
      if running.mayRead(for: readers) { return running.assigned(to: readers) }
      parked.park(running)
    }
    if !isFresh, let waiting = parked.take(for: readers) { return waiting.assigned(to: readers) }
    return try WorkerProcess(launch).assigned(to: readers)
  }
}
