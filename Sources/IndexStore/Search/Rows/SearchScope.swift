// SPDX-License-Identifier: Apache-2.0

/// The part of the catalog that is searched.
struct SearchScope: Sendable, Equatable {
  /// These directories and everything below them.
  var directories: Set<DirectoryID> = []
  /// Documents in addition to ``directories``: their own documents, and single files.
  var documents: Set<DocumentReference> = []

  var isEmpty: Bool { directories.isEmpty && documents.isEmpty }
}

extension Snapshot {
  /// The scope of absolute paths: what is at these paths and below them. Unknown paths add nothing.
  ///
  /// - Complexity: O(entries of the directories on the paths).
  func scope(of paths: [[UInt8]]) throws(StoreError) -> SearchScope {
    var scope = SearchScope()
    for path in paths {
      if let reference = try reference(for: path) { scope.documents.insert(reference) }
      if let directory = try directory(for: path) { scope.directories.insert(directory) }
    }
    return scope
  }
}
