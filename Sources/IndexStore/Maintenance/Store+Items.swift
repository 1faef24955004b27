// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import Synchronization

extension Store {
  /// Maximum number of items and bytes of text that one transaction stores, unless all changes must
  /// be committed together.
  private static let maximumAtOnce = (items: 1000, textBytes: 4 << 20)

  /// Changes the items of a store. When this returns, the changes survive a power failure.
  ///
  /// Changes with a client state are committed together with it, or not at all. Others are
  /// committed in parts, in the given order, so that other processes can write in between.
  ///
  /// - Returns: `false` when the client state differs from the expected one. Nothing was changed
  ///   then.
  /// - Complexity: About 10 µs for each item, and the time to index its text.
  package func apply(_ changes: [ItemChange], settingClientState state: ClientStateChange? = nil) throws(StoreError) -> Bool {
    precondition(access == .writeItems, "a store of items is opened for items")
    if let state {
      guard try applyTogether(changes[...], state) else { return false }
    } else {
      var rest = changes[...]
      while !rest.isEmpty {
        let part = Self.firstPart(of: rest)
        _ = try applyTogether(part, nil)
        rest = rest[part.endIndex...]
      }
    }
    try flush()
    return true
  }

  /// Removes rows of removed and expired items, builds lost and damaged segments again, and does
  /// merges that are due, unless another process maintains the store. Searches give the same answers
  /// before and after.
  package func settle() throws(StoreError) {
    try removeLeftovers()
    try relievePending()
    guard var maintainer = try Maintainer(of: self) else { return }
    try maintainer.finish(.besideWriting)
  }

  /// Removes rows of removed and expired items.
  package func removeLeftovers() throws(StoreError) {
    let (hasDetached, hasExpired) = try read { snapshot throws(StoreError) in
      (try snapshot.hasDetachedDirectories(), try !snapshot.hiddenDocuments(at: clock()).isEmpty)
    }
    if hasDetached { while try !write({ transaction throws(StoreError) in try transaction.sweep(limit: 2000) }) {} }
    if hasExpired { while try !write({ transaction throws(StoreError) in try transaction.removeExpired(limit: 2000) }) {} }
  }

  /// Indexes and merges what writers leave, unless another process does so. Writers and searches
  /// continue meanwhile.
  ///
  /// - Parameters:
  ///   - isQuiet: Nobody has written for a while. Writing more is then worthwhile for faster
  ///     searches.
  ///   - recentItems: Number of items that were written since it was quiet. While a program adds very
  ///     many, up to a quarter of them are left pending.
  ///   - isWanted: Called between the steps. Returning `false` leaves the rest for another time.
  package func maintainItems(isQuiet: Bool, recentItems: Int = 0, while isWanted: () -> Bool) throws(StoreError) {
    let pace = Maintainer.Pace.besideItems(maximumPending: min(max(UInt64(recentItems) / 4, 2000), 12_000))
    if !isQuiet {
      // Most calls find nothing to do, and must be cheap.
      func isDue(_ counters: Counters) -> Bool {
        counters.sequence - counters.indexed > pace.maximumPending || counters.pendingBytes > pace.maximumPendingBytes
      }
      let counters = try counters()
      let seen = try lease().generation.segmentsSeen.load(ordering: .relaxed)
      guard isDue(counters) || Int(counters.nextSegment) - Int(seen) >= Self.segmentsBetweenLooks else { return }
      try lease().generation.segmentsSeen.store(counters.nextSegment, ordering: .relaxed)
      // Does not need the maintenance lock.
      _ = try indexPending(where: isDue)
    }
    guard var maintainer = try Maintainer(of: self) else { return }
    while isWanted(), try maintainer.step(isQuiet ? .quiet : pace) != nil {}
  }

  private static func firstPart(of changes: ArraySlice<ItemChange>) -> ArraySlice<ItemChange> {
    var (items, textBytes) = (0, 0)
    for index in changes.indices {
      guard let content = changes[index].content else { continue }
      items += 1
      textBytes += content.text?.utf8.count ?? 0
      if items == maximumAtOnce.items || textBytes > maximumAtOnce.textBytes { return changes[...index] }
    }
    return changes
  }

  private func applyTogether(_ changes: ArraySlice<ItemChange>, _ state: ClientStateChange?) throws(StoreError) -> Bool {
    // Another process may change the same items in between. Documents that nobody else has cannot
    // conflict, so the second attempt always succeeds.
    for reusesDocuments in [true, false] {
      let prepared = try PreparedItems(changes, self, reusesDocuments: reusesDocuments)
      switch try commit(prepared, state) {
      case .done: return true
      case .unexpectedState: return false
      case .conflict: continue
      }
    }
    preconditionFailure("fresh documents conflicted")
  }

  private enum Outcome { case done, unexpectedState, conflict }

  private func commit(_ prepared: PreparedItems, _ state: ClientStateChange?) throws(StoreError) -> Outcome {
    try relieve()
    return try commit(if: { $0 == .done }) { transaction throws(StoreError) in
      if let state, case .state(let expected) = state.expected, try transaction.snapshot.clientState() ?? [] != expected ?? [] {
        return .unexpectedState
      }
      guard try transaction.apply(prepared) else { return .conflict }
      if let state { try transaction.setClientState(state.new) }
      return .done
    }
  }

  /// DocumentIDs that no other process or thread gets.
  func reserveDocuments(_ count: Int) throws(StoreError) -> Range<UInt64> {
    if count == 0 { return 0..<0 }
    return try reserved.withLock { reserved throws(StoreError) in
      if reserved.count < count {
        let wanted = UInt64(max(count, 256))
        reserved = try commit(announcing: false) { transaction throws(StoreError) in
          let first = transaction.pending.counters.nextDocument
          transaction.pending.counters.nextDocument += wanted
          return first..<first + wanted
        }
      }
      let taken = reserved.lowerBound..<reserved.lowerBound + UInt64(count)
      reserved = taken.upperBound..<reserved.upperBound
      return taken
    }
  }
}

/// Changes of items with documents and indexed texts, ready to be committed.
private struct PreparedItems {
  let changes: ArraySlice<ItemChange>
  /// The document of each change that has an item, in the order of the changes.
  private(set) var documents: [WriteTransaction.AssignedDocument] = []
  /// The text of each change that has an item.
  private(set) var texts: [WriteTransaction.ItemText?] = []
  let segment: TextSegmentWriter?

  /// - Parameter reusesDocuments: Whether items that exist keep their documents.
  init(_ changes: ArraySlice<ItemChange>, _ store: Store, reusesDocuments: Bool) throws(StoreError) {
    self.changes = changes
    let items = changes.compactMap(\.content)
    var present: [DocumentID?] = []
    if reusesDocuments {
      present = try store.read { snapshot throws(StoreError) in
        var present: [DocumentID?] = []
        // Only the first of several changes of an item can reuse its document.
        var seen: Set<String> = []
        for item in items {
          let isFirst = seen.insert(item.identifier).inserted
          present.append(isFirst ? try snapshot.reference(ofItem: item.identifier, at: store.clock())?.document : nil)
        }
        return present
      }
    } else {
      present = items.map { _ in nil }
    }
    let (known, freshCount) = (present, present.count { $0 == nil })
    var fresh = try store.reserveDocuments(freshCount).makeIterator()
    documents = known.map { document in
      document.map { .present($0) } ?? .fresh(DocumentID(rawValue: fresh.next() ?? 0))
    }
    guard items.contains(where: { $0.text != nil }) else {
      texts = items.map { _ in nil }
      segment = nil
      return
    }
    let segment = try TextSegmentWriter(for: store)
    let compressor = TextCompressor()
    for (item, document) in zip(items, documents) {
      guard let text = item.text, !text.isEmpty else {
        texts.append(nil)
        continue
      }
      let bytes = Array(text.utf8)
      let chunks = try compressor.compress(bytes.span)
      let indexed = try segment.beginDocument(document.id)
      try segment.add(bytes.span)
      texts.append(WriteTransaction.ItemText(chunks: chunks, document: indexed))
    }
    try segment.finish()
    self.segment = segment
  }
}

extension WriteTransaction {
  /// - Returns: `false` when another process has changed one of the items meanwhile. The
  ///   transaction must then be abandoned.
  fileprivate func apply(_ prepared: PreparedItems) throws(StoreError) -> Bool {
    if let segment = prepared.segment { try add(segment) }
    var next = 0
    for change in prepared.changes {
      switch change {
      case .put(let item):
        guard try putItem(item, as: prepared.documents[next], prepared.texts[next]) else { return false }
      case .update(let update):
        guard try updateItem(update, as: prepared.documents[next], prepared.texts[next]) else { return false }
      case .remove(let identifiers):
        for identifier in identifiers { try removeItem(identifier) }
      case .removeDomain(let domain): try removeDomain(domain)
      case .removeAll: try removeAllItems()
      }
      if change.content != nil { next += 1 }
    }
    return true
  }
}
