// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import SystemPlatform
internal import Threading

/// Kills workers that exceed the limits of processor time or memory for one file.
///
/// The connection enforces the limit of wall time; only the kernel knows the other two. While no
/// file is imported, the watchdog sleeps without a timer.
final class ImportWatchdog: Sendable {
  /// Why a worker was killed.
  enum Verdict: Hashable, Sendable {
    case processorTime(Duration)
    case memory(UInt64)
    /// The file is not at fault; see ``ImportLimits/interruptionTime``.
    case interrupted
    /// The pool must not work at present.
    case paused
  }

  /// What is known of a worker when it is no longer watched.
  struct Report {
    /// Why the watchdog killed the worker; `nil` if it did not.
    var verdict: Verdict?
    /// The worker's processor time for the file; zero if it has ended.
    var processorTime: Duration
  }

  fileprivate struct Watched {
    var process: Int32
    /// The worker's processor time when the file was handed over, in nanoseconds.
    var startTime: Int64
    var verdict: Verdict?
  }

  /// Time between two checks. Short compared with any limit, long compared with the cost of a check
  /// (10 µs).
  private static let interval = Duration.milliseconds(50)

  private let limits: ImportLimits
  private let isPaused: @Sendable () -> Bool
  private let watched = Monitor<[Int32: Watched]>([:])
  /// Separate from `watched`, which changes thousands of times a second: such a change must not
  /// wake the watchdog before the interval is over.
  private let isStopped = Monitor(false)

  /// - Parameter isPaused: Whether no worker may run at present.
  init(_ limits: ImportLimits, isPaused: @escaping @Sendable () -> Bool = { false }) {
    self.limits = limits
    self.isPaused = isPaused
  }

  /// The body of the watchdog's thread. Returns after ``stop()``.
  func run() {
    while true {
      watched.wait { $0.isEmpty ? nil : () }
      if isStopped.wait(atMost: Self.interval, until: { $0 }) { return }
      let isPaused = isPaused()
      watched.update { watched in
        for process in watched.keys { watched[process]?.judge(limits, isPaused: isPaused) }
      }
    }
  }

  /// Makes ``run()`` return. ``begin(_:)`` must not be called afterwards.
  func stop() {
    isStopped.update { $0 = true }
    // A dummy entry ends the wait for work in ``run()``. ``judge(_:)`` ignores process 0.
    watched.update { $0[0] = Watched(process: 0, startTime: 0) }
  }

  /// Starts watching a worker, before a file is handed to it.
  func begin(_ process: Int32) {
    let now = process_processor_time(process)
    watched.update { $0[process] = Watched(process: process, startTime: now) }
  }

  /// Stops watching a worker. Must be called before the process is reaped, because the kernel may
  /// then reuse its number.
  ///
  @discardableResult
  func end(_ process: Int32) -> Report {
    guard let watched = watched.update({ $0.removeValue(forKey: process) }) else { return Report(processorTime: .zero) }
    return Report(verdict: watched.verdict, processorTime: .nanoseconds(max(process_processor_time(process) - watched.startTime, 0)))
  }
}

extension ImportWatchdog.Watched {
  fileprivate mutating func judge(_ limits: ImportLimits, isPaused: Bool) {
    guard verdict == nil, process != 0 else { return }
    let used = Duration.nanoseconds(process_processor_time(process) - startTime)
    let memory = WorkerProcess.ownMemory(of: process)
    if isPaused {
      verdict = .paused
    } else if let limit = limits.interruptionTime, used > limit {
      verdict = .interrupted
    } else if used > limits.processorTime {
      verdict = .processorTime(limits.processorTime)
    } else if memory > limits.memory {
      verdict = .memory(limits.memory)
    }
    if verdict != nil { Signal.kill.send(to: process) }
  }
}

extension ImportWatchdog.Verdict: CustomStringConvertible {
  var description: String {
    switch self {
    case .processorTime(let limit): "it exceeded the limit of \(limit.components.seconds) s of processor time"
    case .memory(let limit): "it exceeded the limit of \(limit >> 20) MiB of memory"
    case .interrupted, .paused: "it was interrupted"
    }
  }
}
