internal import CSystem
internal import Glibc
internal import WorkerProtocol

/// How worker processes are started.
package struct WorkerLaunch: Sendable {
  /// Path of `mdworker`.
  package var executable: String
  package var limits = ImportLimits()
  /// Whether workers run only when nothing else wants the machine: so in the background, not when a user waits for an import.
  package var runsWhenIdle = false
  /// Address space of a worker, in bytes: what stops one that grows faster than the watchdog looks. It is more than memory: libraries,
  /// mapped databases and the allocator's reserves count as well. `nil`: unlimited, as the sanitizers' shadow memory needs it.
  package var addressSpace: UInt64? = 5 << 30
  /// Longest time from the start of the process to its greeting: loading libraries and the database of content types.
  package var startTime: Duration = .seconds(30)

  package init(executable: String) { self.executable = executable }

  /// `mdworker` beside this program, as built, or in `../libexec/searchlight`, as installed; `nil` when it is at neither place.
  package static func installedExecutable() -> String? {
    let path = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      let count = unsafe buffer.baseAddress.map { unsafe readlink("/proc/self/exe", $0, buffer.count) } ?? 0
      return unsafe String(decoding: buffer.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    guard let slash = path.lastIndex(of: "/") else { return nil }
    let folder = path[..<slash]
    return ["\(folder)/mdworker", "\(folder)/../libexec/searchlight/mdworker"].first { unsafe access($0, X_OK) == 0 }
  }
}

/// A worker could not be started, so nothing can be imported: not the fault of any file.
package struct WorkerStartError: Error, Sendable, CustomStringConvertible {
  package var executable: String
  package var reason: String
  package var description: String { "\(executable): cannot start an import worker: \(reason)" }
}

/// A running worker. Letting it go kills it: a worker holds nothing that could be lost.
struct WorkerProcess: ~Copyable {
  let id: pid_t
  let importers: [ImporterDescription]
  private var connection: WorkerConnection
  private var isReaped = false
  private var requests: UInt64 = 0
  private var smallFiles = 0

  /// Starts a worker and waits until it is ready.
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

  /// A number for a request, new on this connection.
  mutating func nextRequest() -> ImportRequest.ID {
    requests += 1
    return ImportRequest.ID(requests)
  }

  /// See `WorkerConnection.begin`. After an error the worker is in an unknown state: let it go.
  func begin(_ request: ImportRequest, file: Int32, wallTime: Duration) throws(WorkerProtocolError) {
    try connection.begin(request, file: file, until: Deadline(after: wallTime))
  }

  /// See `WorkerConnection.finish`. After an error the worker is in an unknown state: let it go.
  mutating func finish(_ request: ImportRequest, wallTime: Duration, onText: (Span<UInt8>) throws -> Void) throws -> ImportOutcome {
    try connection.finish(request, until: Deadline(after: wallTime), onText: onText)
  }

  /// How the worker came to its end, once its connection broke; a worker that closed its socket and lives on is killed.
  mutating func end() -> WorkerEnd {
    var status: Int32 = 0
    // The socket breaks a moment before the process can be reaped.
    for _ in 0..<1000 {
      if unsafe waitpid(id, &status, WNOHANG) == id {
        isReaped = true
        return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: status & 0x7F)
      }
      poll(nil, 0, 1)
    }
    return .silent
  }

  /// Whether a worker keeps more memory of its own than so many bytes after a file of a size. The kernel is not asked after each small one:
  /// that takes a tenth of the time of reading it.
  mutating func hasGrown(beyond limit: UInt64, after fileSize: UInt64) -> Bool {
    smallFiles += 1
    guard fileSize > 64 << 10 || smallFiles >= 16 else { return false }
    smallFiles = 0
    return Self.ownMemory(of: id) > limit
  }

  /// Resident memory that is the worker's own, in bytes: not the libraries and databases that all share. 0 once it is gone.
  static func ownMemory(of id: pid_t) -> UInt64 { UInt64(max(process_own_memory(id), 0)) }

  /// Whether it has not come to its end. A worker that waits for a file has no reason to, but may be killed.
  var isRunning: Bool {
    var end = unsafe siginfo_t()
    // Looked at only: the process is reaped when it is let go.
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
  /// It closed its socket but lived on.
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
