internal import CSystem
internal import Glibc
internal import Synchronization

/// Commits the small changes of many threads together: one write to the disk, and one texts of texts, for all that came since the one before.
///
/// There is no thread of its own: the first that comes commits for all that are there, and the next of those that came meanwhile goes on. A
/// change that comes alone is committed at once; while changes of several threads keep coming, commits follow each other at an interval, as
/// ``CommitPace`` says. Nothing runs while nothing is submitted.
package final class GroupCommitter: Sendable {
  /// Changes in a transaction at most: other writers wait meanwhile.
  private static let maximumGroupSize = 256
  /// How long a change may have to wait for others: with the commit before and its own it is committed within 20 ms.
  private static let interval = Duration.milliseconds(10)
  /// Memory for the tokens of a transaction's texts, in bytes.
  private static let tokenMemory = 16 << 20

  /// A document's text, UTF-8.
  package struct Text: Sendable {
    let document: DocumentID
    let bytes: [UInt8]

    package init(of document: DocumentID, _ bytes: [UInt8]) {
      self.document = document
      self.bytes = bytes
    }
  }

  private struct State {
    var waiting: [Submission] = []
    /// Changes that are being committed.
    var underWay = 0
    /// Whether a thread commits, and will see to those that wait.
    var isLed = false
    /// Whose thread commits next and waits for others meanwhile.
    var pausing: Submission?
    var pace: CommitPace

    /// - Returns: Who is to wait no longer.
    mutating func submit(_ submission: Submission) -> Submission? {
      waiting.append(submission)
      pace.come(submission.thread)
      guard waiting.count >= GroupCommitter.maximumGroupSize || pace.pause(at: .now) == nil else { return nil }
      return pausing.take()
    }
  }

  private let store: Store
  private let state: Mutex<State>

  package convenience init(_ store: Store) { self.init(store, interval: Self.interval) }

  init(_ store: Store, interval: Duration) {
    self.store = store
    state = Mutex(State(pace: CommitPace(interval: interval)))
  }

  /// Changes that were submitted and are not committed yet.
  var pendingCount: Int { state.withLock { $0.waiting.count + $0.underWay } }

  /// Makes a change, and returns when it is committed.
  ///
  /// - Parameters:
  ///   - text: Goes into the text layer with the change.
  ///   - change: Is given the place of the text, for ``WriteTransaction/setContent(_:ifStatusIs:record:type:textChunks:text:warning:)``. May texts
  ///     on another thread, and more than once: when another change of the group fails, all are undone, and the others made again.
  /// - Throws: What `change` throws, which concerns no other thread; or why the transaction could not be committed.
  package func commit<Result: Sendable>(
    text: Text? = nil, _ change: @escaping @Sendable (borrowing WriteTransaction, TextSegmentWriter.Document?) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let box = ResultBox<Result>()
    let submission = Submission(text) { transaction, place throws(StoreError) in
      let value = try change(transaction, place)
      box.value.withLock { $0 = value }
    }
    let (leads, paused) = state.withLock { state in
      let paused = state.submit(submission)
      defer { state.isLed = true }
      return (!state.isLed, paused)
    }
    paused?.lead()
    if leads || submission.wait() == .lead { lead(with: submission) }
    if let error = submission.error { throw error }
    guard let value = box.value.withLock({ $0 }) else { preconditionFailure("a change that was committed has a result") }
    return value
  }

  /// Commits what waits, oneself included, and has the next one go on.
  ///
  /// - Parameter leader: The calling thread's.
  private func lead(with leader: Submission) {
    let end = state.withLock { state in
      let end = state.waiting.count < Self.maximumGroupSize ? state.pace.pause(at: .now) : nil
      if end != nil { state.pausing = leader }
      return end
    }
    if let end { pause(leader, until: end) }
    let group = state.withLock { state in
      let group = Array(state.waiting.prefix(Self.maximumGroupSize))
      state.waiting.removeFirst(group.count)
      state.underWay = group.count
      state.pace.begin(with: group.lazy.map(\.thread), at: .now)
      return group
    }
    commit(group)
    let next = state.withLock { state in
      state.underWay = 0
      state.isLed = !state.waiting.isEmpty
      return state.waiting.first
    }
    for submission in group { submission.finish() }
    next?.lead()
    // The others need not wait for this.
    store.tidy()
  }

  /// Waits for others, or to be told that no more can come.
  private func pause(_ leader: Submission, until end: ContinuousClock.Instant) {
    if leader.wait(until: end) { return }
    // Who took it out of the state raises its signal, which is not to be taken for another one.
    if state.withLock({ $0.pausing.take() }) == nil { _ = leader.wait() }
  }

  /// Commits a group. A change that fails is left out; after a second failure each is committed by itself, so that many failures do not
  /// mean many attempts at all.
  private func commit(_ group: [Submission]) {
    guard let failed = attempt(group) else { return }
    let others = group.filter { $0 !== failed }
    guard !others.isEmpty, attempt(others) != nil else { return }
    for submission in others { _ = attempt([submission]) }
  }

  /// Makes changes in one transaction.
  ///
  /// - Returns: The change that failed, so that nothing was committed; `nil` when all have their result, be it the error of the transaction.
  private func attempt(_ group: [Submission]) -> Submission? {
    var current: Submission?
    for submission in group { submission.error = nil }
    do throws(StoreError) {
      let (texts, places) = try textSegment(of: group)
      try store.relieve()
      try store.commit { transaction throws(StoreError) in
        if let texts { try transaction.add(texts) }
        for (submission, place) in zip(group, places) {
          current = submission
          try submission.change(transaction, place)
        }
        current = nil
      }
    } catch {
      if let current {
        current.error = error
        return current
      }
      for submission in group { submission.error = error }
    }
    return nil
  }

  private func textSegment(of group: [Submission]) throws(StoreError) -> (TextSegmentWriter?, [TextSegmentWriter.Document?]) {
    guard group.contains(where: { $0.text != nil }) else { return (nil, group.map { _ in nil }) }
    let texts = try TextSegmentWriter(for: store, budget: Self.tokenMemory)
    var places: [TextSegmentWriter.Document?] = []
    for submission in group {
      var place: TextSegmentWriter.Document?
      if let text = submission.text {
        place = try texts.beginDocument(text.document)
        try texts.add(text.bytes.span)
      }
      places.append(place)
    }
    try texts.finish()
    return (texts, places)
  }
}

/// What a thread waits for.
@safe private final class Submission: @unchecked Sendable {
  // Safe to share: `error` and `role` are written by the thread that leads before it raises `signal`, and read after that.
  enum Role { case lead, done }

  let text: GroupCommitter.Text?
  /// Whose it is.
  let thread = UInt(pthread_self())
  let change: @Sendable (borrowing WriteTransaction, TextSegmentWriter.Document?) throws(StoreError) -> Void
  var error: StoreError?
  private var role = Role.done
  private let signal: UnsafeMutablePointer<sem_t>

  init(
    _ text: GroupCommitter.Text?,
    _ change: @escaping @Sendable (borrowing WriteTransaction, TextSegmentWriter.Document?) throws(StoreError) -> Void
  ) {
    self.text = text
    self.change = change
    unsafe signal = .allocate(capacity: 1)
    unsafe sem_init(signal, 0, 0)
  }

  deinit {
    unsafe sem_destroy(signal)
    unsafe signal.deallocate()
  }

  /// Waits to be done, or to lead.
  func wait() -> Role {
    while unsafe sem_wait(signal) != 0, errno == EINTR {}
    return role
  }

  /// Waits to be told to lead, or for some time.
  ///
  /// - Returns: `false` when the time is over.
  func wait(until end: ContinuousClock.Instant) -> Bool {
    let rest = max(.zero, ContinuousClock.now.duration(to: end)).components
    return unsafe semaphore_wait_for(signal, rest.seconds * 1_000_000_000 + rest.attoseconds / 1_000_000_000)
  }

  func finish() {
    role = .done
    unsafe sem_post(signal)
  }

  func lead() {
    role = .lead
    unsafe sem_post(signal)
  }
}

/// Lets a closure that is kept write a result.
private final class ResultBox<Result: Sendable>: Sendable {
  let value = Mutex<Result?>(nil)
}
