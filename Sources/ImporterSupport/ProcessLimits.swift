internal import Glibc

/// What a worker may use, enforced by the kernel. A worker that exceeds a limit dies, and its parent knows the file that did it.
///
/// Hard limits that the parent has set hold beside these. The limits here also bound a worker whose parent died while a file kept it busy;
/// an idle one sees its socket closed. (`PR_SET_PDEATHSIG` would not do: it fires when the *thread* that started the worker ends, and
/// thread pools end threads at will.)
package struct ProcessLimits: Sendable {
  /// Seconds of processor time for one file; exceeding them raises SIGXCPU.
  package var processorSecondsPerFile: UInt
  /// Writable memory of the process in bytes; beyond it allocations fail.
  package var dataByteCount: UInt

  package init(processorSecondsPerFile: UInt = 300, dataByteCount: UInt = 1 << 30) {
    self.processorSecondsPerFile = processorSecondsPerFile
    self.dataByteCount = dataByteCount
  }

  /// Limits the process for good: its memory, and core files to none, since they would be copies of users' documents. setrlimit(2).
  package func apply() {
    Self.lower(RLIMIT_CORE, to: 0)
    Self.lower(RLIMIT_DATA, to: rlim_t(dataByteCount))
  }

  /// Grants processor time for the next file. getrusage(2), setrlimit(2).
  ///
  /// - Parameter granted: When that was done last, or `nil`. Within a second at most a second of a thread's time can have been used, which
  ///   the limit is not so exact as to notice: three system calls less for most files.
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

  /// Neither call can fail for a known resource and a soft limit that does not exceed the hard one.
  private static func change(_ resource: __rlimit_resource, _ body: (inout rlimit) -> Void) {
    var limit = rlimit()
    unsafe getrlimit(Int32(resource.rawValue), &limit)
    body(&limit)
    unsafe setrlimit(Int32(resource.rawValue), &limit)
  }
}
