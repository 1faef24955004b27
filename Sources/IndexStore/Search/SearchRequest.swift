internal import QueryLanguage

/// What is asked of a store.
struct SearchRequest: Sendable {
  enum Goal: Sendable {
    case hits
    /// Hits without their references: ``HitBatch/lines(_:terminator:)``.
    case paths
    /// Only their number is wanted.
    case count
  }

  var predicate: CompiledPredicate
  /// Absolute paths; empty for everywhere.
  var paths: [[UInt8]] = []
  /// `nil` for the order of references.
  var order: SearchOrder?
  /// How many to find at most: those that come first.
  var limit: Int?
  var goal = Goal.hits
  /// How hits are divided.
  var batches = SearchResults.BatchSize()
  /// Whether to note how the answer was found.
  var isExplained = false

  /// When so many are found, in the order of references, the answer is known.
  var sufficient: Int? { goal == .count || order != nil ? nil : limit }
}

/// What came of it.
struct SearchAnswer: Sendable {
  var results = SearchResults()
  var count = 0
  var explanation: SearchExplanation?
}
