internal import CSystem
internal import Glibc
internal import IndexStore
internal import WorkerProtocol

/// Worker processes and the threads that drive them, one thread a worker.
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
  ///   - next: The next job; called on all threads of the pool, and may wait.
  ///   - receiver: Called once for each thread.
  ///   - onEnd: Called when all threads have ended, and before that when one has failed: `next` must not wait any longer then.
  ///   - meanwhile: Runs on the calling thread beside the pool, and returns after `onEnd`.
  /// - Throws: `WorkerStartError` when no worker can be started, else what the receivers or `meanwhile` threw first. Files in work are dropped.
  package func run<Receiver: ImportReceiver<Tag> & SendableMetatype>(
    next: @escaping @Sendable () -> ImportJob<Tag>?, receiver: @escaping @Sendable () -> Receiver,
    onEnd: @escaping @Sendable () -> Void = {}, meanwhile: () throws -> Void = {}
  ) throws {
    let watchdog = ImportWatchdog(launch.limits)
    let watching = try Thread { watchdog.run() }
    end.update { $0 = End(working: count) }
    var driving: [Thread] = []
    do {
      for _ in 0..<count {
        driving.append(
          try Thread { [self] in
            do { try drive(next, receiver(), watchdog) } catch { fail(error, onEnd) }
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
    _ next: () -> ImportJob<Tag>?, _ receiver: consuming some ImportReceiver<Tag>, _ watchdog: ImportWatchdog
  ) throws {
    var worker: WorkerProcess?
    while end.update({ $0.failure == nil }), let job = next() {
      var current = if let running = worker.take() { running } else { try startWorker() }
      let canGoOn = try importFile(job, with: &current, watchdog, &receiver)
      if canGoOn { worker = consume current }
    }
    if let running = worker.take() { parked.park(running) }
  }

  private func startWorker() throws -> WorkerProcess {
    if let waiting = parked.take() { return waiting }
    return try WorkerProcess(launch)
  }
}
