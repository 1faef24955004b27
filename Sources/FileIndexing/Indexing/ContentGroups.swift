// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import Threading

/// Collects the contents of documents in groups, and commits the groups.
///
/// The threads of the worker pool fill the groups. A group is used by one thread at a time, and
/// committed by the thread that fills it up. One more thread commits groups that have waited long
/// enough, in ``commitWhenDue(_:)``.
final class ContentGroups: Sendable {
  fileprivate struct State {
    /// Groups that no thread is using.
    var idle: [ContentGroup] = []
    /// Number of groups of each kind that threads are using.
    var busy = GroupCounts()
    /// Number of fresh documents that were begun and not yet added.
    var freshInWork = 0
    /// Number of threads that wait for a group.
    var waiting = 0
    /// Set by ``ContentGroups/flush()``: groups do not wait for more documents.
    var isFlushing = false
    var isOver = false
    /// When the committing thread looks again although nobody wakes it; `nil` for never.
    var nextLook: ContinuousClock.Instant?
    /// Time of the last commit of a fresh group.
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
  ///   - onCommit: Called after each commit with the documents of the group, on the thread that
  ///     committed it. Documents whose content was not stored, because they changed meanwhile, are
  ///     included.
  init(
    store: Store, limits: ContentLimits, progress: ContentProgress = ContentProgress(),
    onCommit: @escaping @Sendable ([DocumentID]) -> Void
  ) {
    self.store = store
    self.limits = limits
    self.onCommit = onCommit
    state = Monitor(State(progress: progress))
  }

  /// Counts a file that could not be opened at present.
  func countPostponed() { state.update(waking: { _ in false }) { $0.progress.postponed += 1 } }

  var progress: ContentProgress { state.update(waking: { _ in false }) { $0.progress } }

  // MARK: Reading threads

  /// Notes that a document is being read. An ``add(_:text:)`` or ``add(_:with:)`` for it follows,
  /// unless the run fails.
  func begin(_ reading: Reading) {
    state.update(waking: { _ in false }) { state in
      state.isFlushing = false
      if reading.isFresh { state.freshInWork += 1 }
    }
  }

  /// Lets the groups be committed without waiting for more documents. Ends with the next ``begin(_:)``.
  func flush() { state.update { $0.isFlushing = true } }

  /// Adds the content of a document to a group, and commits the group if it is full. Waits for a
  /// group if all are in use.
  ///
  /// - Parameter text: The document's text in UTF-8; empty if it has none.
  /// - Throws: ``Stopped`` if ``end()`` was called while the thread waited; `StoreError` if the
  ///   group cannot be written or committed.
  func add(_ read: ReadContent, text: Span<UInt8> = Span()) throws {
    let group = try takeGroup(isFresh: read.reading.isFresh)
    try group.add(read, text: text)
    if group.isFresh { state.update(waking: { _ in false }) { $0.freshInWork -= 1 } }
    if group.isFull(limits) { try commit(group) } else { putBack(group) }
  }

  /// Commits the content of a document with a long text, which has a segment of its own, as a
  /// group.
  func add(_ read: ReadContent, with text: LongText) throws {
    let isFresh = read.reading.isFresh
    state.update { state in
      if isFresh { state.freshInWork -= 1 }
      state.busy[isFresh] += 1
    }
    try commit(ContentGroup(read, with: text, for: store))
  }

  /// ``ContentGroups/end()`` was called while a thread waited for a group.
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
    // The committing thread did not see the group while this thread had it.
    state.update(waking: { [limits] state in state.waiting > 0 || state.isDueBeforeNextLook(group, limits) }) { state in
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

  /// Commits groups when they have waited long enough, and reports progress, until ``end()``. Runs
  /// on one thread, beside those of the pool.
  func commitWhenDue(_ onProgress: (ContentProgress) -> Void) throws {
    while true {
      switch state.wait(until: { [limits] state in state.due(limits) }) {
      case .group(let group): try commit(group)
      case .progress(let progress): onProgress(progress)
      case .over: return
      }
    }
  }

  /// Makes ``commitWhenDue(_:)`` return, and threads that wait for a group throw ``Stopped``.
  func end() { state.update { $0.isOver = true } }

  /// Commits the remaining groups. Called after all threads have ended.
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
      state.progress.partial += count.partial
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
    nextLook = soonest.map { now + $0 }
    return .unmet(lookAgainAfter: soonest)
  }

  fileprivate func isDueBeforeNextLook(_ group: ContentGroup, _ limits: ContentLimits) -> Bool {
    guard let nextLook else { return true }
    let now = ContinuousClock.now
    return now + waitingTime(of: group, limits, now) < nextLook
  }

  /// The time that a group still waits for more documents; not positive if it is due.
  ///
  /// A fresh group waits for the fresh documents in work, for `freshTime` at most. Commits of fresh
  /// groups are at least `freshTime` apart.
  private func waitingTime(of group: ContentGroup, _ limits: ContentLimits, _ now: ContinuousClock.Instant) -> Duration {
    guard group.isFresh else { return isFlushing ? .zero : group.began + limits.time - now }
    let sinceLast = lastFresh.map { $0 + limits.freshTime - now } ?? .zero
    return freshInWork == 0 ? sinceLast : max(sinceLast, group.began + limits.freshTime - now)
  }
}

/// A count of fresh groups and one of other groups.
private struct GroupCounts {
  private var fresh = 0
  private var other = 0

  subscript(isFresh: Bool) -> Int {
    get { isFresh ? fresh : other }
    set { if isFresh { fresh = newValue } else { other = newValue } }
  }
}
