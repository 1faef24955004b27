// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import LogMessages
internal import Synchronization
internal import SystemPlatform
internal import Threading
internal import WorkerProtocol

/// Searches for text in pictures and scanned pages, on a thread and with a worker of idle priority.
///
/// It works only while nothing else is left to read, the computer does not run on its battery, and the time for the day
/// is not used up. The index remembers what was searched (``PictureQueue``), so a new run continues where the last one
/// ended.
final class PictureReader: Sendable {
  /// A message to its owner. ``Daemon/Notice`` explains the cases.
  enum Notice {
    case searched(RecognitionProgress)
    case problem(LogMessage)
  }

  private enum Demand { case none, some, over }

  /// Files whose results are stored together. A page takes a second or more, so a commit comes every half a minute.
  private static let batch = 16
  /// Bytes of text in memory after which a batch ends.
  private static let maximumTextByteCount = 16 << 20
  /// Files that cannot be opened are skipped until something changes, up to this number.
  private static let maximumSkippedCount = 10_000

  private let store: Store
  private let launch: WorkerLaunch
  private let queue: PictureQueue
  private let budget: RecognitionBudget
  private let gate: BulkGate
  private let stopSignal: StopSignal
  private let notify: @Sendable (Notice) -> Void
  private let demand = Monitor(Demand.none)
  private let parked = ParkedWorkers(maximumCount: 1)

  /// - Parameter budget: `nil` for the time of `recognition` on each day.
  init(
    _ store: Store, _ recognition: RecognitionLaunch, budget: RecognitionBudget? = nil, gate: BulkGate, stopSignal: StopSignal,
    notify: @escaping @Sendable (Notice) -> Void
  ) {
    self.store = store
    launch = recognition.worker
    queue = PictureQueue(documentFolders: recognition.documentFolders)
    self.budget = budget ?? RecognitionBudget(dailyTime: recognition.dailyTime)
    self.gate = gate
    self.stopSignal = stopSignal
    self.notify = notify
  }

  /// Makes the thread look for pictures: contents were read, and none are left to read.
  func look() { demand.update { if $0 != .over { $0 = .some } } }

  /// Makes ``run()`` return, if the stop signal is sent, too.
  func stop() { demand.update { $0 = .over } }

  /// Ends the worker if it is idle.
  func releaseWorker() { parked.release() }

  /// The body of the thread.
  func run() {
    var delay: Duration?
    var lastProblem: String?
    while waitForDemand(atMost: delay) {
      defer { parked.release() }
      do {
        delay = try search()
        lastProblem = nil
      } catch {
        if stopSignal.isSent { return }
        // The same problem each time, such as a full disk, is one message.
        let problem = "text in pictures is not searched at present: \(error)"
        if problem != lastProblem { notify(.problem("\(problem)")) }
        lastProblem = problem
        // What a worker lacks to start does not come by itself.
        delay = error is WorkerStartError ? nil : .retry(after: delay)
      }
    }
  }

  /// - Returns: `false` at the end.
  private func waitForDemand(atMost delay: Duration?) -> Bool {
    let began = ContinuousClock.now
    return demand.wait { demand -> Monitor<Demand>.Finding<Bool> in
      switch demand {
      case .over: return .met(false)
      case .some:
        demand = .none
        return .met(true)
      case .none:
        guard let delay else { return .unmet(lookAgainAfter: nil) }
        let waited = ContinuousClock.now - began
        return waited < delay ? .unmet(lookAgainAfter: delay - waited) : .met(true)
      }
    }
  }

  /// Searches the pictures of the queue, until none is left or something else has to be done.
  ///
  /// - Returns: When to look again without a demand; `nil` for never.
  func search() throws -> Duration? {
    var skipped: Set<DocumentID> = []
    while !stopSignal.isSent {
      // What was changed is read first; the end of that is a demand.
      if try store.hasPendingContent() { return nil }
      let today = try budget.today(in: store)
      let files = try queue.next(Self.batch, in: store, except: skipped)
      guard !files.isEmpty else { return nil }
      if budget.isSpent(today) { return budget.rest }
      if !gate.mayPass(.recognition) {
        parked.release()
        gate.pass(.recognition, unless: stopSignal)
        continue
      }
      let searched = try search(files, today)
      // A file that could not be searched now is not tried again before something changes.
      skipped.formUnion(files.lazy.map(\.reference.document).filter { searched.skipped.contains($0) })
      if searched.progress.files > 0 { notify(.searched(searched.progress)) }
      guard skipped.count < Self.maximumSkippedCount else { return nil }
    }
    return nil
  }

  /// Searches some files, and stores what was found.
  private func search(_ files: [MatchedFile], _ today: RecognitionDay) throws -> (progress: RecognitionProgress, skipped: Set<DocumentID>) {
    var jobs: [ImportJob<DocumentReference>] = []
    var skipped: Set<DocumentID> = []
    try store.read { snapshot throws(StoreError) in
      for file in files {
        guard let path = try snapshot.path(of: file.reference), let record = try snapshot.record(of: file.reference) else {
          skipped.insert(file.reference.document)
          continue
        }
        let type = try snapshot.contentType(record.type)?.identifier
        jobs.append(ImportJob(tag: file.reference, path: path, typeIdentifier: type, isTypeCertain: type != nil))
      }
    }
    let rest = Mutex(jobs[...])
    let used = Mutex((today, textByteCount: 0))
    var texts: [DocumentID: [UInt8]] = [:]
    var found: [RecognizedFile] = []
    try WorkerPool<DocumentReference>(launch, count: 1, parked: parked, isPaused: { [gate] in gate.isClosedForRecognition }).run(
      next: { [budget, gate, stopSignal] in
        let mayGoOn = used.withLock { !budget.isSpent($0.0) && $0.textByteCount < Self.maximumTextByteCount }
        guard mayGoOn, !stopSignal.isSent, gate.mayPass(.recognition) else { return nil }
        return rest.withLock { $0.popFirst() }
      }
    ) { event in
      switch event {
      case .text(let tag, let piece): texts[tag.document, default: []] += piece
      case .end(let job):
        let text = texts.removeValue(forKey: job.tag.document) ?? []
        used.withLock { used in
          used.0.processorTime += job.processorTime
          used.textByteCount += text.count
        }
        if let file = RecognizedFile(job, text: text) {
          found.append(file)
        } else if !gate.isClosedForRecognition {
          skipped.insert(job.tag.document)
        }
      }
    }
    let progress = try store.add(found, used.withLock { $0.0 })
    // What has changed since is pending, and no picture of the queue until it was read.
    if progress.files < found.count { skipped.formUnion(found.map(\.reference.document)) }
    return (progress, skipped)
  }
}
