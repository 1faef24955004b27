extension Store {
  /// Changes the catalog, all or nothing: an error from `body` undoes everything.
  ///
  /// Waits while another thread or process writes. `body` runs on the calling thread. What the changes so far leave to be indexed or
  /// merged is seen to before or after, where nobody else does.
  package func write<Result>(_ body: (borrowing WriteTransaction) throws(StoreError) -> Result) throws(StoreError) -> Result {
    try relieve()
    defer { mergeIfDue() }
    return try commit(body)
  }

  /// The numbers of content types, given one where they are new. Writes only then.
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
