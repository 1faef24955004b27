internal import CSystem
internal import Glibc
internal import Threading

/// Kills workers that spend more processor time or memory on one file than is allowed.
///
/// Wall time is the connection's own business (a deadline); these two only the kernel's accounts tell. While no file is being imported the
/// watchdog sleeps without a timer.
final class ImportWatchdog: Sendable {
  /// Why a worker was killed.
  enum Verdict: Hashable, Sendable {
    case processorTime(Duration)
    case memory(UInt64)
  }

  fileprivate struct Watched {
    var process: pid_t
    /// The worker's processor time when the file was handed over.
    var startTime: Int64
    var verdict: Verdict?
  }

  /// Between two looks at the accounts: short against any limit, long against what a look costs (10 µs).
  private static let interval = Duration.milliseconds(50)

  private let limits: ImportLimits
  private let watched = Monitor<[pid_t: Watched]>([:])
  /// Apart from `watched`, so that its changes, thousands a second, do not wake the watchdog between two looks.
  private let isStopped = Monitor(false)

  init(_ limits: ImportLimits) { self.limits = limits }

  /// The watchdog's thread; returns after ``stop()``.
  func run() {
    while !isStopped.update({ $0 }) {
      watched.wait { $0.isEmpty ? nil : () }
      isStopped.waitForChange(atMost: Self.interval)
      watched.update { watched in
        for process in watched.keys { watched[process]?.judge(limits) }
      }
    }
  }

  /// Ends ``run()``. No import may begin afterwards.
  func stop() {
    isStopped.update { $0 = true }
    // Something to look at, so that a watchdog that waits for work comes round to see that it is stopped.
    watched.update { $0[0] = Watched(process: 0, startTime: 0) }
  }

  /// A file is handed to this worker.
  func begin(_ process: pid_t) {
    let now = process_processor_time(process)
    watched.update { $0[process] = Watched(process: process, startTime: now) }
  }

  /// The import ended, or the worker did. Must be called before the process is reaped, when its number could go to another one.
  ///
  /// - Returns: why the watchdog killed the worker, `nil` when it did not.
  func end(_ process: pid_t) -> Verdict? {
    watched.update { $0.removeValue(forKey: process)?.verdict }
  }
}

extension ImportWatchdog.Watched {
  fileprivate mutating func judge(_ limits: ImportLimits) {
    guard verdict == nil, process != 0 else { return }
    let used = Duration.nanoseconds(process_processor_time(process) - startTime)
    let memory = WorkerProcess.ownMemory(of: process)
    if used > limits.processorTime {
      verdict = .processorTime(limits.processorTime)
    } else if memory > limits.memory {
      verdict = .memory(limits.memory)
    }
    if verdict != nil { kill(process, SIGKILL) }
  }
}

extension ImportWatchdog.Verdict: CustomStringConvertible {
  var description: String {
    switch self {
    case .processorTime(let limit): "it exceeded the limit of \(limit.components.seconds) s of processor time"
    case .memory(let limit): "it exceeded the limit of \(limit >> 20) MiB of memory"
    }
  }
}
