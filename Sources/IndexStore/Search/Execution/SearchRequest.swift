// SPDX-License-Identifier: Apache-2.0

internal import QueryLanguage
internal import Segments

/// A search request.
struct SearchRequest: Sendable {
  enum Goal: Sendable {
    case hits
    /// Hits without their references; for ``HitBatch/lines(_:terminator:)``.
    case paths
    /// Only the number of hits.
    case count
    /// The documents, before names and paths are read.
    case documents
  }

  var predicate: CompiledPredicate
  /// Absolute paths of the scope; empty for no restriction.
  var paths: [[UInt8]] = []
  /// The documents that count; `nil` for all. Neither the result nor the steps of the search depend on others.
  var visible: DocumentIDSet?
  /// `nil` for the order of references.
  var order: SearchOrder?
  /// Maximum number of hits; the first ones are returned. `nil` for no limit.
  var limit: Int?
  var goal = Goal.hits
  /// How hits are divided into batches.
  var batches = SearchResults.BatchSize()
  /// Whether to record how the query was answered.
  var isExplained = false

  /// Number of matches, in the order of references, after which the search may stop; `nil` when all
  /// matches are needed.
  var sufficient: Int? { goal == .count || goal == .documents || order != nil ? nil : limit }
}

/// The result of a request.
struct SearchAnswer: Sendable {
  var results = SearchResults()
  var count = 0
  /// For ``SearchRequest/Goal/documents``.
  var documents = FoundDocuments()
  var explanation: SearchExplanation?
}
