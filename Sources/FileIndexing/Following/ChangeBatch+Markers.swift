// SPDX-License-Identifier: Apache-2.0

extension ChangeBatch {
  /// Whether markers were created, changed or removed.
  var hasMarkers: Bool { entries.contains(where: \.isMarker) }
}

extension ChangeBatch.Entry {
  /// Whether the entry has the name of a marker, which decides whether other entries of the directory
  /// are indexed.
  var isMarker: Bool { FolderMarker(fileName: name) != nil }

  /// Whether the entry has patterns for Git, or makes a directory a repository, in which they count.
  var isOfGit: Bool { name == GitignoreFinder.fileName || name == GitignoreFinder.repositoryName }

  /// Whether it may depend on the entry whether and how others are indexed.
  var decidesOthers: Bool {
    isMarker || isOfGit || DependencyTree.isNeighbour(name) || DependencyTree.isContent(name) || HiddenMail.isDecisive(name)
  }
}
