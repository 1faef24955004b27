package import QueryLanguage

extension Store {
  /// Which of some documents match: those that a search everywhere would find. Only they are looked at.
  ///
  /// - Returns: In the order of references; a document that is gone does not match.
  /// - Complexity: 2 µs a document; where texts are asked for, a search in the segments that have theirs.
  package func matches(
    _ predicate: CompiledPredicate, among references: [DocumentReference]
  ) throws(StoreError) -> [DocumentReference] {
    let references = references.sorted()
    return try retrying { missing throws(StoreError) in
      try read { snapshot throws(StoreError) in
        var folders = try DirectoryResolver(snapshot, scope: nil, keepingPaths: false)
        var found: [DocumentReference] = []
        for reference in try snapshot.matches(predicate, among: references, missing: missing) {
          if try folders.sees(reference) { found.append(reference) }
        }
        return found
      }
    }
  }

  /// Calls `body` again when a segment was merged away from under it.
  ///
  /// - Parameter body: Is given the segment that was missing the last time: one that is listed still is lost.
  func retrying<Result>(_ body: (_ missing: String?) throws(StoreError) -> Result) throws(StoreError) -> Result {
    var missing: String?
    for _ in 0..<Self.maximumSnapshots {
      do throws(StoreError) {
        return try body(missing)
      } catch {
        guard case .outdatedSnapshot(let path) = error, path != missing else { throw error }
        missing = path
      }
    }
    throw .outdatedSnapshot(path: missing ?? path)
  }

  /// Merges that may overtake one search.
  private static let maximumSnapshots = 100
}

extension Snapshot {
  /// Which of some documents match, whether or not they are hidden.
  ///
  /// - Parameter references: Ascending.
  func matches(
    _ predicate: CompiledPredicate, among references: [DocumentReference], missing: String? = nil
  ) throws(StoreError) -> [DocumentReference] {
    if references.isEmpty { return [] }
    var texts = TextMatches([])
    if predicate.requirements.contains(.text) {
      do throws(StoreError) {
        texts = try TextMatches(try segmentSet(of: [.text]).text, of: references.map(\.document.rawValue).sorted())
      } catch {
        if let path = error.damagedSegment(missing: missing) { Store.reportDamage(of: path) }
        throw error
      }
    }
    return try RowEvaluation(predicate: predicate, texts: texts).matches(references, in: self).map { references[$0] }
  }
}

extension StoreError {
  /// The segment whose file is damaged or lost, when that is the error.
  ///
  /// - Parameter missing: A segment that an earlier snapshot already lacked.
  func damagedSegment(missing: String?) -> String? {
    switch self {
    case .damagedSegment(let path, _): path
    case .outdatedSnapshot(let path): path == missing ? path : nil
    default: nil
    }
  }
}
