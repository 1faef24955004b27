// SPDX-License-Identifier: Apache-2.0

internal import Segments

/// What the index knows about a part of a query in one segment: the documents that match it, and
/// the undecided ones.
///
/// Invariant: the two sets are disjoint. A document in neither set does not match.
struct Bounds: Sendable {
  /// Documents that match.
  var certain: OrdinalSet
  /// Documents that may match; evaluation decides.
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

  /// All documents that may match: certain and undecided.
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

  /// The bounds of the negated part.
  var complement: Bounds { Bounds(certain: candidates.complement, undecided: undecided) }
}
