internal import IndexStore
internal import Synchronization

/// Which document is read next: what changed just now, then what the round found, the most recently modified first.
///
/// No document is given out again before its result is finished, so no two workers read the same file.
final class ReadingOrder: Sendable {
  /// Each time after so many fresh documents one of the round's is read, so that files which change without end do not hold the rest up.
  private static let freshInARow = 8

  private struct State {
    var place = 0
    var freshInARow = 0
    var inWork: Set<DocumentID> = []
  }

  private let round: [DocumentReference]
  private let fresh: FreshDocuments
  private let state = Mutex(State())

  init(_ round: [DocumentReference], fresh: FreshDocuments) {
    self.round = round
    self.fresh = fresh
  }

  /// The next document, which is in work from now on; `nil` when the round is over.
  func next() -> DocumentReference? {
    state.withLock { state in
      let isRoundsTurn = state.freshInARow >= Self.freshInARow && state.place < round.count
      if !isRoundsTurn, let document = fresh.next(except: state.inWork) {
        state.freshInARow += 1
        state.inWork.insert(document.document)
        return document
      }
      state.freshInARow = 0
      while state.place < round.count {
        let document = round[state.place]
        state.place += 1
        if state.inWork.insert(document.document).inserted { return document }
      }
      return nil
    }
  }

  /// The results of these documents are in the catalog, or there are none.
  func finish(_ documents: some Sequence<DocumentID>) { state.withLock { $0.inWork.subtract(documents) } }
}
