package import QueryLanguage

extension Store {
  /// The documents that match a query.
  ///
  /// - Parameter paths: Only documents at these absolute paths or below them; empty for everywhere. A path that the catalog does not know
  ///   has no documents.
  /// - Parameter limit: How many to find at most: those that come first in the order of references.
  package func search(
    _ query: Query, in context: EvaluationContext = .current(), within paths: [[UInt8]] = [], limit: Int? = nil
  ) throws(StoreError) -> SearchResults {
    try search(CompiledPredicate(query, in: context), within: paths, limit: limit)
  }

  package func search(_ predicate: CompiledPredicate, within paths: [[UInt8]] = [], limit: Int? = nil) throws(StoreError) -> SearchResults {
    try answer(SearchRequest(predicate: predicate, paths: paths, limit: limit)).results
  }

  /// How many documents match.
  package func count(_ query: Query, in context: EvaluationContext = .current(), within paths: [[UInt8]] = []) throws(StoreError) -> Int {
    try count(CompiledPredicate(query, in: context), within: paths)
  }

  package func count(_ predicate: CompiledPredicate, within paths: [[UInt8]] = []) throws(StoreError) -> Int {
    try answer(SearchRequest(predicate: predicate, paths: paths, goal: .count)).count
  }

  /// Documents, those that still exist, in the order in which they are given.
  package func results(listing references: [DocumentReference]) throws(StoreError) -> SearchResults {
    SearchResults(references, try lease())
  }

  /// Answers a query and tells how; the hits themselves are only counted.
  package func explain(_ predicate: CompiledPredicate, within paths: [[UInt8]] = []) throws(StoreError) -> SearchExplanation {
    let request = SearchRequest(predicate: predicate, paths: paths, goal: .count, isExplained: true)
    guard let explanation = try answer(request).explanation else { preconditionFailure("a request to be explained is explained") }
    return explanation
  }

  func answer(_ request: SearchRequest) throws(StoreError) -> SearchAnswer {
    if !request.isExplained, request.predicate.root == .constant(false) || request.limit == 0 { return SearchAnswer() }
    return try retrying { missing throws(StoreError) in
      let snapshots = try SharedSnapshot.open(SharedSnapshot.processors, of: self)
      return try SearchExecution(request: request, store: self, snapshots: snapshots, missing: missing).run()
    }
  }
}
