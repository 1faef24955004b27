// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import LogMessages
internal import Synchronization
internal import SystemPlatform
internal import Threading
internal import WorkerProtocol

/// Records the uses of files in the desktop's list of recent files, on a thread of its own, which
/// sleeps unless the list has changed.
///
/// A worker reads the list, because no file is parsed in the daemon's process.
final class RecentFilesReader: Sendable {
  private static let type = "org.searchlight.recent-files"
  /// Longer than any list; the rest is ignored.
  private static let maximumTextLength = 32 << 20

  private struct State {
    /// Whether the list must be read.
    var isListChanged = false
    /// Whether files of the list may be in the index that were not before.
    var haveFilesCome = false
    var isOver = false
  }

  /// The path of the list.
  let path: [UInt8]
  private let store: Store
  private let launch: WorkerLaunch
  private let gate: BulkGate
  private let stopSignal: StopSignal
  private let report: @Sendable (LogMessage) -> Void
  private let state = Monitor(State())
  private let list = Mutex<(files: [RecentFile], names: Set<[UInt8]>)?>(nil)

  /// - Parameter report: Called if the list cannot be read, or the uses cannot be stored.
  init(
    _ path: [UInt8], _ store: Store, _ launch: WorkerLaunch, gate: BulkGate, stopSignal: StopSignal,
    report: @escaping @Sendable (LogMessage) -> Void
  ) {
    self.path = path
    self.store = store
    var launch = launch
    launch.runsWhenIdle = false
    self.launch = launch
    self.gate = gate
    self.stopSignal = stopSignal
    self.report = report
  }

  /// Asks the thread to read the list.
  func readList() { state.update { $0.isListChanged = true } }

  /// Notes that entries were created in, or moved into, indexed directories.
  func note(arrivals: Set<[UInt8]>) {
    guard list.withLock({ list in list.map { !$0.names.isDisjoint(with: arrivals) } ?? false }) else { return }
    state.update { $0.haveFilesCome = true }
  }

  /// Makes ``run()`` return.
  func stop() { state.update { $0.isOver = true } }

  /// The body of the thread.
  func run() {
    while let mustRead = waitForWork() {
      // During a pause no worker runs.
      while gate.isPaused, !stopSignal.isSent { gate.waitWhilePaused(atMost: .seconds(86_400), unless: stopSignal) }
      guard !stopSignal.isSent else { return }
      do {
        if mustRead { try takeList() }
        try recordUses()
      } catch {
        report("the list of recent files is not followed until it changes: \(error)")
      }
    }
  }

  /// - Returns: Whether the list must be read; `nil` at the end.
  private func waitForWork() -> Bool? {
    state.wait { state -> Bool?? in
      if state.isOver { return .some(nil) }
      guard state.isListChanged || state.haveFilesCome else { return nil }
      defer { (state.isListChanged, state.haveFilesCome) = (false, false) }
      return state.isListChanged
    }
  }

  // MARK: The list

  private func takeList() throws {
    guard let files = try readFiles() else { return }
    let names = files.reduce(into: Set<[UInt8]>()) { $0.formUnion($1.path.split(separator: UInt8(ascii: "/")).map(Array.init)) }
    list.withLock { $0 = (files, names) }
  }

  /// - Returns: `nil` if the list cannot be read. What was read before stays valid.
  private func readFiles() throws -> [RecentFile]? {
    let path = path.realPath
    guard FileStatus(at: path) != nil else { return Errno.current == .noSuchFileOrDirectory ? [] : nil }
    let job = Mutex<ImportJob<Int>?>(ImportJob(tag: 0, path: path, typeIdentifier: Self.type, isTypeCertain: true))
    var text: [UInt8] = []
    var files: [RecentFile]?
    try WorkerPool<Int>(launch, count: 1, isPaused: { [gate] in gate.isPaused }).run(next: { job.withLock { $0.take() } }) { event in
      switch event {
      case .text(_, let piece): if text.count < Self.maximumTextLength { text += piece }
      case .end(let imported):
        switch imported.content {
        case .finished(_, let result, _) where result.importer != nil && result.warning == nil: files = RecentFile.list(text)
        case .finished(_, let result, _): if let warning = result.warning { report("\(PrintableText.path(path)): \(warning)") }
        case .failed(_, let problem): report("\(PrintableText.path(path)): \(problem)")
        // A pause has begun; the list is read after it.
        case .postponed: readList()
        // It is being replaced. An event follows.
        case .unread, .vanished: break
        }
      }
    }
    return files
  }

  // MARK: Uses

  /// Another process may record a use at the same time.
  private static let maximumAttempts = 3

  private func recordUses() throws(StoreError) {
    guard let files = list.withLock({ $0?.files }) else { return }
    for _ in 0..<Self.maximumAttempts {
      let entries = try store.read { snapshot throws(StoreError) in
        var entries: [(file: RecentFile, document: DocumentReference?)] = []
        for file in files { entries.append((file, try Self.document(at: file.path, snapshot))) }
        return entries
      }
      let changes = RecentUses.changes(entries, known: try store.fileUses(), now: Int64(UnixTime.now))
      if changes.isEmpty { return }
      if try store.setUses(changes) { return }
    }
  }

  /// The document at a path, in which a symbolic link may lead to an indexed directory.
  private static func document(at path: [UInt8], _ snapshot: borrowing Snapshot) throws(StoreError) -> DocumentReference? {
    if let document = try snapshot.reference(for: path) { return document }
    guard MountTable.shared.kind(ofPath: path) == .local else { return nil }
    let real = path.realEntryPath
    return real == path ? nil : try snapshot.reference(for: real)
  }
}
