/// The part of the catalog that a search looks at.
struct SearchScope: Sendable, Equatable {
  /// Every directory of the trees.
  var directories: [DirectoryID] = []
  /// Documents besides those in ``directories``: the roots themselves, and single files.
  var documents: [DocumentReference] = []
}

extension Snapshot {
  /// What is at some absolute paths and below them. Unknown paths, hidden trees and what is named twice add nothing.
  ///
  /// - Complexity: O(directories and documents in the trees).
  func scope(of paths: [[UInt8]]) throws(StoreError) -> SearchScope {
    var scope = SearchScope()
    var seen: Set<DirectoryID> = []
    for path in paths {
      if let reference = try reference(for: path), !scope.documents.contains(reference) { scope.documents.append(reference) }
      guard let directory = try directory(for: path), try self.path(of: directory) != nil else { continue }
      try addTree(directory, &scope, &seen)
    }
    // A root inside another root's tree is found there.
    scope.documents.removeAll { seen.contains($0.directory) }
    return scope
  }

  private func addTree(_ root: DirectoryID, _ scope: inout SearchScope, _ seen: inout Set<DirectoryID>) throws(StoreError) {
    var waiting = [root]
    while let directory = waiting.popLast() {
      guard seen.insert(directory).inserted, try directoryRecord(directory)?.isHidden == false else { continue }
      scope.directories.append(directory)
      waiting += try ancestors(in: directory)
      try forEachRow(in: directory) { row throws(StoreError) in
        if let subdirectory = row.subdirectory { waiting.append(subdirectory) }
        return true
      }
    }
  }
}
