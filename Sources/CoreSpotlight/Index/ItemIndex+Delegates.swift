// SPDX-License-Identifier: Apache-2.0

internal import Applications
internal import Dispatch
internal import IndexStore
internal import Synchronization

/// What delegates of a program, or its index extension, are told.
extension ItemIndex {
  /// A delegate and its index.
  struct Observer: Sendable {
    let didThrottle: @Sendable () -> Void
    let didFinishThrottle: @Sendable () -> Void
    /// Asks the delegate to add all items again. Returns `false` if there is none.
    let reindexAll: @Sendable (Acknowledgement) -> Bool
    /// Tells the delegate that the index has found out something about items. Returns `false` if there is none.
    let didUpdate: @Sendable ([FoundItem]) -> Bool
    /// Whether the index object still exists.
    let isAlive: @Sendable () -> Bool
  }

  func add(_ observer: Observer) {
    state.withLock { state in
      state.observers.removeAll { !$0.isAlive() }
      state.observers.append(observer)
    }
  }

  /// A program with a delegate has begun to use the index: looks for damage, and for items that have to
  /// be added again.
  func delegateAppeared() {
    queue.async {
      self.lookForDamage()
      self.answerRequest()
    }
    delegateQueue.async { self.deliverNotice() }
  }

  /// Passes the request to add all items again, if there is one, to a delegate. Without a delegate, and
  /// without an acknowledgement, the request stays.
  func answerRequest() {
    delegateQueue.async {
      // An extension, which has no delegate, takes the request at the same time.
      guard !self.observers.isEmpty, let request = self.takeRequest() else { return }
      let acknowledgement = Acknowledgement { isGiven in
        guard isGiven else { return }
        // Items that are still being written could be lost otherwise.
        SubmittedChanges.finish()
        request.finishIfPossible()
      }
      _ = self.observers.contains { $0.reindexAll(acknowledgement) }
    }
  }

  /// Takes the request to add all items again; `nil` if there is none, or somebody else answers it.
  func takeRequest() -> ReindexRequest? { ReindexRequest.takeIfPossible(for: path) }

  /// Tells delegates, or else the index extension, which `mds` starts, that items have results.
  func tell(of updated: [String]) {
    // A program may end as soon as its changes are written.
    if observers.isEmpty { return recordNotice(of: updated) }
    delegateQueue.async { if !self.deliver(updated) { self.recordNotice(of: updated) } }
  }

  private func recordNotice(of updated: [String]) {
    guard IndexExtension.of(name.bundle, in: DataFolders()) != nil else { return }
    // Without the notice, the program only hears nothing: the results are in the index.
    try? UpdateNotice.record(updated, for: path)
  }

  /// Delivers the notice for a program that did not listen.
  private func deliverNotice() {
    // An extension may be taking it at the same time. Errors are left to the next attempt.
    guard !observers.isEmpty, let notice = takeNotice(), deliver(notice.identifiers) else { return }
    notice.finishIfPossible()
  }

  /// Takes the notice of results; `nil` if there is none, or somebody else delivers it.
  func takeNotice() -> UpdateNotice? { (try? UpdateNotice.take(for: path)) ?? nil }

  /// - Returns: Whether there is a delegate.
  private func deliver(_ updated: [String]) -> Bool {
    let observers = observers
    guard !observers.isEmpty else { return false }
    for items in updatedItems(updated) where !observers.contains(where: { $0.didUpdate(items) }) { return false }
    return true
  }

  private var observers: [Observer] { state.withLock { $0.observers }.filter { $0.isAlive() } }

  func notify(_ body: @escaping @Sendable (Observer) -> Void) {
    delegateQueue.async { self.observers.forEach(body) }
  }
}

extension ReindexRequest {
  /// Errors are left to the next attempt: the file of the request is still there.
  fileprivate static func takeIfPossible(for store: String) -> ReindexRequest? { (try? take(for: store)) ?? nil }

  /// If this fails, the items are added once more than necessary.
  func finishIfPossible() { try? finish() }
}

extension UpdateNotice {
  /// If this fails, the program hears once more than necessary.
  func finishIfPossible() { try? finish() }
}
