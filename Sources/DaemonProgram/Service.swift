// SPDX-License-Identifier: Apache-2.0

import Applications
import CommandLine
import FileIndexing
import Glibc
import IndexStore
import LogMessages
import SystemPlatform
import Threading
import WorkerProtocol

/// Runs one daemon after another: a new one starts when the configuration or the index was
/// replaced.
final class Service: Sendable {
  private let path: String
  private let environment: ToolEnvironment
  private let log: Log
  private let status: ServiceStatus
  private let activation = SocketActivation()
  private let bus: ControlBus
  private let publisher: Publisher
  private let state = Monitor(State())
  /// Holds up bulk work. Lives as long as the process, so a pause survives a new configuration.
  private let gate: BulkGate
  private let liveness = Liveness()

  /// A pause of bulk work by a user.
  private enum Pause: Equatable {
    case none, unlimited
    case until(ContinuousClock.Instant)

    init(_ duration: Duration?) { self = duration.map { .until(.now + $0) } ?? .unlimited }

    /// For other processes, which have another clock.
    var published: DaemonReport.Pause? {
      switch self {
      case .none: nil
      case .unlimited: .unlimited
      case .until(let end): .until(time(nil) + Int((end - .now).components.seconds))
      }
    }
  }

  private struct State {
    var daemon: Daemon?
    var request: SignalRequest?
    /// Damage to the catalog, or its loss, that the maintenance service has found.
    var damage: StoreError?
    /// The trees that the next index lacks because the last one was deleted or damaged, as far as they are
    /// known; `nil` if it was not.
    var lostTrees: [[UInt8]]?
    /// What was logged that kept the daemon from working, and when.
    var loggedTroubles: [LogMessage: ContinuousClock.Instant] = [:]
    var pause = Pause.none
    /// The reasons for the pauses of programs, by their numbers.
    var programPauses: [UInt32: String] = [:]
    var isPaused: Bool { pause != .none || !programPauses.isEmpty }
    /// The layers of the workers' sandbox that the system refused when this was last logged.
    var missingLayers: Set<SandboxLayer> = []
    /// Maintains the index, across all daemons that use it.
    var maintenance: MaintenanceService.Running?
  }

  /// How often a crash restarts the daemon: to check the index, and then to replace it.
  static let restartLimit: Int32 = 2

  /// - Parameters:
  ///   - store: The folder of the index.
  ///   - lock: The lock of that index.
  init(store: String, lock: consuming DaemonLock, environment: ToolEnvironment, log: Log) throws {
    gate = try BulkGate(systemRoot: environment.value(of: "SEARCHLIGHT_SYSTEM_ROOT") ?? "")
    path = store
    self.environment = environment
    self.log = log
    status = ServiceStatus { log.write(.problem, "\($0)") }
    bus = ControlBus { log.write(.problem, "\($0)") }
    publisher = Publisher(lock: lock, status: status, bus: bus, log: log)
    gate.observe { [publisher] in publisher.note(.activity(.held($0))) }
  }

  /// Sets the index aside if it is the reason why the daemon was restarted.
  ///
  /// A crash can have another cause, so the index is checked after the first one. If the check
  /// crashes, or the daemon does so again, the index is set aside unread.
  ///
  /// - Parameter restarts: How often the daemon was restarted after a crash.
  func examineIndex(restarts: Int) throws {
    guard restarts > 0 else { return }
    if restarts == 1 {
      log.write(.crashed, "\(path): the daemon crashed while it used the index; checking the index")
      do {
        guard let damage = try Store.open(path, .read).verifyCatalog().first else {
          return log.write(.checked, "\(path): the index is not damaged")
        }
        log.write(.damaged, "\(damage); setting it aside and rebuilding it")
      } catch {
        // What keeps the index from being opened is handled as at any start.
        return
      }
    } else {
      log.write(.crashed, "\(path): the daemon crashed again while it used the index; setting it aside and rebuilding it")
    }
    try Store.setAside(path)
  }

  /// Starts the thread that takes signals. It lives as long as the process.
  func takeSignals() throws {
    try Thread.start { [self] in
      while true {
        if let request = SignalRequest.next(within: restOfPause) { take(request) } else { changePause { $0.pause = .none } }
      }
    }.detach()
  }

  /// How long the present pause still lasts; `nil` if there is none, or no limit.
  private var restOfPause: Duration? {
    guard case .until(let end) = state.update({ $0.pause }) else { return nil }
    return end - .now
  }

  /// Starting is complete. The service manager would end a service that starts for too long.
  private func becomeReady() {
    status.ready()
    do {
      try activation.serve()
    } catch {
      log.write(.problem, "\(error); programs that start the daemon wait for it for too long")
    }
  }

  /// Has the service manager restart the daemon if it hangs, if the unit says so.
  func startWatchdog() throws { try ServiceWatchdog(status, liveness, log)?.start() }

  /// Runs until a signal ends it.
  func run() throws {
    try ImporterWatch(folders: DataFolders(environment.value(of:))) { [self] in
      log.write(.reloading, "the installed importers have changed")
      take(.reload)
    }.start()
    var configuration = try loadConfiguration()
    var recovery = Recovery()
    while isHomeBack() {
      let began = ContinuousClock.now
      do {
        try serve(configuration)
        if let damage = state.update({ $0.damage }) { throw damage }
      } catch let error as StoreError {
        let erasure = try? Store.open(path, .read).lastErasure()
        try perform(recovery.action(after: error, running: .now - began, erasure: erasure), after: error)
      } catch let error as SystemError {
        try perform(recovery.action(after: error, running: .now - began), after: error)
      }
      switch state.update({ $0.request }) {
      case .stop: return
      case .reload:
        state.update { $0.request = nil }
        do {
          configuration = try loadConfiguration()
        } catch {
          log.write(.configuration, "\(error); keeping the previous configuration")
        }
      case .pause, .resume, nil: break
      }
    }
  }

  /// Whoever deletes the whole index can do so in this time, in milliseconds.
  private static let deletionTime: Int32 = 200

  /// Takes the lock again if its file was deleted. If another daemon has it by now, this one ends.
  private func keepLock(of store: Store) {
    do {
      guard try publisher.isLockDeleted() else { return }
      poll(nil, 0, Self.deletionTime)
      try store.checkFiles()
      guard try !publisher.takeLockAgain(path) else { return }
      log.write(.failed, "\(OtherDaemon(holder: try DaemonLock.holder(of: path)))")
      take(.stop)
    } catch {
      // A deleted folder is found as a loss of the index.
      if !error.isLossOfCatalog { log.write(.problem, "\(error)") }
    }
  }

  private func perform(_ action: Recovery.Action, after error: some Error) throws {
    guard action == .fail || isHomeBack() else { return }
    if action != .fail, try !publisher.takeLockAgain(path) {
      throw OtherDaemon(holder: try DaemonLock.holder(of: path))
    }
    switch action {
    case .setAside:
      log.write(.damaged, "\(error); setting it aside and rebuilding it")
      endMaintenance()
      let trees = treesOfLostIndex()
      try Store.setAside(path)
      state.update { $0.lostTrees = trees }
    case .rescan:
      log.write(.damaged, "the index was replaced or deleted; rescanning everything")
      endMaintenance()
      // Perhaps only `CURRENT` is gone.
      let trees = treesOfLostIndex()
      state.update { $0.lostTrees = trees }
    case .retry(let delay):
      show(trouble: "\(error)")
      becomeReady()
      pause(for: delay)
    case .fail: throw error
    }
  }

  /// The trees in an index that is damaged or incomplete. If they cannot be read, the log says what that means.
  private func treesOfLostIndex() -> [[UInt8]] {
    if let trees = Store.treesOfLostIndex(path) { return trees }
    log.write(.damaged, "\(Store.unknownTrees)")
    return []
  }

  /// If the index belongs in the home folder, waits until there is one, or until the daemon has to end.
  /// If the home folder was renamed or its disk unmounted, an index created now would take its place.
  ///
  /// - Returns: Whether there is a home folder.
  private func isHomeBack() -> Bool {
    guard let home = try? environment.home(), path.hasPrefix(home + "/") else { return true }
    while unsafe access(home, F_OK) != 0 {
      show(trouble: "\(PrintableText.line(home)) is gone, and the index with it")
      becomeReady()
      if state.update({ $0.request }) == .stop { return false }
      poll(nil, 0, Self.lookInterval)
    }
    return true
  }

  /// Milliseconds between looks for the home folder.
  private static let lookInterval: Int32 = 500

  /// Waits for a time, or for a signal.
  private func pause(for duration: Duration) {
    let end = ContinuousClock.now + duration
    state.wait { state -> Monitor<State>.Finding<Void> in
      let rest = end - .now
      return state.request != nil || rest <= .zero ? .met(()) : .unmet(lookAgainAfter: rest)
    }
  }

  /// Publishes what keeps the daemon from working, and logs it, unless that was done lately. `nil` means
  /// that it works.
  private func show(trouble: LogMessage?) {
    publisher.note(.activity(trouble.map { .failed(reason: "\($0)") } ?? .recovered))
    if let trouble { log(trouble: trouble) }
  }

  private func log(trouble: LogMessage) {
    state.update { state in
      let now = ContinuousClock.now
      state.loggedTroubles = state.loggedTroubles.filter { now - $0.value < Self.troubleLogInterval }
      guard state.loggedTroubles.updateValue(state.loggedTroubles[trouble] ?? now, forKey: trouble) == nil else { return }
      // Some messages are sentences.
      log.write(.waiting, "\(trouble.withoutFullStop); trying again by itself")
    }
  }

  /// While files change, a daemon without space meets the same error again and again.
  private static let troubleLogInterval = Duration.seconds(3600)

  /// Begins or ends a pause of bulk work by a user. Its end also ends those of programs.
  private func set(_ pause: Pause) {
    changePause { state in
      state.pause = pause
      if pause == .none { state.programPauses = [:] }
    }
  }

  private func changePause(_ change: (inout State) -> Void) {
    let daemon = state.update { state -> Daemon? in
      let wasPaused = state.isPaused
      change(&state)
      let program = state.programPauses.min { $0.key < $1.key }.map { DaemonReport.Pause.program(reason: $0.value) }
      let pause = state.pause.published ?? program
      if state.isPaused != wasPaused { log.write(pause == nil ? .resumed : .paused, "\(pause?.description ?? "resumed")") }
      gate.setPaused(state.isPaused)
      publisher.note(.paused(pause))
      return state.isPaused ? state.daemon : nil
    }
    daemon?.releaseWorkers()
  }

  /// Serves other programs of the user's session, if there is a message bus.
  func serveBus() {
    do {
      try bus.start(
        ControlBus.Actions(
          pause: { [self] number, reason in changePause { $0.programPauses[number] = reason } },
          resume: { [self] number in changePause { $0.programPauses[number] = nil } }, reload: { [self] in take(.reload) },
          count: { [path] in
            do throws(StoreError) {
              return try Store.open(path, .read).read { snapshot throws(StoreError) in
                (UInt64(try snapshot.pendingCounts().reachable), UInt64(try snapshot.counts()[.failed]))
              }
            } catch {
              // Without an index, nothing is known of its documents.
              return (0, 0)
            }
          }))
    } catch {
      log.write(.problem, "\(error); programs cannot control the daemon through the message bus")
    }
  }

  private func note(_ notice: Daemon.Notice) {
    log.write(notice)
    publisher.note(.notice(notice))
    switch notice {
    case .waiting(let reason): show(trouble: reason)
    case .watching, .resumed: show(trouble: nil)
    case .redirected, .workersStarted: take(.reload)
    case .crawling, .crawled, .coverage, .reading, .readingEnded, .idle, .refreshed, .overflowed, .problem: break
    }
  }

  /// Logs what the workers' sandbox lacks, unless that is known.
  private func note(missing layers: Set<SandboxLayer>, readsOnlyNames: Bool) {
    let isNew = state.update { state in
      defer { state.missingLayers = layers }
      return state.missingLayers != layers
    }
    guard isNew, !layers.isEmpty else { return }
    let consequence = readsOnlyNames ? ", so only names are indexed, and no contents are read" : ""
    log.write(.sandbox, "\(layers.absence)\(consequence); see 'sandbox' in searchlight.conf(5)")
  }

  private func take(_ request: SignalRequest) {
    switch request {
    case .reload: status.reloading()
    case .stop:
      status.stopping()
      publisher.note(.activity(.stopped))
    case .pause(let duration): return set(Pause(duration))
    case .resume: return set(.none)
    }
    state.update { state in
      if state.request != .stop { state.request = request }
      state.daemon?.stop()
    }
    if request == .stop { endLater() }
  }

  /// Time in which the daemon ends by itself after it was asked to.
  private static let gracePeriod: Int32 = 1500

  /// Ends the process if it still runs after ``gracePeriod``. A thread may wait for a file system or
  /// for a suspended process that never answers. The end is safe at any time: the index then lacks
  /// only what was not committed, and the next daemon indexes it again.
  private func endLater() {
    poll(nil, 0, Self.gracePeriod)
    _exit(EXIT_SUCCESS)
  }

  private func loadConfiguration() throws -> IndexingConfiguration {
    let file = try environment.configurationFile()
    let configuration = try IndexingConfiguration.load(
      file, home: try AbsolutePath.home(in: environment), isOfSystem: environment.isOfSystem)
    log.setShowsPaths(configuration.logsPaths)
    for warning in configuration.warnings { log.write(.configuration, "\(file): \(warning)") }
    if configuration.roots.isEmpty {
      log.write(.configuration, "\(file) names no root; nothing is indexed until 'mdutil -i on FOLDER' adds one")
    }
    return configuration
  }

  private func serve(_ configuration: IndexingConfiguration) throws {
    publisher.note(.activity(.started))
    if let lost = state.update({ $0.lostTrees }) {
      try Store.replaceLost(path, lacking: lost)
      state.update { $0.lostTrees = nil }
    }
    let store = try Store.openForIndexing(path) { log.write(.outdated, "\($0)") }
    do throws(ThreadError) {
      try store.startWritingThread()
    } catch {
      throw SystemError(code: Errno(error.code), call: "pthread_create")
    }
    try store.clearStaleReaders()
    startMaintenance()
    guard let worker = WorkerLaunch.installedExecutable() else { throw MissingWorker() }
    var launch = WorkerLaunch(executable: worker)
    launch.installed = installedImporters()
    launch.runsWhenIdle = true
    // On a busy machine, a process with idle priority waits much longer for its turn than it runs.
    launch.startTime = .seconds(300)
    if configuration.comparesMeanings, let problem = Store.wordVectorProblem { log.write(.problem, "\(problem)") }
    let indexer = try FileIndexer(store: store, configuration: configuration, launch: launch, mayLackWorkers: true)
    note(missing: indexer.missingSandboxLayers, readsOnlyNames: indexer.readsOnlyNames)
    let dataFolder = configuration.readsRecentFiles ? DataFolders(environment.value(of:)).home : nil
    let recentFiles = dataFolder.map { Array("\($0)/recently-used.xbel".utf8) }
    let daemon = try Daemon(indexer, gate: gate, liveness: liveness, recentFiles: recentFiles) { [self] in note($0) }
    let isWanted = state.update { state in
      state.daemon = daemon
      return state.request == nil && state.damage == nil
    }
    defer { state.update { $0.daemon = nil } }
    becomeReady()
    guard isWanted else { return }
    defer { end(daemon) }
    try daemon.follow()
  }

  /// Waits until a daemon has ended. The next one does not wait: threads of idle priority end late.
  private func end(_ daemon: Daemon) {
    guard state.update({ $0.request }) == .reload else { return daemon.finish() }
    daemon.abandon()
    do { try Thread.start { daemon.finish() }.detach() } catch { daemon.finish() }
  }

  /// The installed importers. Logs the manifests that are not used.
  private func installedImporters() -> [InstalledImporter] {
    let (importers, problems) = InstalledImporter.all(in: DataFolders(environment.value(of:)))
    for problem in problems { log.write(.importer, "\(problem)") }
    return importers
  }

  /// Ends the maintenance of an index that is replaced. The next daemon starts it again, and it then
  /// looks for files that the old index has left.
  private func endMaintenance() {
    state.update { state in state.maintenance.take() }?.finish()
    // Both threads may have found the damage.
    state.update { $0.damage = nil }
  }

  private func startMaintenance() {
    guard state.update({ $0.maintenance == nil }) else { return }
    do {
      // That of a daemon ends with it.
      let store = try Store.open(path, .write(creating: false))
      try store.startWritingThread()
      let maintenance = try MaintenanceService(store, as: .daemon, gate: gate, liveness: liveness) { [self] notice in
        if case .woken = notice { return keepLock(of: store) }
        publisher.note(.maintenance(notice))
        if case .problem(let problem) = notice, problem.isDamageOfCatalog || problem.isLossOfCatalog {
          return state.update { state in
            state.damage = problem
            state.daemon?.stop()
          }
        }
        // The threads of the daemon may have met the same, such as a full disk.
        if case .problem(let problem) = notice { return log(trouble: "\(problem)") }
        log.write(notice)
        switch notice {
        case .repaired(let summary), .foldedAgain(let summary):
          if summary.textsToRead > 0 { state.update { $0.daemon }?.lookForContents() }
        default: break
        }
      }
      let running = try maintenance.start()
      state.update { $0.maintenance = running }
    } catch {
      // Without a keeper, programs that write to the index maintain it as far as necessary.
      log.write(.problem, "\(error); the index is not maintained in the background")
    }
  }
}

/// Another daemon has the lock of the store.
struct OtherDaemon: Error, CustomStringConvertible {
  let holder: DaemonLock.Holder?

  var description: String { "another mds is already running\(holder.map { " (process \($0.process))" } ?? ""); stop it with mds --stop" }
}

/// The worker executable is not installed.
struct MissingWorker: Error, CustomStringConvertible {
  let description = "mdworker is neither next to this program nor in ../libexec/searchlight; reinstall Searchlight"
}
