// SPDX-License-Identifier: Apache-2.0

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
    /// Whether the oldest fresh document is given out next, instead of the newest.
    var isOldestsTurn = false
    /// The documents in work, which are claimed.
    var inWork: [DocumentID: Entry] = [:]
    var isClosed = false
  }

  private let state = Monitor(State())
  private let claims: DocumentClaims

  /// - Parameter claims: Documents that another order has claimed are not given out.
  init(claims: DocumentClaims = DocumentClaims()) { self.claims = claims }

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

  /// Whether there are fresh documents that nobody is reading.
  var hasFresh: Bool { state.update(waking: { _ in false }) { $0.fresh.contains { !claims.contains($0.document) } } }

  /// Removes and returns the fresh documents that were not given out.
  func takeFresh() -> [DocumentReference] {
    state.update { state in
      defer { state.fresh = [] }
      return state.fresh
    }
  }

  /// Begins a round. Forgets what is left of the previous one.
  func begin(_ round: [DocumentReference]) {
    state.update { state in
      state.end(claims)
      state.round = round
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
      if let next = state.next(claims) { return next }
      return state.inWork.isEmpty ? .some(nil) : nil
    }
  }

  /// Gives out the next document if there is one now; does not wait.
  func nextIfAny() -> Entry? { state.update { $0.isClosed ? nil : $0.next(claims) } }

  /// Records that documents are no longer in work: their contents were committed, or they have none
  /// to read.
  func finish(_ documents: [DocumentID]) {
    guard !documents.isEmpty else { return }
    state.update { state in claims.release(documents.filter { state.inWork.removeValue(forKey: $0) != nil }) }
  }

  /// Ends the round early: calls that wait return `nil`.
  func close() { state.update { $0.isClosed = true } }

  /// Ends the round: no document is in work any more. Those that are not finished and were fresh
  /// become fresh again. The rest of the round is forgotten, and its memory given back.
  func end() { state.update { $0.end(claims) } }
}

extension ReadingOrder.State {
  fileprivate mutating func next(_ claims: DocumentClaims) -> ReadingOrder.Entry? {
    let isRoundsTurn = freshInARow >= ReadingOrder.freshInARow && nextIndex < round.count
    if !isRoundsTurn, let index = nextFreshIndex(claims) {
      freshInARow += 1
      isOldestsTurn.toggle()
      return begin(ReadingOrder.Entry(reference: fresh.remove(at: index), isFresh: true))
    }
    freshInARow = 0
    while nextIndex < round.count {
      let reference = round[nextIndex]
      nextIndex += 1
      if claims.claim(reference.document) { return begin(ReadingOrder.Entry(reference: reference, isFresh: false)) }
    }
    return nil
  }

  fileprivate mutating func end(_ claims: DocumentClaims) {
    claims.release(inWork.keys)
    fresh += inWork.values.filter(\.isFresh).map(\.reference)
    inWork = [:]
    round = []
    nextIndex = 0
  }

  /// The position of the newest or the oldest fresh document, in turn: what a user does after a burst of
  /// changes does not wait for the burst, and nothing waits long while changes keep coming.
  private func nextFreshIndex(_ claims: DocumentClaims) -> Int? {
    isOldestsTurn
      ? fresh.firstIndex { claims.claim($0.document) } : fresh.lastIndex { claims.claim($0.document) }
  }

  private mutating func begin(_ entry: ReadingOrder.Entry) -> ReadingOrder.Entry {
    inWork[entry.reference.document] = entry
    return entry
  }
}
