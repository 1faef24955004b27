// SPDX-License-Identifier: Apache-2.0

package import QueryLanguage

extension Store {
  /// The hints that no document of the store disproves.
  package func upheld(_ hints: [QueryHint]) throws(StoreError) -> [QueryHint] {
    var upheld: [QueryHint] = []
    for hint in hints {
      if let disproof = hint.disproof, try count(Query(disproof)) > 0 { continue }
      upheld.append(hint)
    }
    return upheld
  }
}
