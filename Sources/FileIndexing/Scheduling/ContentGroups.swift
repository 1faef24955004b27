internal import IndexStore
internal import Threading

/// What was read, on its way into the catalog in groups.
///
/// The threads that read fill groups, each its own as long as it adds to it, and commit those that are full. One more thread commits what has
/// waited long enough: ``serve(_:)``.
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
    var isDry = false
    var isOver = false
    /// When the last group of fresh documents was committed.
    var lastFresh: ContinuousClock.Instant?
    var progress: ContentProgress
    var shown: ContentProgress?
  }

  private let store: Store
  private let limits: ContentLimits
  private let order: ReadingOrder
  private let state: Monitor<State>

  /// - Parameter order: Told of the documents that are committed.
  init(store: Store, limits: ContentLimits, order: ReadingOrder, progress: ContentProgress) {
    self.store = store
    self.limits = limits
    self.order = order
    state = Monitor(State(progress: progress))
  }

  var progress: ContentProgress { state.update(waking: { _ in false }) { $0.progress } }

  // MARK: Reading threads

  /// A document is being read. It ends with one of the following, or with the texts.
  func begin(isFresh: Bool) {
    state.update(waking: { _ in false }) { state in
      state.isDry = false
      if isFresh { state.freshInWork += 1 }
    }
  }

  /// Nothing is left to be read at present.
  func runDry() { state.update { $0.isDry = true } }

  /// Adds what was read of a document.
  ///
  /// - Throws: Also ``Stopped``, when the work ended meanwhile.
  func add(_ read: ReadContent, isFresh: Bool, text: Span<UInt8> = Span()) throws {
    let group = try take(isFresh: isFresh)
    try group.add(read, text: text)
    if isFresh { state.update(waking: { _ in false }) { $0.freshInWork -= 1 } }
    if group.isFull(limits) { try commit(group) } else { putBack(group) }
  }

  /// Commits what was read of a document with a text that has a texts of its own.
  func commit(_ read: ReadContent, isFresh: Bool, in texts: TextSegmentWriter, as document: TextSegmentWriter.Document) throws {
    state.update { state in
      if isFresh { state.freshInWork -= 1 }
      state.busy[isFresh] += 1
    }
    try commit(ContentGroup(read, in: texts, as: document, for: store, isFresh: isFresh))
  }

  /// The work ended before a group was free.
  struct Stopped: Error {}

  private func take(isFresh: Bool) throws -> ContentGroup {
    let most = isFresh ? 1 : limits.groups
    let takeIfAny = { [store, limits] (state: inout State) -> ContentGroup? in
      if let index = state.idle.firstIndex(where: { $0.isFresh == isFresh }) {
        state.busy[isFresh] += 1
        return state.idle.remove(at: index)
      }
      guard state.busy[isFresh] < most else { return nil }
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
    state.update(waking: { $0.waiting > 0 || $0.isDry || isFirst || group.isFresh && $0.freshInWork == 0 }) { state in
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
  func serve(_ onProgress: (ContentProgress) -> Void) throws {
    while true {
      switch state.wait(until: { [limits] state in state.due(limits) }) {
      case .group(let group): try commit(group)
      case .progress(let progress): onProgress(progress)
      case .over: return
      }
    }
  }

  /// Ends ``serve(_:)``, and the waiting for groups.
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
    order.finish(group.documents)
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
    guard group.isFresh else { return isDry ? .zero : group.began + limits.time - now }
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
