internal import Glibc

/// Resource limits of a worker, enforced by the kernel. A worker that exceeds a limit dies, and its
/// parent knows the file that caused it.
///
/// The parent's hard limits apply too. The limits here also stop a worker whose parent died while a
/// file kept it busy; an idle worker notices that its socket is closed. (`PR_SET_PDEATHSIG` does
/// not work: the kernel sends the signal when the *thread* that started the worker ends, and thread
/// pools end threads at any time.)
package struct ProcessLimits: Sendable {
  /// Processor time for one file in seconds; exceeding it raises SIGXCPU.
  package var processorSecondsPerFile: UInt
  /// Writable memory of the process in bytes; beyond this, allocations fail.
  package var dataByteCount: UInt

  package init(processorSecondsPerFile: UInt = 300, dataByteCount: UInt = 1 << 30) {
    self.processorSecondsPerFile = processorSecondsPerFile
    self.dataByteCount = dataByteCount
  }

  /// Sets permanent limits: the memory limit, and no core files, because they would be copies of
  /// users' documents. setrlimit(2).
  package func apply() {
    Self.lower(RLIMIT_CORE, to: 0)
    Self.lower(RLIMIT_DATA, to: rlim_t(dataByteCount))
  }

  /// Grants processor time for the next file. getrusage(2), setrlimit(2).
  ///
  /// - Parameter granted: The time of the last grant; `nil` if there was none. Within a second, a
  ///   thread can use at most a second, which is less than the precision of the limit. Skipping it
  ///   saves three system calls for most files.
  func beginFile(granted: inout SuspendingClock.Instant?) {
    let now = SuspendingClock.now
    if let last = granted, now < last.advanced(by: .seconds(1)) { return }
    granted = now
    var usage = rusage()
    unsafe getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    let used = rlim_t(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    Self.change(RLIMIT_CPU) { limit in limit.rlim_cur = min(used + rlim_t(processorSecondsPerFile) + 1, limit.rlim_max) }
  }

  private static func lower(_ resource: __rlimit_resource, to value: rlim_t) {
    change(resource) { limit in limit.rlim_cur = min(limit.rlim_cur, value) }
  }

  /// Neither call can fail for a known resource and a soft limit not above the hard one.
  private static func change(_ resource: __rlimit_resource, _ body: (inout rlimit) -> Void) {
    var limit = rlimit()
    unsafe getrlimit(Int32(resource.rawValue), &limit)
    body(&limit)
    unsafe setrlimit(Int32(resource.rawValue), &limit)
  }
}
