internal import IndexStore
internal import Threading

/// What was read, on its way into the catalog in groups.
///
/// The threads that read fill groups, each its own as long as it adds to it, and commit those that are full. One more thread commits what has
/// waited long enough: ``commitWhenDue(_:)``.
final class ContentGroups: Sendable {
  fileprivate struct State {
    /// Groups that nobody works on.
    var idle: [ContentGroup] = []
    /// How many groups of each kind somebody works on.
    var busy = GroupCounts()
    /// Documents that changed just now and are being read.
    var freshInWork = 0
    /// Threads that wait for a group.
    var waiting = 0
    /// Nothing is left to be read at present: no group need wait for more.
    var isFlushing = false
    var isOver = false
    /// When the last group of fresh documents was committed.
    var lastFresh: ContinuousClock.Instant?
    var progress: ContentProgress
    var shown: ContentProgress?
  }

  private let store: Store
  private let limits: ContentLimits
  private let onCommit: @Sendable ([DocumentID]) -> Void
  private let state: Monitor<State>

  /// - Parameters:
  ///   - progress: Counts to continue from.
  ///   - onCommit: Called after each commit with the documents of the group, on the thread that committed
  ///     it. Documents whose content was not stored, because they changed meanwhile, are included.
  init(
    store: Store, limits: ContentLimits, progress: ContentProgress = ContentProgress(),
    onCommit: @escaping @Sendable ([DocumentID]) -> Void
  ) {
    self.store = store
    self.limits = limits
    self.onCommit = onCommit
    state = Monitor(State(progress: progress))
  }

  var progress: ContentProgress { state.update(waking: { _ in false }) { $0.progress } }

  // MARK: Reading threads

  /// Notes that a document is being read. An ``add(_:text:)`` or ``add(_:with:)`` for it follows, unless
  /// the run fails.
  func begin(_ reading: Reading) {
    state.update(waking: { _ in false }) { state in
      state.isFlushing = false
      if reading.isFresh { state.freshInWork += 1 }
    }
  }

  /// Has the groups committed without waiting for more documents. Ends with the next ``begin(_:)``.
  func flush() { state.update { $0.isFlushing = true } }

  /// Adds the content of a document to a group, and commits the group if it is full. Waits for a group if
  /// all are in use.
  ///
  /// - Parameter text: The document's text in UTF-8; empty if it has none.
  /// - Throws: ``Stopped`` if ``end()`` was called while the thread waited; `StoreError` if the group
  ///   cannot be written or committed.
  func add(_ read: ReadContent, text: Span<UInt8> = Span()) throws {
    let group = try takeGroup(isFresh: read.reading.isFresh)
    try group.add(read, text: text)
    if group.isFresh { state.update(waking: { _ in false }) { $0.freshInWork -= 1 } }
    if group.isFull(limits) { try commit(group) } else { putBack(group) }
  }

  /// Commits the content of a document with a long text, which has a segment of its own, as a group.
  func add(_ read: ReadContent, with text: LongText) throws {
    let isFresh = read.reading.isFresh
    state.update { state in
      if isFresh { state.freshInWork -= 1 }
      state.busy[isFresh] += 1
    }
    try commit(ContentGroup(read, with: text, for: store))
  }

  /// The work ended before a group was free.
  struct Stopped: Error {}

  private func takeGroup(isFresh: Bool) throws -> ContentGroup {
    let maximumCount = isFresh ? 1 : limits.groups
    let takeIfAny = { [store, limits] (state: inout State) -> ContentGroup? in
      if let index = state.idle.firstIndex(where: { $0.isFresh == isFresh }) {
        state.busy[isFresh] += 1
        return state.idle.remove(at: index)
      }
      guard state.busy[isFresh] < maximumCount else { return nil }
      state.busy[isFresh] += 1
      return ContentGroup(for: store, isFresh: isFresh, budget: limits.tokenMemory)
    }
    if let group = state.update(waking: { _ in false }, takeIfAny) { return group }
    state.update(waking: { _ in false }) { $0.waiting += 1 }
    let group = state.wait { state -> ContentGroup?? in
      if state.isOver { return .some(nil) }
      guard let group = takeIfAny(&state) else { return nil }
      state.waiting -= 1
      return group
    }
    guard let group else { throw Stopped() }
    return group
  }

  private func putBack(_ group: ContentGroup) {
    // Who commits looks again when it may be time: with the first document the time begins to texts.
    let isFirst = group.documentCount == 1
    state.update(waking: { $0.waiting > 0 || $0.isFlushing || isFirst || group.isFresh && $0.freshInWork == 0 }) { state in
      state.busy[group.isFresh] -= 1
      state.idle.append(group)
    }
  }

  // MARK: Committing

  fileprivate enum Due {
    case group(ContentGroup)
    case progress(ContentProgress)
    case over
  }

  /// Commits groups whose time has come, until ``end()``.
  func commitWhenDue(_ onProgress: (ContentProgress) -> Void) throws {
    while true {
      switch state.wait(until: { [limits] state in state.due(limits) }) {
      case .group(let group): try commit(group)
      case .progress(let progress): onProgress(progress)
      case .over: return
      }
    }
  }

  /// Ends ``commitWhenDue(_:)``, and the waiting for groups.
  func end() { state.update { $0.isOver = true } }

  /// Commits what is left, after all threads have ended.
  func commitRest() throws {
    while let group = state.update({ $0.idle.popLast() }) {
      state.update { $0.busy[group.isFresh] += 1 }
      try commit(group)
    }
  }

  private func commit(_ group: ContentGroup) throws(StoreError) {
    let count = try group.commit()
    onCommit(group.documents)
    state.update { state in
      state.busy[group.isFresh] -= 1
      if group.isFresh { state.lastFresh = .now }
      state.progress.done += count.done
      state.progress.failed += count.failed
      state.progress.total = max(state.progress.total, state.progress.done)
    }
  }
}

extension ContentGroups.State {
  fileprivate mutating func due(_ limits: ContentLimits) -> Monitor<Self>.Finding<ContentGroups.Due> {
    if isOver { return .met(.over) }
    if progress != shown {
      shown = progress
      return .met(.progress(progress))
    }
    let now = ContinuousClock.now
    var soonest: Duration?
    for (index, group) in idle.enumerated() {
      let wait = waitingTime(of: group, limits, now)
      if wait <= .zero {
        busy[group.isFresh] += 1
        return .met(.group(idle.remove(at: index)))
      }
      soonest = min(soonest ?? wait, wait)
    }
    return .unmet(lookAgainAfter: soonest)
  }

  /// How long a group waits for more documents; nothing when it is time.
  private func waitingTime(of group: ContentGroup, _ limits: ContentLimits, _ now: ContinuousClock.Instant) -> Duration {
    guard group.isFresh else { return isFlushing ? .zero : group.began + limits.time - now }
    let sinceLast = lastFresh.map { $0 + limits.freshTime - now } ?? .zero
    return freshInWork == 0 ? sinceLast : max(sinceLast, group.began + limits.freshTime - now)
  }
}

/// A count for each kind of group.
private struct GroupCounts {
  private var fresh = 0
  private var other = 0

  subscript(isFresh: Bool) -> Int {
    get { isFresh ? fresh : other }
    set { if isFresh { fresh = newValue } else { other = newValue } }
  }
}
