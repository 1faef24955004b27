// SPDX-License-Identifier: Apache-2.0

extension Store {
  /// Changes the catalog atomically: an error from `body` undoes everything.
  ///
  /// Waits while another thread or process writes. `body` runs on the calling thread. If earlier
  /// changes left work that no maintainer does, this indexes pending changes before the write, or
  /// merges before or after it.
  package func write<Result>(_ body: (borrowing WriteTransaction) throws(StoreError) -> Result) throws(StoreError) -> Result {
    try relieve()
    defer { mergeIfDue() }
    return try commit(body)
  }

  /// The numbers of content types. New types get the next numbers; only then the catalog is
  /// written.
  package func typeIDs(for types: [ContentType]) throws(StoreError) -> [TypeID] {
    let numbers = try read { snapshot throws(StoreError) in try snapshot.typeNumbers() }
    if types.allSatisfy({ numbers[$0] != nil }) { return types.map { numbers[$0] ?? .unknown } }
    return try write { transaction throws(StoreError) in
      var ids: [TypeID] = []
      for type in types { ids.append(try transaction.typeID(for: type)) }
      return ids
    }
  }
}
