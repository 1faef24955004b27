internal import IndexStore
internal import Threading

/// Which document is read next: what changed just now, then what the round found, the most recently modified first.
///
/// No document is given out again before its result is finished, so no two workers read the same file.
final class ReadingOrder: Sendable {
  /// Each time after so many fresh documents one of the round's is read, so that files which change without end do not hold the rest up.
  fileprivate static let freshInARow = 8
  /// More fresh documents than so many are no small change any more: they are left to a round. 16 bytes are held for each.
  private static let maximumFresh = 10_000

  /// A document to read.
  struct Entry: Sendable, Equatable {
    var reference: DocumentReference
    /// Whether it changed just now, so that somebody may be waiting for it.
    var isFresh: Bool
  }

  fileprivate struct State {
    var fresh: [DocumentReference] = []
    var round: [DocumentReference] = []
    var place = 0
    var freshInARow = 0
    var inWork: Set<DocumentID> = []
    var isClosed = false
  }

  private let state = Monitor(State())

  /// Has documents that changed just now read before what waits since the crawl.
  ///
  /// Only a hint about order: the catalog knows what is pending, so whatever is forgotten here is read all the same, later.
  func add(fresh documents: some Collection<DocumentReference>) {
    guard !documents.isEmpty else { return }
    state.update { state in
      state.fresh += documents
      if state.fresh.count > Self.maximumFresh { state.fresh = [] }
    }
  }

  var hasFresh: Bool { state.update(waking: { _ in false }) { !$0.fresh.isEmpty } }

  /// Begins a round, with the next document first. What an earlier round left is forgotten.
  func begin(_ round: [DocumentReference]) {
    state.update { state in
      state.round = round
      state.place = 0
      state.isClosed = false
    }
  }

  /// The next document, which is in work from now on. Waits where there is none but may be: documents are in work, and others may change
  /// meanwhile.
  ///
  /// - Returns: `nil` when the round is over, or was closed.
  func next() -> Entry? {
    state.wait { state -> Entry?? in
      if state.isClosed { return .some(nil) }
      if let next = state.next() { return next }
      return state.inWork.isEmpty ? .some(nil) : nil
    }
  }

  /// The next document if there is one now.
  func nextIfAny() -> Entry? { state.update { $0.isClosed ? nil : $0.next() } }

  /// The results of these documents are in the catalog, or there are none.
  func finish(_ documents: [DocumentID]) {
    if !documents.isEmpty { state.update { $0.inWork.subtract(documents) } }
  }

  /// Ends the round before its time: nothing is given out any more, nobody waits, and nothing is in work.
  func close() {
    state.update { state in
      state.isClosed = true
      state.inWork = []
    }
  }
}

extension ReadingOrder.State {
  fileprivate mutating func next() -> ReadingOrder.Entry? {
    let isRoundsTurn = freshInARow >= ReadingOrder.freshInARow && place < round.count
    if !isRoundsTurn, let index = fresh.lastIndex(where: { !inWork.contains($0.document) }) {
      freshInARow += 1
      let reference = fresh.remove(at: index)
      inWork.insert(reference.document)
      return ReadingOrder.Entry(reference: reference, isFresh: true)
    }
    freshInARow = 0
    while place < round.count {
      let reference = round[place]
      place += 1
      if inWork.insert(reference.document).inserted { return ReadingOrder.Entry(reference: reference, isFresh: false) }
    }
    return nil
  }
}
