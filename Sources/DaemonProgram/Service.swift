// SPDX-License-Identifier: Apache-2.0

import Applications
import CommandLine
import FileIndexing
import IndexStore
import LogMessages
import SystemPlatform
import Threading
import WorkerProtocol

/// Runs one daemon after another: a new one starts when the configuration or the index was
/// replaced.
final class Service: Sendable {
  let path: String
  let environment: ToolEnvironment
  let log: Log
  let status: ServiceStatus
  private let activation = SocketActivation()
  let bus: ControlBus
  let publisher: Publisher
  let translations: TranslationUpkeep
  let state = Monitor(State())
  /// Holds up bulk work. Lives as long as the process, so a pause survives a new configuration.
  let gate: BulkGate
  let liveness = Liveness()

  struct State {
    var daemon: Daemon?
    var request: SignalRequest?
    /// Damage to the catalog, or its loss, that the maintenance service has found.
    var damage: StoreError?
    /// The trees that the next index lacks because the last one was deleted or damaged, as far as they are
    /// known; `nil` if it was not.
    var lostTrees: [[UInt8]]?
    /// What was logged that kept the daemon from working, and when.
    var loggedTroubles: [LogMessage: ContinuousClock.Instant] = [:]
    var pauses = Pauses()
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
    translations = TranslationUpkeep(log: log, isOfSystem: environment.isOfSystem)
    gate.observe { [publisher] in publisher.note(.activity(.held($0))) }
  }

  /// Starting is complete. The service manager would end a service that starts for too long.
  func becomeReady() {
    status.ready()
    do {
      try activation.serve()
    } catch {
      log.write(.problem, "\(error); programs that start the daemon wait for it for too long")
    }
  }

  /// Lets the service manager restart the daemon if it hangs, if the unit says so.
  func startWatchdog() throws { try ServiceWatchdog(status, liveness, log)?.start() }

  /// Runs until a signal ends it.
  func run() throws {
    try InstallationWatch(folders: DataFolders(environment.value(of:))) { [self] change in
      switch change {
      case .importers: log.write(.reloading, "the installed importers have changed")
      case .places: log.write(.reloading, "the names of places have changed")
      }
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

  /// Waits for a time, or for a signal.
  func pause(for duration: Duration) {
    let end = ContinuousClock.now + duration
    state.wait { state -> Monitor<State>.Finding<Void> in
      let rest = end - .now
      return state.request != nil || rest <= .zero ? .met(()) : .unmet(lookAgainAfter: rest)
    }
  }

  /// Publishes what keeps the daemon from working, and logs it, unless that was done lately. `nil` means
  /// that it works.
  func show(trouble: LogMessage?) {
    publisher.note(.activity(trouble.map { .failed(reason: "\($0)") } ?? .recovered))
    if let trouble { log(trouble: trouble) }
  }

  func log(trouble: LogMessage) {
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

  private func note(_ notice: Daemon.Notice) {
    log.write(notice)
    publisher.note(.notice(notice))
    switch notice {
    case .waiting(let reason): show(trouble: reason)
    case .watching, .resumed: show(trouble: nil)
    case .redirected, .workersStarted: take(.reload)
    case .crawling, .crawled, .coverage, .reading, .readingEnded, .idle, .refreshed, .searchedPictures, .overflowed, .problem: break
    }
  }

  /// Logs what the workers' sandbox lacks, unless that is known.
  func note(missing layers: Set<SandboxLayer>, readsOnlyNames: Bool) {
    let isNew = state.update { state in
      defer { state.missingLayers = layers }
      return state.missingLayers != layers
    }
    guard isNew, !layers.isEmpty else { return }
    let consequence = readsOnlyNames ? ", so only names are indexed, and no contents are read" : ""
    log.write(.sandbox, "\(layers.absence)\(consequence); see 'sandbox' in searchlight.conf(5)")
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
    launch.places = PlaceFile(in: DataFolders(environment.value(of:)))
    launch.runsWhenIdle = true
    // On a busy machine, a process with idle priority waits much longer for its turn than it runs.
    launch.startTime = .seconds(300)
    if configuration.comparesMeanings, let problem = Store.wordVectorProblem { log.write(.problem, "\(problem)") }
    let indexer = try FileIndexer(store: store, configuration: configuration, launch: launch, mayLackWorkers: true)
    if let problem = indexer.placesProblem { log.write(.problem, "\(problem)") }
    note(missing: indexer.missingSandboxLayers, readsOnlyNames: indexer.readsOnlyNames)
    let dataFolder = configuration.readsRecentFiles ? DataFolders(environment.value(of:)).home : nil
    let recentFiles = dataFolder.map { Array("\($0)/recently-used.xbel".utf8) }
    let daemon = try Daemon(
      indexer, gate: gate, liveness: liveness, recentFiles: recentFiles, recognition: recognition(configuration)
    ) { [self] in note($0) }
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

  /// How text in pictures is searched; `nil` if the configuration does not say so, or the program for it is not installed.
  private func recognition(_ configuration: IndexingConfiguration) -> RecognitionLaunch? {
    guard configuration.readsTextInPictures else { return nil }
    guard let executable = WorkerLaunch.installedExecutable(RecognitionLaunch.program) else {
      log.write(
        .problem, "text-in-pictures = yes needs the program \(RecognitionLaunch.program), which is not installed; install its package")
      return nil
    }
    var launch = RecognitionLaunch(executable: executable, configuration)
    do {
      let home = try AbsolutePath.home(in: environment)
      let folder = try environment.value(of: "XDG_CONFIG_HOME") ?? environment.home() + "/.config"
      launch.documentFolders = [try UserFolders(configurationFolder: folder, home: home).documents]
    } catch {
      log.write(.problem, "pictures in the folder for documents are not searched for text before others: \(error)")
    }
    return launch
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
