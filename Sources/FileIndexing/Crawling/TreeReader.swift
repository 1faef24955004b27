internal import IndexStore
internal import Threading

/// Reads a tree of directories on threads of its own, breadth first, ahead of whoever takes the listings in.
///
/// Breadth first, because the catalog numbers directories in the order in which it learns of them: rows then only ever follow each other,
/// and pages fill completely. Several threads, because most of the time one waits for the disk, or for the kernel.
final class TreeReader: Sendable {
  enum Step: Sendable {
    case listing(DirectoryListing)
    /// Nothing is known of the directory, and so of anything below it; it is not at its path any more when there is no problem to tell.
    case unread(CrawlProblem?)
  }

  private let reader: DirectoryReader
  private let watch: (@Sendable ([UInt8]) -> Result<WatchID, SystemError>)?
  private let state: Monitor<State>

  private static let readers = 4

  private typealias Directory = (path: [UInt8], position: DirectoryReader.Position)

  private struct State {
    /// As of ``TreeReader/init(_:watch:capacity:)``.
    let capacity: Int
    /// Where it begins, until somebody reads it.
    var root: Directory?
    /// The directories below that nobody has begun to read, in the order of their steps.
    var unread: DirectoryQueue
    /// Why it is no longer known which they are.
    var failure: SystemError?
    /// How many were begun, …
    var begun = 0
    /// … and of how many the steps have been ready.
    var placed = 0
    /// Steps whose turn has not come, by their number.
    var early: [Int: Step] = [:]
    var ready = FIFO<Step>()
    /// How much the early steps and the ready ones have to tell, a directory counting as an entry; …
    var entries = 0
    /// … the ready ones alone; …
    var readyEntries = 0
    /// … and how much of that is waited for.
    var wanted = 1
    /// How many readers wait for a directory to read, or for room.
    var idleReaders = 0
    /// Nobody takes steps any more.
    var isAbandoned = false

    var unreadCount: Int { unread.count + (root == nil ? 0 : 1) }
    /// Whether no more steps come.
    var isRead: Bool { placed == begun && unreadCount == 0 || failure != nil }
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

    /// Makes a step ready, once all before it are.
    mutating func place(_ step: Step, number: Int) {
      early[number] = step
      entries += step.entryCount
      while let step = early.removeValue(forKey: placed) {
        placed += 1
        ready.append(step)
        readyEntries += step.entryCount
        guard case .listing(let listing) = step else { continue }
        for entry in listing.entries where entry.status.kind == .directory {
          let path = listing.path.appending(component: entry.name)
          unread.append(DirectoryQueue.Directory(path: path, device: listing.device, inode: entry.status.inode))
        }
      }
    }
  }

  /// - Parameters:
  ///   - watch: Called with each directory before it is read, on any thread; `nil` when nothing is watched.
  ///   - unread: Empty; keeps the directories that are to be read.
  ///   - capacity: What readers may be ahead by, in entries: the memory that a tree takes depends on its largest directory only.
  init(
    _ reader: DirectoryReader, watch: (@Sendable ([UInt8]) -> Result<WatchID, SystemError>)?, unread: DirectoryQueue, capacity: Int = 8192
  ) {
    self.reader = reader
    self.watch = watch
    state = Monitor(State(capacity: capacity, unread: unread))
  }

  /// Reads the tree at `root`.
  ///
  /// - Parameter position: Where the directory stands; it is not read when it is not the one that is known.
  /// - Parameter receive: Called once, to take the steps: the first is the root's, and each listing is followed, in order and after all
  ///   that was listed before, by one step for each of its subdirectories.
  /// - Throws: What `receive` throws; `SystemError` when the tree was not read to its end.
  func read(_ root: [UInt8], at position: DirectoryReader.Position, receive: (inout Steps) throws -> Void) throws {
    state.update { $0.root = (root, position) }
    var threads = [try Thread.start { [self] in work() }]
    // One does it where the system has no more to give.
    for _ in 1..<Self.readers { if let thread = try? Thread.start({ [self] in work() }) { threads.append(thread) } }
    defer {
      state.update { $0.isAbandoned = true }
      for thread in threads { thread.join() }
    }
    var steps = Steps(reader: self)
    try receive(&steps)
    if let failure = state.update({ $0.failure }) { throw failure }
  }

  // MARK: Reading

  private func work() {
    while let (number, directory) = nextDirectory() {
      let step = step(directory.path, directory.position)
      state.update(waking: { $0.isOver || $0.readyEntries >= $0.wanted || $0.idleReaders > 0 && $0.hasWork }) {
        $0.place(step, number: number)
      }
    }
  }

  /// - Returns: `nil` when nothing is left to read.
  private func nextDirectory() -> (number: Int, directory: Directory)? {
    var isIdle = false
    return state.wait(waking: { $0.failure != nil }) { state in
      if !state.isOver, state.hasWork, let directory = state.nextUnread() {
        if isIdle { state.idleReaders -= 1 }
        state.begun += 1
        return .met((state.begun - 1, directory))
      }
      // Also when there was more, and it cannot be found out what.
      if state.isOver { return .met(nil) }
      if !isIdle { state.idleReaders += 1 }
      isIdle = true
      return .unmet(lookAgainAfter: nil)
    }
  }

  private func step(_ path: [UInt8], _ position: DirectoryReader.Position) -> Step {
    let watched = watch?(path)
    do {
      var listing = try reader.read(path, at: position)
      switch watched {
      case .success(let watch): listing.watch = watch
      case .failure(let error): listing.problem = CrawlProblem(path: path, reason: .unwatched(error))
      case nil: break
      }
      return .listing(listing)
    } catch {
      return switch error {
      case .problem(let problem): .unread(problem)
      case .vanished: .unread(nil)
      }
    }
  }

  // MARK: Taking

  /// Where the steps come out.
  ///
  /// They come many at a time: taken one by one they would be committed one by one where reading is what takes long.
  struct Steps {
    private let reader: TreeReader
    private var ready = FIFO<Step>()

    fileprivate init(reader: TreeReader) { self.reader = reader }

    /// The next step; `nil` when the tree is read.
    mutating func next() -> Step? {
      if ready.count == 0 { ready = reader.takeAll() }
      return ready.popFirst()
    }

    /// The next step if it is there already, and such a one.
    mutating func nextIfReady(where isTaken: (Step) -> Bool) -> Step? {
      guard let first = ready.first, isTaken(first) else { return nil }
      return ready.popFirst()
    }
  }

  /// Half of the capacity is worth a commit, and less when it has taken so long.
  private static let patience = Duration.milliseconds(15)

  /// The steps that are ready, once they are enough or time has passed; none when the tree is read.
  private func takeAll() -> FIFO<Step> {
    let end = ContinuousClock.now + Self.patience
    return state.wait { state in
      let rest = end - ContinuousClock.now
      state.wanted = rest > .zero ? max(state.capacity / 2, 1) : 1
      guard state.readyEntries >= state.wanted || state.isRead else { return .unmet(lookAgainAfter: rest > .zero ? rest : nil) }
      defer {
        state.entries -= state.readyEntries
        (state.ready, state.readyEntries) = (FIFO(), 0)
      }
      return .met(state.ready)
    }
  }
}

extension TreeReader.Step {
  /// One for the directory, and one for each of its entries.
  fileprivate var entryCount: Int {
    switch self {
    case .listing(let listing): listing.entries.count + 1
    case .unread: 1
    }
  }
}
