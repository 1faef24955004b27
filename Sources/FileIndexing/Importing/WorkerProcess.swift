// SPDX-License-Identifier: Apache-2.0

package import Applications
internal import CSystem
internal import SystemPlatform
internal import WorkerProtocol

/// How worker processes are started.
package struct WorkerLaunch: Sendable {
  /// Path of `mdworker`.
  package var executable: String
  package var limits = ImportLimits()
  /// Further arguments of the worker.
  package var options: [String] = []
  /// Whether workers run at idle priority. For background indexing, not for imports that a user
  /// waits for.
  package var runsWhenIdle = false
  /// Whether the kernel limits the address space and the memory of a worker. Sanitizers reserve
  /// terabytes.
  package var limitsMemory = true
  package var sandbox = SandboxPolicy.bestEffort
  /// Whether the files belong to several users: no worker then reads files with different readers, or
  /// runs as root.
  package var separatesOwners = false
  /// Whether a worker reads one file after the other. Otherwise each file has a process of its own.
  package var reusesWorkers = true
  /// Importers in addition to those that workers contain.
  package var installed: [InstalledImporter] = []
  /// Decides between the installed importers and the others; `nil` if files are read only by
  /// workers.
  package var choice: ImporterChoice?
  /// The file with the names of places; `nil` if positions get no names.
  package var places: PlaceFile?
  /// Whether the worker reads this file at its start, and reports what is wrong with it.
  var checksPlaces = false
  /// Maximum time from the start of the process to its greeting. It loads libraries and the
  /// database of content types.
  package var startTime: Duration = .seconds(30)

  package init(executable: String) { self.executable = executable }

  /// The path of `mdworker` or another worker: next to this program, as built, or in `../libexec/searchlight`, as
  /// installed; `nil` if it is in neither directory.
  package static func installedExecutable(_ name: String = "mdworker") -> String? {
    let path = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Path.maximumLength) { buffer -> String in
      let isKnown = unsafe buffer.baseAddress.map { unsafe process_executable($0, buffer.count) == 0 } ?? false
      return unsafe isKnown ? buffer.baseAddress.map { unsafe String(cString: $0) } ?? "" : ""
    }
    guard let slash = path.lastIndex(of: "/") else { return nil }
    let directory = path[..<slash]
    return ["\(directory)/\(name)", "\(directory)/../libexec/searchlight/\(name)"].first { Path($0).isExecutable }
  }
}

extension WorkerLaunch {
  fileprivate var processLimits: process_limits {
    process_limits(
      address_space: limitsMemory ? limits.addressSpaceByteCount : .max, data: limitsMemory ? limits.dataByteCount : .max,
      processor_seconds: limits.processorSeconds)
  }
}

/// A worker could not be started. No file can be imported then, so this is not a failure of a file.
package struct WorkerStartError: Error, Sendable, CustomStringConvertible {
  package var executable: String
  package var reason: String
  /// The layers of the sandbox that the system grants, if they are fewer than the configuration
  /// requires, so that another attempt is futile; otherwise `nil`.
  var grantedLayers: Set<SandboxLayer>?
  var isRefusal: Bool { grantedLayers != nil }
  package var description: String { "\(executable): cannot start an import worker: \(reason)" }
}

extension WorkerStartError {
  fileprivate init(_ launch: WorkerLaunch, _ reason: String, grantedLayers: Set<SandboxLayer>? = nil) {
    self.init(executable: launch.executable, reason: reason, grantedLayers: grantedLayers)
  }
}

/// A running worker process. Releasing it kills the process, which holds no data that could be
/// lost.
struct WorkerProcess: ~Copyable {
  let id: Int32
  let greeting: WorkerGreeting
  private var connection: WorkerConnection
  private var isReaped = false
  /// Files, and their bytes, since the worker's memory and age were checked.
  private var unchecked = (files: 0, bytes: UInt64(0))
  /// Whether the worker has finished a file.
  private(set) var hasServed = false
  /// The readers of the files that it has begun with; `nil` if there are none, or if they do not matter.
  private(set) var readers: FileReaders?

  /// Starts a process, and waits for its greeting.
  init(_ launch: WorkerLaunch) throws(WorkerStartError) {
    do {
      var connection = try WorkerConnection()
      var options = ["--embedded-text", "\(launch.limits.embeddedText)"]
      if let places = launch.places { options += [launch.checksPlaces ? "--check-places" : "--places", places.path] }
      options += launch.options
      let started = try StartedProcess(launch, options, as: launch.identity, over: &connection)
      try started.prepare(launch, as: launch.identity, over: connection)
      let greeting = try connection.greet(until: Deadline(after: launch.startTime))
      if let refusal = launch.refusal(of: greeting.sandbox) {
        throw WorkerStartError(launch, refusal, grantedLayers: greeting.sandbox)
      }
      self.greeting = greeting
      self.connection = connection
      id = started.take()
    } catch let error as WorkerStartError {
      throw error
    } catch {
      throw WorkerStartError(launch, "\(error)")
    }
  }

  /// Starts a process that becomes an installed importer, and waits for its greeting.
  ///
  /// - Parameters:
  ///   - file: A descriptor of the file that it is to read.
  ///   - owner: The user that the file belongs to.
  /// - Throws: `failed` with the reason why this file cannot be imported.
  init(_ launch: WorkerLaunch, _ importer: InstalledImporter, file: Int32, owner: UInt32) throws(InstalledImporterError) {
    do {
      var connection = try WorkerConnection(isForProgram: true)
      let isOpenedByPath = importer.access == .url
      let options = (isOpenedByPath ? ["--file"] : []) + importer.readablePaths.flatMap { ["--readable", $0] }
      let identity = launch.identity(of: importer.access, for: owner)
      var started = try StartedProcess(
        launch, options + ["--"] + importer.command, as: identity, file: isOpenedByPath ? file : nil, over: &connection)
      try started.prepare(launch, as: identity, over: connection)
      do {
        let layers = try connection.greetProgram(until: Deadline(after: launch.startTime))
        if let refusal = launch.refusal(of: layers) { throw WorkerStartError(launch, refusal, grantedLayers: layers) }
        greeting = WorkerGreeting(importers: [ImporterDescription(importer)], sandbox: layers)
      } catch WorkerProtocolError.disconnected {
        let end = started.end()
        throw InstalledImporterError(reason: "the importer did not start: \(end)")
      } catch WorkerProtocolError.timedOut {
        throw InstalledImporterError(reason: "the importer did not greet within \(launch.startTime.components.seconds) s")
      }
      self.connection = connection
      id = started.take()
    } catch let error as InstalledImporterError {
      throw error
    } catch let error as WorkerStartError {
      throw InstalledImporterError(reason: error.reason)
    } catch {
      throw InstalledImporterError(reason: "\(error)")
    }
  }

  deinit {
    if !isReaped { KilledProcesses.kill(id) }
  }

  /// A request number that a worker cannot know before it receives the request, so that an answer
  /// in advance is recognised.
  static func newRequest() -> ImportRequest.ID { ImportRequest.ID(.random(in: .min ... .max)) }

  /// Whether the worker may read a file with these readers.
  func mayRead(for readers: FileReaders?) -> Bool { self.readers == nil || self.readers == readers }

  /// The worker, for files with these readers from now on.
  consuming func assigned(to readers: FileReaders?) -> WorkerProcess {
    self.readers = readers
    return self
  }

  /// See `WorkerConnection.begin`. After an error the worker's state is unknown, and it must be
  /// released.
  func begin(_ request: ImportRequest, file: Int32, wallTime: Duration) throws(WorkerProtocolError) {
    try connection.begin(request, file: file, until: Deadline(after: wallTime))
  }

  /// See `WorkerConnection.finish`. After an error the worker's state is unknown, and it must be
  /// released.
  mutating func finish(_ request: ImportRequest, wallTime: Duration, onText: (Span<UInt8>) throws -> Void) throws -> ImportOutcome {
    let outcome = try connection.finish(request, until: Deadline(after: wallTime), onText: onText)
    hasServed = true
    return outcome
  }

  /// How the worker ended, after its connection broke. Waits up to a second. A worker that is still
  /// running is killed when it is released.
  mutating func end() -> WorkerEnd {
    let end = WorkerEnd(of: id)
    isReaped = end != .silent
    return end
  }

  /// Whether the worker is to be replaced after a file of this size, because of its unshared memory
  /// or its age. This is checked after a mebibyte or 16 files, because a check takes a tenth of the
  /// time of reading a small file.
  mutating func isSpent(_ limits: ImportLimits, after fileSize: UInt64) -> Bool {
    unchecked = (unchecked.files + 1, unchecked.bytes &+ fileSize)
    guard unchecked.files >= 16 || unchecked.bytes >= 1 << 20 else { return false }
    unchecked = (0, 0)
    return Self.ownMemory(of: id) > limits.idleMemory || .nanoseconds(process_processor_time(id)) > limits.lifetime
  }

  /// Resident memory that the process does not share with others, in bytes; 0 if the process has
  /// ended.
  static func ownMemory(of id: Int32) -> UInt64 { UInt64(max(process_own_memory(id), 0)) }

  /// Whether the process has not ended. An idle worker does not end by itself, but may be killed.
  var isRunning: Bool {
    // The process is reaped when it is released.
    !ProcessEnd.isThere(for: id)
  }
}

/// A process that has not greeted yet. Releasing it kills the process.
private struct StartedProcess: ~Copyable {
  private let id: Int32
  private var isReaped = false

  /// Starts `mdworker`.
  ///
  /// - Parameters:
  ///   - identity: The user that it becomes.
  ///   - file: A descriptor that the process receives after those of the connection.
  init(
    _ launch: WorkerLaunch, _ options: [String], as identity: ProcessIdentity?, file: Int32? = nil,
    over connection: inout WorkerConnection
  ) throws {
    guard let socket = connection.childSocket, let window = connection.childWindow else {
      preconditionFailure("a new connection has both of the child's ends")
    }
    let descriptors = [socket, window] + (file.map { [$0] } ?? [])
    let arguments = [launch.executable] + (identity.map { [ProcessIdentity.option, $0.argument] } ?? []) + options
    var id: Int32 = 0
    let status = unsafe withCStrings(arguments) { unsafe process_spawn($0, descriptors, Int32(descriptors.count), &id) }
    guard status == 0 else { throw WorkerStartError(launch, Errno(status).description) }
    self.id = id
    connection.releaseChildEnds()
  }

  /// Sets the limits of the process and its priority, and then permits it to become another user.
  func prepare(_ launch: WorkerLaunch, as identity: ProcessIdentity?, over connection: borrowing WorkerConnection)
    throws(WorkerProtocolError)
  {
    try limit(launch)
    if identity != nil { try connection.permit(until: Deadline(after: launch.startTime)) }
  }

  private func limit(_ launch: WorkerLaunch) throws(WorkerProtocolError) {
    var limits = launch.processLimits
    guard unsafe process_limit(id, &limits) == 0 else { throw .system(code: Errno.current.rawValue, call: "prlimit") }
    if launch.runsWhenIdle { _ = process_set_idle_priority(id) }
  }

  deinit {
    if !isReaped { KilledProcesses.kill(id) }
  }

  /// Transfers the process to the caller.
  consuming func take() -> Int32 {
    let id = id
    discard self
    return id
  }

  mutating func end() -> WorkerEnd {
    let end = WorkerEnd(of: id)
    isReaped = end != .silent
    return end
  }
}

/// An installed importer does not work, so that the file cannot be imported.
struct InstalledImporterError: Error {
  var reason: String
}

/// How a worker came to its end.
enum WorkerEnd: Hashable, Sendable {
  case exited(Int32)
  case killed(signal: Int32)
  /// It closed its socket but did not end.
  case silent

  /// Reaps a process whose connection broke. Waits up to a second for its end.
  init(of id: Int32) {
    // The socket closes slightly before the process can be reaped.
    for _ in 0..<1000 {
      do throws(SystemError) {
        switch try ProcessEnd.ofChild(id) {
        case .exited(let status)?:
          self = .exited(status)
          return
        case .killed(let signal)?:
          self = .killed(signal: signal.rawValue)
          return
        case nil: break
        }
      } catch {
        // Somebody else has reaped it.
      }
      sleep(for: .milliseconds(1))
    }
    self = .silent
  }
}

extension WorkerEnd: CustomStringConvertible {
  var description: String {
    switch self {
    case .killed(signal: Signal.badSystemCall.rawValue):
      "the worker was killed by signal \(Signal.badSystemCall.rawValue): it made a system call that the sandbox forbids"
    case .exited(let status): "the worker exited with status \(status)"
    case .killed(let signal): "the worker was killed by signal \(signal) (\(Signal(rawValue: signal)))"
    case .silent: "the worker closed its connection"
    }
  }
}
