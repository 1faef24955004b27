internal import CSystem
internal import Glibc
internal import Synchronization

/// Commits small changes of many threads together: one write to the disk and one text segment for
/// all changes submitted since the previous commit.
///
/// There is no separate thread. The first thread that submits a change leads: it commits all
/// waiting changes and then hands over to one of the threads that came meanwhile. A change that
/// comes alone is committed at once. While several threads keep submitting, commits follow at the
/// interval of ``CommitPace``.
package final class GroupCommitter: Sendable {
  /// Maximum number of changes in a transaction. Other writers wait for it.
  private static let maximumGroupSize = 256
  /// Maximum time that a change waits for others. Including the previous commit and its own, it is
  /// then committed within 20 ms.
  private static let interval = Duration.milliseconds(10)
  /// Memory for the tokens of a transaction's texts, in bytes.
  private static let tokenMemory = 16 << 20

  /// The text of a document, in UTF-8.
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
    /// Number of changes that are being committed.
    var underWay = 0
    /// Whether a thread is leading and will take care of waiting changes.
    var isLed = false
    /// The submission of the leading thread while it waits for others.
    var pausing: Submission?
    var pace: CommitPace

    /// - Returns: The submission of a leader that must stop waiting; `nil` for none.
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

  /// Number of changes that are submitted but not committed yet.
  var pendingCount: Int { state.withLock { $0.waiting.count + $0.underWay } }

  /// Makes a change and returns when it is committed.
  ///
  /// - Parameters:
  ///   - text: Added to the text layer together with the change.
  ///   - change: Receives the document of `text` in the text segment, for
  ///     ``WriteTransaction/setContent(_:ifStatusIs:record:type:textChunks:text:warning:state:)``.
  ///     It may run on another thread, and more than once: if another change of the group fails,
  ///     all changes are undone and the remaining ones are made again.
  /// - Throws: The error of `change`, which affects no other thread, or the error of the
  ///   transaction.
  package func commit<Result: Sendable>(
    text: Text? = nil, _ change: @escaping @Sendable (borrowing WriteTransaction, TextSegmentWriter.Document?) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let box = ResultBox<Result>()
    let submission = Submission(text) { transaction, document throws(StoreError) in
      let value = try change(transaction, document)
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

  /// Commits the waiting changes, including the caller's, and makes the next waiting thread the
  /// leader.
  ///
  /// - Parameter leader: The submission of the calling thread.
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
    // Runs after the other threads continue, because they need not wait for it.
    store.tidy()
  }

  /// Waits for further changes until `end`, or until it is told that no more can come.
  private func pause(_ leader: Submission, until end: ContinuousClock.Instant) {
    if leader.wait(until: end) { return }
    // Another thread has taken the submission and raises its signal. Consume that signal, so that a
    // later wait does not return because of it.
    if state.withLock({ $0.pausing.take() }) == nil { _ = leader.wait() }
  }

  /// Commits a group. If one change fails, the others are committed without it. If another one
  /// fails, each is committed separately, which bounds the number of attempts.
  private func commit(_ group: [Submission]) {
    guard let failed = attempt(group) else { return }
    let others = group.filter { $0 !== failed }
    guard !others.isEmpty, attempt(others) != nil else { return }
    for submission in others { _ = attempt([submission]) }
  }

  /// Makes the changes of a group in one transaction.
  ///
  /// - Returns: The change that failed, in which case nothing was committed. `nil` when every
  ///   submission has its result or the error of the transaction.
  private func attempt(_ group: [Submission]) -> Submission? {
    var current: Submission?
    for submission in group { submission.error = nil }
    do throws(StoreError) {
      let (texts, documents) = try textSegment(of: group)
      try store.relieve()
      try store.commit { transaction throws(StoreError) in
        if let texts { try transaction.add(texts) }
        for (submission, document) in zip(group, documents) {
          current = submission
          try submission.change(transaction, document)
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
    var documents: [TextSegmentWriter.Document?] = []
    for submission in group {
      var document: TextSegmentWriter.Document?
      if let text = submission.text {
        document = try texts.beginDocument(text.document)
        try texts.add(text.bytes.span)
      }
      documents.append(document)
    }
    try texts.finish()
    return (texts, documents)
  }
}

/// A submitted change, and the signal that its thread waits for.
@safe private final class Submission: @unchecked Sendable {
  // Safe to share: the leading thread writes `error` and `role` before it raises `signal`, and the
  // waiting thread reads them afterwards.
  enum Role { case lead, done }

  let text: GroupCommitter.Text?
  /// The thread that submitted the change.
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

  /// Waits until the change is committed or the thread must lead.
  func wait() -> Role {
    while unsafe sem_wait(signal) != 0, errno == EINTR {}
    return role
  }

  /// Waits until the thread must lead, or until `end`.
  ///
  /// - Returns: `false` if the time passed without a signal.
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

/// Holds the result of a stored closure.
private final class ResultBox<Result: Sendable>: Sendable {
  let value = Mutex<Result?>(nil)
}
