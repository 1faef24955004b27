/// The part of the catalog that a search looks at.
struct SearchScope: Sendable, Equatable {
  /// These directories and all below them.
  var directories: Set<DirectoryID> = []
  /// Documents besides those in ``directories``: the roots themselves, and single files.
  var documents: Set<DocumentReference> = []

  var isEmpty: Bool { directories.isEmpty && documents.isEmpty }
}

extension Snapshot {
  /// What is at some absolute paths and below them. Unknown paths add nothing.
  ///
  /// - Complexity: O(entries of the directories that lead there).
  func scope(of paths: [[UInt8]]) throws(StoreError) -> SearchScope {
    var scope = SearchScope()
    for path in paths {
      if let reference = try reference(for: path) { scope.documents.insert(reference) }
      if let directory = try directory(for: path) { scope.directories.insert(directory) }
    }
    return scope
  }
}
