// SPDX-License-Identifier: Apache-2.0

package import QueryLanguage

extension Store {
  /// The documents that match a predicate, among some documents. Only these are evaluated;
  /// hidden ones and those in detached directories do not match.
  ///
  /// - Returns: The matching documents in the order of references. A document that is gone does not
  ///   match.
  /// - Complexity: 2 µs for each document; if the predicate tests texts, also a search of the
  ///   segments with their texts.
  package func matches(
    _ predicate: CompiledPredicate, among references: [DocumentReference]
  ) throws(StoreError) -> [DocumentReference] {
    let references = references.sorted()
    return try retrying { missing throws(StoreError) in
      try read { snapshot throws(StoreError) in
        var folders = try DirectoryResolver(snapshot, scope: nil, keepingPaths: false)
        let hidden = try snapshot.hiddenDocuments(at: clock())
        var found: [DocumentReference] = []
        for reference in try snapshot.matches(predicate, among: references, missing: missing)
        where !hidden.containsAscending(reference.document.rawValue) {
          if try folders.sees(reference) { found.append(reference) }
        }
        return found
      }
    }
  }

  /// Calls `body`, and calls it again with a new snapshot if a segment was merged meanwhile.
  ///
  /// - Parameter body: Receives the path of the segment that was missing the last time. If it is
  ///   still listed, its file is lost.
  func retrying<Result>(_ body: (_ missing: String?) throws(StoreError) -> Result) throws(StoreError) -> Result {
    var missing: String?
    for _ in 0..<Self.maximumSnapshots {
      do throws(StoreError) {
        return try reportingDamageOfCatalog { () throws(StoreError) in try body(missing) }
      } catch {
        guard case .outdatedSnapshot(let path) = error, path != missing else { throw error }
        missing = path
      }
    }
    throw .outdatedSnapshot(path: missing ?? path)
  }

  /// Maximum number of attempts, so of merges that may overtake one search.
  private static let maximumSnapshots = 100
}

extension Snapshot {
  /// The documents that match a predicate, among some documents, including those in detached
  /// directories.
  ///
  /// - Parameter references: In ascending order.
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
  /// The path of the damaged or lost segment, if that is the error; otherwise `nil`.
  ///
  /// - Parameter missing: A segment that was missing already in an earlier snapshot.
  func damagedSegment(missing: String?) -> String? {
    switch self {
    case .damagedSegment(let path, _): path
    case .outdatedSnapshot(let path): path == missing ? path : nil
    default: nil
    }
  }
}
