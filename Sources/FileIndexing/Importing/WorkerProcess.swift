internal import CSystem
internal import Glibc
internal import WorkerProtocol

/// How worker processes are started.
package struct WorkerLaunch: Sendable {
  /// Path of `mdworker`.
  package var executable: String
  package var limits = ImportLimits()
  /// Whether workers run at idle priority. For background indexing, not for imports that a user
  /// waits for.
  package var runsWhenIdle = false
  /// The limit of a worker's address space, in bytes; `nil` for none, which the address sanitizer
  /// needs. It stops a worker that grows faster than the watchdog checks. It is larger than the
  /// limit of memory, because libraries, mapped databases and reserves of the allocator count too.
  package var addressSpace: UInt64? = 5 << 30
  /// Maximum time from the start of the process to its greeting. It loads libraries and the
  /// database of content types.
  package var startTime: Duration = .seconds(30)

  package init(executable: String) { self.executable = executable }

  /// The path of `mdworker`: next to this program, as built, or in `../libexec/searchlight`, as
  /// installed; `nil` if it is in neither directory.
  package static func installedExecutable() -> String? {
    let path = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      let count = unsafe buffer.baseAddress.map { unsafe readlink("/proc/self/exe", $0, buffer.count) } ?? 0
      return unsafe String(decoding: buffer.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    guard let slash = path.lastIndex(of: "/") else { return nil }
    let directory = path[..<slash]
    return ["\(directory)/mdworker", "\(directory)/../libexec/searchlight/mdworker"].first { unsafe access($0, X_OK) == 0 }
  }
}

/// A worker could not be started. No file can be imported then, so this is not a failure of a file.
package struct WorkerStartError: Error, Sendable, CustomStringConvertible {
  package var executable: String
  package var reason: String
  package var description: String { "\(executable): cannot start an import worker: \(reason)" }
}

/// A running worker process. Releasing it kills the process, which holds no data that could be
/// lost.
struct WorkerProcess: ~Copyable {
  let id: pid_t
  let importers: [ImporterDescription]
  private var connection: WorkerConnection
  private var isReaped = false
  private var requests: UInt64 = 0
  private var smallFiles = 0

  /// Starts a process, and waits for its greeting.
  init(_ launch: WorkerLaunch) throws(WorkerStartError) {
    func fail(_ reason: String) -> WorkerStartError { WorkerStartError(executable: launch.executable, reason: reason) }
    do {
      var connection = try WorkerConnection()
      guard let socket = connection.childSocket, let window = connection.childWindow else {
        preconditionFailure("a new connection has both of the child's ends")
      }
      var id: pid_t = 0
      let status = unsafe process_spawn(launch.executable, socket, window, &id)
      guard status == 0 else { throw fail(unsafe String(cString: strerror(status))) }
      connection.releaseChildEnds()
      do {
        guard process_limit(id, launch.addressSpace ?? .max) == 0 else { throw WorkerProtocolError.system(code: errno, call: "prlimit") }
        if launch.runsWhenIdle { _ = process_set_idle_priority(id) }
        importers = try connection.greet(until: Deadline(after: launch.startTime))
      } catch {
        Self.end(id)
        throw error
      }
      self.id = id
      self.connection = connection
    } catch let error as WorkerStartError {
      throw error
    } catch {
      throw fail("\(error)")
    }
  }

  deinit {
    if !isReaped { Self.end(id) }
  }

  /// A request number that is unique on this connection.
  mutating func nextRequest() -> ImportRequest.ID {
    requests += 1
    return ImportRequest.ID(requests)
  }

  /// See `WorkerConnection.begin`. After an error the worker's state is unknown, and it must be
  /// released.
  func begin(_ request: ImportRequest, file: Int32, wallTime: Duration) throws(WorkerProtocolError) {
    try connection.begin(request, file: file, until: Deadline(after: wallTime))
  }

  /// See `WorkerConnection.finish`. After an error the worker's state is unknown, and it must be
  /// released.
  mutating func finish(_ request: ImportRequest, wallTime: Duration, onText: (Span<UInt8>) throws -> Void) throws -> ImportOutcome {
    try connection.finish(request, until: Deadline(after: wallTime), onText: onText)
  }

  /// How the worker ended, after its connection broke. Waits up to a second. A worker that is still
  /// running is killed when it is released.
  mutating func end() -> WorkerEnd {
    var status: Int32 = 0
    // The socket closes slightly before the process can be reaped.
    for _ in 0..<1000 {
      if unsafe waitpid(id, &status, WNOHANG) == id {
        isReaped = true
        return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: status & 0x7F)
      }
      poll(nil, 0, 1)
    }
    return .silent
  }

  /// Whether the worker's unshared memory exceeds a limit after a file of this size. After small
  /// files this is checked only every 16th time, because it takes a tenth of the time of reading
  /// such a file.
  mutating func hasGrown(beyond limit: UInt64, after fileSize: UInt64) -> Bool {
    smallFiles += 1
    guard fileSize > 64 << 10 || smallFiles >= 16 else { return false }
    smallFiles = 0
    return Self.ownMemory(of: id) > limit
  }

  /// Resident memory that the process does not share with others, in bytes; 0 if the process has
  /// ended.
  static func ownMemory(of id: pid_t) -> UInt64 { UInt64(max(process_own_memory(id), 0)) }

  /// Whether the process has not ended. An idle worker does not end by itself, but may be killed.
  var isRunning: Bool {
    var end = unsafe siginfo_t()
    // WNOWAIT leaves the process to be reaped when it is released.
    return unsafe waitid(P_PID, id_t(id), &end, WEXITED | WNOHANG | WNOWAIT) == 0 && end.si_signo == 0
  }

  private static func end(_ id: pid_t) {
    kill(id, SIGKILL)
    while waitpid(id, nil, 0) < 0, errno == EINTR {}
  }
}

/// How a worker came to its end.
enum WorkerEnd: Hashable, Sendable {
  case exited(Int32)
  case killed(signal: Int32)
  /// It closed its socket but did not end.
  case silent
}

extension WorkerEnd: CustomStringConvertible {
  var description: String {
    switch self {
    case .exited(let status): "the worker exited with status \(status)"
    case .killed(let signal): "the worker was killed by signal \(signal) (\(unsafe String(cString: strsignal(signal))))"
    case .silent: "the worker closed its connection"
    }
  }
}
