internal import IndexStore
internal import Threading

/// Decides which document is read next: fresh documents first, then those of the present round,
/// which are in descending order of modification time.
///
/// A document that was given out is not given out again until it is finished, so two workers never
/// read the same file. Thread-safe.
final class ReadingOrder: Sendable {
  /// After this number of fresh documents, one of the round is given out, so that files that change
  /// continually do not block the round.
  fileprivate static let freshInARow = 8
  /// If more documents are fresh, the order forgets them all, and a round reads them. Limits the
  /// memory, of 16 bytes each.
  private static let maximumFresh = 10_000

  /// A document to read.
  struct Entry: Sendable, Equatable {
    var reference: DocumentReference
    /// Whether the document changed just now, so that a user may be waiting for it.
    var isFresh: Bool
  }

  fileprivate struct State {
    var fresh: [DocumentReference] = []
    var round: [DocumentReference] = []
    var nextIndex = 0
    var freshInARow = 0
    var inWork: Set<DocumentID> = []
    var isClosed = false
  }

  private let state = Monitor(State())

  /// Adds documents that changed just now, which are read before those of the round.
  ///
  /// This affects the order only. The catalog records which documents are pending, so documents
  /// that are forgotten here are read in a later round.
  func add(fresh documents: some Collection<DocumentReference>) {
    guard !documents.isEmpty else { return }
    state.update { state in
      state.fresh += documents
      if state.fresh.count > Self.maximumFresh { state.fresh = [] }
    }
  }

  var hasFresh: Bool { state.update(waking: { _ in false }) { !$0.fresh.isEmpty } }

  /// Begins a round. Forgets what is left of the previous one.
  func begin(_ round: [DocumentReference]) {
    state.update { state in
      state.round = round
      state.nextIndex = 0
      state.isClosed = false
    }
  }

  /// Gives out the next document. If there is none but some are in work, waits for a fresh
  /// document, or until all are finished.
  ///
  /// - Returns: `nil` if the round is over or was closed.
  func next() -> Entry? {
    state.wait { state -> Entry?? in
      if state.isClosed { return .some(nil) }
      if let next = state.next() { return next }
      return state.inWork.isEmpty ? .some(nil) : nil
    }
  }

  /// Gives out the next document if there is one now; does not wait.
  func nextIfAny() -> Entry? { state.update { $0.isClosed ? nil : $0.next() } }

  /// Records that documents are no longer in work: their contents were committed, or they have none
  /// to read.
  func finish(_ documents: [DocumentID]) {
    if !documents.isEmpty { state.update { $0.inWork.subtract(documents) } }
  }

  /// Ends the round early. Calls that wait return `nil`, and no document is in work any more.
  func close() {
    state.update { state in
      state.isClosed = true
      state.inWork = []
    }
  }
}

extension ReadingOrder.State {
  fileprivate mutating func next() -> ReadingOrder.Entry? {
    let isRoundsTurn = freshInARow >= ReadingOrder.freshInARow && nextIndex < round.count
    if !isRoundsTurn, let index = fresh.lastIndex(where: { !inWork.contains($0.document) }) {
      freshInARow += 1
      let reference = fresh.remove(at: index)
      inWork.insert(reference.document)
      return ReadingOrder.Entry(reference: reference, isFresh: true)
    }
    freshInARow = 0
    while nextIndex < round.count {
      let reference = round[nextIndex]
      nextIndex += 1
      if inWork.insert(reference.document).inserted { return ReadingOrder.Entry(reference: reference, isFresh: false) }
    }
    return nil
  }
}
