internal import Glibc
package import QueryLanguage
internal import Synchronization

extension Store {
  /// The documents that match a query.
  ///
  /// - Parameter paths: Only documents at these absolute paths or below them; empty for everywhere. A path that the catalog does not know
  ///   has no documents.
  /// - Parameter limit: How many to find at most, whichever come first.
  package func search(
    _ query: Query, in context: EvaluationContext = .current(), within paths: [[UInt8]] = [], limit: Int? = nil
  ) throws(StoreError) -> SearchResults {
    try search(CompiledPredicate(query, in: context), within: paths, limit: limit)
  }

  package func search(_ predicate: CompiledPredicate, within paths: [[UInt8]] = [], limit: Int? = nil) throws(StoreError) -> SearchResults {
    let parts = try scan(predicate, within: paths, limit: limit, isCounting: false)
    var results = parts.first?.results ?? SearchResults()
    for part in parts.dropFirst() { results.append(part.results) }
    if let limit { results.truncate(to: limit) }
    return results
  }

  /// How many documents match.
  package func count(_ query: Query, in context: EvaluationContext = .current(), within paths: [[UInt8]] = []) throws(StoreError) -> Int {
    try count(CompiledPredicate(query, in: context), within: paths)
  }

  package func count(_ predicate: CompiledPredicate, within paths: [[UInt8]] = []) throws(StoreError) -> Int {
    try scan(predicate, within: paths, limit: nil, isCounting: true).reduce(0) { $0 + $1.count }
  }

  private func scan(
    _ predicate: CompiledPredicate, within paths: [[UInt8]], limit: Int?, isCounting: Bool
  ) throws(StoreError) -> [Scan.Part] {
    if predicate.root == .constant(false) { return [] }
    let reach = predicate.requirements.isDisjoint(with: [.attributes, .text]) ? 1 : Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let snapshots = try SharedSnapshot.open(min(max(reach, 1), 8), of: self)
    let scope = try paths.isEmpty ? nil : snapshots[0].snapshot.scope(of: paths)
    let scan = Scan(predicate: predicate, scope: scope, limit: limit ?? .max, isCounting: isCounting)
    let progress = Scan.Progress()
    var parts = try SharedSnapshot.concurrently(snapshots) { snapshot throws(StoreError) in try scan.run(snapshot, progress) }
    parts.sort { $0.batch < $1.batch }
    return parts
  }
}
