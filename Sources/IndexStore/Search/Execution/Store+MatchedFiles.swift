// SPDX-License-Identifier: Apache-2.0

package import QueryLanguage
internal import Segments
internal import Threading

/// A document as it was in the snapshot in which it matched.
package struct MatchedFile: Sendable {
  package let reference: DocumentReference
  package let status: FileStatus
  package let content: ContentState
}

extension Store {
  /// As ``search(_:within:orderedBy:limit:)``, with the documents as they were in the snapshot of the search. All of
  /// them are read before the search returns; each takes about a hundred bytes.
  ///
  /// - Parameters:
  ///   - viewer: Only documents that count for this user are found; `nil` for all.
  ///   - lessVisible: Documents that count for this one, too, are left out.
  package func matchedFiles(
    _ predicate: CompiledPredicate, within paths: [[UInt8]], orderedBy order: SearchOrder?, limit: Int?, for viewer: Viewer? = nil,
    butNotFor lessVisible: Viewer? = nil
  ) throws(StoreError) -> [MatchedFile] {
    if predicate.root == .constant(false) || limit == 0 { return [] }
    return try retrying { missing throws(StoreError) in
      let snapshots = try SharedSnapshot.open(Parallel.threadCount, of: self)
      var request = SearchRequest(predicate: predicate, paths: paths, order: order, limit: limit)
      request.visible = try viewer.map { viewer throws(StoreError) in try VisibleDocuments.find(viewer, in: snapshots) }
      if let lessVisible, let visible = request.visible {
        request.visible = visible.subtracting(try VisibleDocuments.find(lessVisible, in: snapshots))
      }
      let answer = try SearchExecution(request: request, store: self, snapshots: snapshots, missing: missing).run()
      var files: [MatchedFile] = []
      for reference in try answer.results.references() {
        if let file = try snapshots[0].snapshot.matchedFile(reference) { files.append(file) }
      }
      return files
    }
  }
}

extension Snapshot {
  /// - Returns: `nil` when the document is gone.
  package func matchedFile(_ reference: DocumentReference) throws(StoreError) -> MatchedFile? {
    guard let record = try record(of: reference) else {
      try checkAbsence(of: reference)
      return nil
    }
    return MatchedFile(reference: reference, status: record.status, content: record.content)
  }
}
