package import QueryLanguage

extension Store {
  /// Those of the hints that no document disproves.
  package func upheld(_ hints: [QueryHint]) throws(StoreError) -> [QueryHint] {
    var upheld: [QueryHint] = []
    for hint in hints {
      if let disproof = hint.disproof, try count(Query(disproof)) > 0 { continue }
      upheld.append(hint)
    }
    return upheld
  }
}
