internal import Segments

/// What the index says of a part of a query, for one segment: which documents fulfil it, and which are undecided.
///
/// Invariant: the two sets are disjoint; whatever is in neither does not fulfil it.
struct Bounds: Sendable {
  /// These do, for certain.
  var certain: OrdinalSet
  /// These may: the reference evaluator knows.
  var undecided: OrdinalSet

  init(certain: OrdinalSet) {
    self.certain = certain
    undecided = OrdinalSet(universe: certain.universe)
  }

  init(undecided: OrdinalSet) {
    certain = OrdinalSet(universe: undecided.universe)
    self.undecided = undecided
  }

  /// - Parameter undecided: May overlap `certain`.
  init(certain: OrdinalSet, undecided: OrdinalSet) {
    self.certain = certain
    self.undecided = undecided.isEmpty || certain.isEmpty ? undecided : undecided.subtracting(certain)
  }

  /// All documents that may fulfil it: the certain and the undecided ones.
  var candidates: OrdinalSet { undecided.isEmpty ? certain : certain.isEmpty ? undecided : certain.union(undecided) }

  var isEmpty: Bool { certain.isEmpty && undecided.isEmpty }

  func intersection(_ other: Bounds) -> Bounds {
    let both = certain.intersection(other.certain)
    if undecided.isEmpty && other.undecided.isEmpty { return Bounds(certain: both) }
    return Bounds(certain: both, undecided: candidates.intersection(other.candidates))
  }

  func intersection(_ set: OrdinalSet) -> Bounds {
    Bounds(certain: certain.intersection(set), undecided: undecided.isEmpty ? undecided : undecided.intersection(set))
  }

  func subtracting(_ set: OrdinalSet) -> Bounds {
    Bounds(certain: certain.subtracting(set), undecided: undecided.isEmpty ? undecided : undecided.subtracting(set))
  }

  func union(_ other: Bounds) -> Bounds {
    let either = certain.union(other.certain)
    if undecided.isEmpty && other.undecided.isEmpty { return Bounds(certain: either) }
    return Bounds(certain: either, undecided: undecided.union(other.undecided))
  }

  /// What the opposite is fulfilled by.
  var complement: Bounds { Bounds(certain: candidates.complement, undecided: undecided) }
}
