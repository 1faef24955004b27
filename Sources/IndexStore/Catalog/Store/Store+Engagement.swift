// SPDX-License-Identifier: Apache-2.0

extension Store {
  /// Records what a person did with the results of a query. It survives a power failure.
  ///
  /// Does nothing if the store does not have the item.
  package func record(_ engagement: Engagement) throws(StoreError) {
    try recordDurably { transaction throws(StoreError) in
      let time = transaction.pending.now
      guard let chosen = try transaction.snapshot.reference(ofItem: engagement.item, at: time) else { return }
      let query = EngagementRow.folded(engagement.query)
      for identifier in engagement.passed.suffix(Engagement.lossOfPassed.count) {
        guard let passed = try transaction.snapshot.reference(ofItem: identifier, at: time), passed != chosen else { continue }
        try transaction.addEngagement(-Engagement.lossOfPassed.weight, passed.document, query, engagement.query)
      }
      try transaction.addEngagement(engagement.weight, chosen.document, query, engagement.query)
    }
  }

  /// Records that a person chose a suggestion, so that it is suggested again.
  package func record(chosenSuggestion text: String) throws(StoreError) {
    try recordDurably { transaction throws(StoreError) in
      try transaction.addEngagement(1, DocumentID(rawValue: 0), EngagementRow.folded(text), text)
    }
  }

  private func recordDurably(_ body: (borrowing WriteTransaction) throws(StoreError) -> Void) throws(StoreError) {
    // Nothing that a search finds has changed, only the order.
    try commit(announcing: false) { transaction throws(StoreError) in
      try body(transaction)
      try transaction.limitEngagement()
    }
    try flush()
  }
}
