internal import Attributes
internal import CSystem
internal import Glibc
internal import WorkerProtocol

/// Worker processes and the threads that drive them, one thread a worker.
///
/// A worker that dies, stalls, or exceeds a limit costs the file it was working on, nothing else: it is replaced for the next file.
package final class WorkerPool<Tag: Sendable>: Sendable {
  /// Compressed text of one file that is held in memory at most, in bytes; beyond it is handed on in parts.
  static var heldText: Int { 4 << 20 }

  /// What becomes of the text that workers deliver.
  package enum TextHandling: Sendable {
    case compressed
    /// Validated as always, and dropped.
    case discarded
  }

  let launch: WorkerLaunch
  let textHandling: TextHandling
  private let count: Int
  private let jobs: BoundedQueue<ImportJob<Tag>>
  let results: BoundedQueue<ImportedFile<Tag>>

  /// - Parameter count: Worker processes; they start with their first job.
  package init(_ launch: WorkerLaunch, count: Int, text textHandling: TextHandling = .compressed) {
    self.launch = launch
    self.textHandling = textHandling
    self.count = count
    jobs = BoundedQueue(capacity: 2 * count)
    results = BoundedQueue(capacity: 4 * count)
  }

  /// Imports files until `next` returns `nil`, calling `receive` on the calling thread with each result.
  ///
  /// - Parameters:
  ///   - next: The next job; called on a thread of the pool.
  ///   - receive: Order is that of completion. What it throws ends the run; files in work are dropped.
  package func run(next: @escaping @Sendable () -> ImportJob<Tag>?, receive: (ImportedFile<Tag>) throws -> Void) throws {
    let watchdog = ImportWatchdog(launch.limits)
    let watching = try Thread { watchdog.run() }
    let feeding = try Thread { [jobs] in
      while let job = next(), jobs.put(job) {}
      jobs.close()
    }
    let remaining = Monitor(count)
    let driving = try (0..<count).map { _ in
      try Thread { [self] in
        drive(watchdog)
        let isLast = remaining.update { remaining in
          remaining -= 1
          return remaining == 0
        }
        if isLast { results.close() }
      }
    }
    defer {
      jobs.close()
      results.close()
      for thread in driving { thread.join() }
      feeding.join()
      watchdog.stop()
      watching.join()
    }
    while let result = results.take() { try receive(result) }
  }

  /// One thread: takes jobs and has its worker do them.
  private func drive(_ watchdog: ImportWatchdog) {
    var worker: WorkerProcess?
    while let job = jobs.take() {
      do {
        var current = if let running = worker.take() { running } else { try WorkerProcess(launch) }
        let content = importFile(job, with: &current, watchdog)
        results.put(ImportedFile(tag: job.tag, content: content.content))
        if content.canGoOn, WorkerProcess.ownMemory(of: current.id) <= launch.limits.idleMemory { worker = consume current }
      } catch let error {
        results.put(ImportedFile(tag: job.tag, content: .stopped(error)))
        jobs.close()
      }
    }
  }
}
