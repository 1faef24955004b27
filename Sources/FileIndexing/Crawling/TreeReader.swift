// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import SystemPlatform
internal import Threading

/// Lists the directories of a tree in breadth-first order, on its own threads, ahead of the thread
/// that takes the listings.
///
/// The order is breadth first because the catalog numbers directories in the order in which it
/// learns of them. Rows are then always appended, so pages fill completely. Several threads are
/// used because a reader mostly waits for the disk or the kernel.
final class TreeReader: Sendable {
  enum Step: Sendable {
    /// A listing or a part of it. The parts of a listing are not separated by other steps.
    case listing(DirectoryListing)
    /// The directory was not read, so nothing is known of it or its subdirectories. After parts of its
    /// listing, the others are missing. The problem is `nil` if the directory is no longer at its path.
    case unread(CrawlProblem?)
  }

  private let reader: DirectoryReader
  private let watch: DirectoryReader.Watch?
  private let maximumSilence: Duration?
  private let isStopped: @Sendable () -> Bool
  private let state: Monitor<State>

  private static let maximumThreads = 4

  private typealias Directory = (path: [UInt8], position: DirectoryReader.Position)

  private struct State {
    /// See ``TreeReader/init(_:watch:unread:capacity:)``.
    let capacity: Int
    /// The root, until a reader takes it.
    var root: Directory?
    /// Directories below the root that no reader has taken, in the order of their steps.
    var unread: DirectoryQueue
    /// Why ``unread`` could not be read. The traversal then ends early.
    var failure: SystemError?
    /// Number of directories that readers have taken.
    var begun = 0
    /// The number of the directory whose step is the next to become ready, in breadth-first order.
    var nextNumber = 0
    /// Steps that wait for those of earlier directories, by the number of their directory. Only the
    /// first part of a long listing waits here.
    var early: [Int: Step] = [:]
    var ready = FIFO<Step>()
    /// Number of entries in ``early`` and ``ready``. A directory counts as one more entry.
    var entries = 0
    /// Number of entries in ``ready``.
    var readyEntries = 0
    /// Number of ready entries for which the taking thread waits.
    var wanted = 1
    /// Number of readers that wait for a directory or for capacity.
    var idleReaders = 0
    /// Number of readers that wait to add a part of a listing.
    var waitingParts = 0
    /// Number of threads that have not ended.
    var threads = 0
    /// No more steps will be taken.
    var isAbandoned = false

    var unreadCount: Int { unread.count + (root == nil ? 0 : 1) }
    /// Whether no more steps will become ready.
    var isRead: Bool { nextNumber == begun && unreadCount == 0 || failure != nil }
    var isOver: Bool { isRead || isAbandoned }
    var hasWork: Bool { unreadCount > 0 && entries < capacity }

    mutating func nextUnread() -> Directory? {
      if let root = root.take() { return root }
      do throws(SystemError) {
        return try unread.popFirst().map { ($0.path, .below(device: $0.device, inode: $0.inode)) }
      } catch {
        failure = error
        return nil
      }
    }

    /// Whether the next part of the listing of a directory may be added.
    func takesPart(of number: Int) -> Bool { number == nextNumber && readyEntries < capacity }

    /// Adds a step of a directory. It becomes ready when all steps before it are ready.
    mutating func add(_ step: Step, number: Int) {
      entries += step.entryCount
      if number > nextNumber {
        early[number] = step
        return
      }
      makeReady(step)
      while let step = early.removeValue(forKey: nextNumber) { makeReady(step) }
    }

    private mutating func makeReady(_ step: Step) {
      ready.append(step)
      readyEntries += step.entryCount
      if step.isLast { nextNumber += 1 }
      guard case .listing(let listing) = step else { return }
      // Copying the entries, which are mostly files, would take longer.
      for index in listing.entries.indices where listing.entries[index].status.kind == .directory {
        let path = listing.path.appending(component: listing.entries[index].name)
        unread.append(DirectoryQueue.Directory(path: path, device: listing.device, inode: listing.entries[index].status.inode))
      }
    }
  }

  /// - Parameters:
  ///   - watch: Called with each open directory before it is read, on the readers' threads; `nil`
  ///     if nothing is watched.
  ///   - unread: An empty queue, for the directories that are to be read.
  ///   - capacity: Maximum number of entries that readers are ahead by. One listing, or one part of a
  ///     long listing, may exceed it. So the memory does not depend on the size of the tree or of its
  ///     directories.
  ///   - maximumSilence: If no directory is listed in this time, the traversal ends with an error;
  ///     `nil` for no limit.
  ///   - isStopped: Called while steps are taken; if it returns `true`, no more steps follow.
  init(
    _ reader: DirectoryReader, watch: DirectoryReader.Watch?, unread: DirectoryQueue, capacity: Int = 8192,
    maximumSilence: Duration? = nil, isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.reader = reader
    self.watch = watch
    self.maximumSilence = maximumSilence
    self.isStopped = isStopped
    state = Monitor(State(capacity: capacity, unread: unread))
  }

  /// Reads the tree at `root`.
  ///
  /// - Parameters:
  ///   - position: How the root was found. If it is not the expected directory, the only step is
  ///     ``Step/unread(_:)``.
  ///   - receive: Called once, on the calling thread, to take the steps. The first step is that of
  ///     the root. After each listing, the steps of each of its subdirectories follow, in order, and
  ///     after those of earlier listings.
  /// - Throws: What `receive` throws; `SystemError` if the tree was not read to its end.
  func read(_ root: [UInt8], at position: DirectoryReader.Position, receive: (inout Steps) throws -> Void) throws {
    state.update { $0.root = (root, position) }
    try startThread()
    // If no more threads can be started, one is enough.
    for _ in 1..<Self.maximumThreads { try? startThread() }
    defer { endThreads() }
    var steps = Steps(reader: self)
    try receive(&steps)
    if let failure = state.update({ $0.failure }) { throw failure }
  }

  // MARK: Threads

  /// Time after which a thread that does not end is left to itself. It waits for a file system that
  /// may never answer.
  private static let gracePeriod = Duration.milliseconds(500)

  private func startThread() throws(SystemError) {
    let thread = try Thread.start { [self] in
      work()
      state.update { $0.threads -= 1 }
    }
    thread.detach()
    state.update { $0.threads += 1 }
  }

  private func endThreads() {
    state.update { $0.isAbandoned = true }
    let end = ContinuousClock.now + Self.gracePeriod
    state.wait { state -> Monitor<State>.Finding<Void> in
      let rest = end - .now
      return state.threads == 0 || rest <= .zero ? .met(()) : .unmet(lookAgainAfter: rest)
    }
  }

  // MARK: Reading

  private func work() {
    while let (number, directory) = nextDirectory() {
      do {
        try reader.read(directory.path, at: directory.position, watch: watch) { listing in
          if let part = listing.part, !part.isFirst, !waitToAddPart(of: number) { return false }
          add(.listing(listing), number)
          return true
        }
      } catch DirectoryReader.ReadError.problem(let problem) {
        add(.unread(problem), number)
      } catch {
        add(.unread(nil), number)
      }
    }
  }

  private func add(_ step: Step, _ number: Int) {
    state.update(waking: {
      $0.isOver || $0.readyEntries >= $0.wanted || $0.idleReaders > 0 && $0.hasWork || $0.waitingParts > 0 && step.isLast
    }) {
      $0.add(step, number: number)
    }
  }

  /// Waits until the next part of the listing of a directory may be added.
  ///
  /// - Returns: `false` if the traversal is over.
  private func waitToAddPart(of number: Int) -> Bool {
    var isWaiting = false
    return state.wait(waking: { _ in false }) { state in
      if state.isOver || state.takesPart(of: number) {
        if isWaiting { state.waitingParts -= 1 }
        return .met(!state.isOver)
      }
      if !isWaiting { state.waitingParts += 1 }
      isWaiting = true
      return .unmet(lookAgainAfter: nil)
    }
  }

  /// Waits for a directory to read.
  ///
  /// - Returns: `nil` if there are no more, or if the queue of directories cannot be read.
  private func nextDirectory() -> (number: Int, directory: Directory)? {
    var isIdle = false
    return state.wait(waking: { $0.failure != nil }) { state in
      if !state.isOver, state.hasWork, let directory = state.nextUnread() {
        if isIdle { state.idleReaders -= 1 }
        state.begun += 1
        return .met((state.begun - 1, directory))
      }
      // ``State/nextUnread()`` may have failed and ended the traversal.
      if state.isOver { return .met(nil) }
      if !isIdle { state.idleReaders += 1 }
      isIdle = true
      return .unmet(lookAgainAfter: nil)
    }
  }

  // MARK: Taking

  /// The steps, in order.
  ///
  /// Several steps are taken at a time. If reading is slower than committing, taking single steps
  /// would commit each in its own transaction.
  struct Steps {
    private let reader: TreeReader
    private var ready = FIFO<Step>()

    fileprivate init(reader: TreeReader) { self.reader = reader }

    /// The next step; waits for it. `nil` after the last one, or when the traversal is stopped.
    mutating func next() -> Step? {
      if ready.count == 0 { ready = reader.takeAll() }
      return ready.popFirst()
    }

    /// The next step if it is available without waiting and fulfils the condition; otherwise `nil`.
    mutating func nextIfReady(where isTaken: (Step) -> Bool) -> Step? {
      guard let first = ready.first, isTaken(first) else { return nil }
      return ready.popFirst()
    }
  }

  /// Time after which ``takeAll()`` returns with what is ready, even if it is less than half of the
  /// capacity.
  private static let patience = Duration.milliseconds(15)

  /// Time after which a waiting ``takeAll()`` checks again whether it is stopped.
  private static let stopInterval = Duration.milliseconds(100)

  /// The ready steps. Waits until they have half of the capacity, until ``patience`` is over and
  /// there is one, or until the tree is read. Empty only at the end, or if the traversal is stopped.
  private func takeAll() -> FIFO<Step> {
    let began = ContinuousClock.now
    return state.wait { state in
      let waited = ContinuousClock.now - began
      if isStopped() { return .met(FIFO()) }
      if let maximumSilence, waited > maximumSilence, state.readyEntries == 0 {
        state.failure = SystemError(code: .timedOut, call: "getdents64")
      }
      let rest = Self.patience - waited
      state.wanted = rest > .zero ? max(state.capacity / 2, 1) : 1
      guard state.readyEntries >= state.wanted || state.isRead else {
        return .unmet(lookAgainAfter: rest > .zero ? rest : Self.stopInterval)
      }
      defer {
        state.entries -= state.readyEntries
        (state.ready, state.readyEntries) = (FIFO(), 0)
      }
      return .met(state.ready)
    }
  }
}

extension TreeReader.Step {
  /// One for the directory and one for each of its entries.
  fileprivate var entryCount: Int {
    switch self {
    case .listing(let listing): listing.entries.count + 1
    case .unread: 1
    }
  }

  /// Whether this is the last step of its directory.
  fileprivate var isLast: Bool {
    switch self {
    case .listing(let listing): listing.part?.isLast ?? true
    case .unread: true
    }
  }
}
