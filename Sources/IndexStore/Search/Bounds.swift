internal import Segments

/// What the index says of a part of a query, for one segment: which documents fulfil it, and of which that is open.
///
/// Invariant: the two sets are disjoint; whatever is in neither does not fulfil it.
struct Bounds: Sendable {
  /// These do, for certain.
  var certain: OrdinalSet
  /// These may: the reference evaluator knows.
  var open: OrdinalSet

  init(certain: OrdinalSet) {
    self.certain = certain
    open = OrdinalSet(universe: certain.universe)
  }

  init(open: OrdinalSet) {
    certain = OrdinalSet(universe: open.universe)
    self.open = open
  }

  /// - Parameter open: May overlap `certain`.
  init(certain: OrdinalSet, open: OrdinalSet) {
    self.certain = certain
    self.open = open.isEmpty || certain.isEmpty ? open : open.subtracting(certain)
  }

  /// All that may fulfil it.
  var possible: OrdinalSet { open.isEmpty ? certain : certain.isEmpty ? open : certain.union(open) }

  var isEmpty: Bool { certain.isEmpty && open.isEmpty }

  func intersection(_ other: Bounds) -> Bounds {
    let both = certain.intersection(other.certain)
    if open.isEmpty && other.open.isEmpty { return Bounds(certain: both) }
    return Bounds(certain: both, open: possible.intersection(other.possible))
  }

  func intersection(_ set: OrdinalSet) -> Bounds {
    Bounds(certain: certain.intersection(set), open: open.isEmpty ? open : open.intersection(set))
  }

  func subtracting(_ set: OrdinalSet) -> Bounds {
    Bounds(certain: certain.subtracting(set), open: open.isEmpty ? open : open.subtracting(set))
  }

  func union(_ other: Bounds) -> Bounds {
    let either = certain.union(other.certain)
    if open.isEmpty && other.open.isEmpty { return Bounds(certain: either) }
    return Bounds(certain: either, open: open.union(other.open))
  }

  /// What the opposite is fulfilled by.
  var complement: Bounds { Bounds(certain: possible.complement, open: open) }
}
