// SPDX-License-Identifier: Apache-2.0

package import IndexStore
package import SystemSearch

/// A file or an item that was found in one of several indexes.
package enum FoundHit {
  case stored(SearchHit, Store)
  case system(SystemHit)

  package var path: [UInt8] {
    switch self {
    case .stored(let hit, _): hit.path
    case .system(let hit): hit.path
    }
  }

  /// Whether it was found only because it is similar in meaning.
  package var isRelated: Bool {
    switch self {
    case .stored(let hit, _): hit.isRelated
    case .system: false
    }
  }
}

/// Consecutive hits in one store, or in the system's index.
package enum FoundHits {
  case stored([SearchHit], Store)
  case system([SystemHit])

  package var hits: [FoundHit] {
    switch self {
    case .stored(let hits, let store): hits.map { .stored($0, store) }
    case .system(let hits): hits.map { .system($0) }
    }
  }

  /// Joins consecutive hits in the same index.
  package static func runs(of hits: [FoundHit]) -> [FoundHits] {
    var runs: [FoundHits] = []
    // The hits of the last run, which would be copied with each one that is added to an enumeration.
    var (stored, store, system): ([SearchHit], Store?, [SystemHit]) = ([], nil, [])
    func endRun() {
      if let store, !stored.isEmpty { runs.append(.stored(stored, store)) }
      if !system.isEmpty { runs.append(.system(system)) }
      (stored, system) = ([], [])
    }
    for hit in hits {
      switch hit {
      case .stored(let hit, let its):
        if store !== its || !system.isEmpty { endRun() }
        store = its
        stored.append(hit)
      case .system(let hit):
        if !stored.isEmpty { endRun() }
        system.append(hit)
      }
    }
    endRun()
    return runs
  }
}
