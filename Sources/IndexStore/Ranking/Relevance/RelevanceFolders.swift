// SPDX-License-Identifier: Apache-2.0

/// What the folders of documents say about their relevance. It must not outlive the snapshot.
struct RelevanceFolders: ~Copyable {
  struct Features {
    /// The words in the names of the folder and of those above it.
    let placements: WordPlacements
    let purpose: DocumentPurpose
  }

  private let finder: WordFinder
  private let parameters: RelevanceParameters
  private var resolver: DirectoryResolver
  private var known: [DirectoryID: Features] = [:]

  init(_ finder: WordFinder, _ parameters: RelevanceParameters, _ snapshot: borrowing Snapshot) throws(StoreError) {
    (self.finder, self.parameters) = (finder, parameters)
    resolver = try DirectoryResolver(snapshot, scope: nil, keepingPaths: true)
  }

  /// Looks up folders at once, which is faster.
  mutating func lookUp(_ directories: [DirectoryID]) throws(StoreError) {
    try resolver.lookUp(Set(directories.map(\.rawValue)).sorted())
  }

  mutating func features(of directory: DirectoryID) throws(StoreError) -> Features {
    if let features = known[directory] { return features }
    let path = try resolver.path(of: directory)
    var placements = WordPlacements(wordCount: finder.words.count)
    finder.forEachMatch(in: path.span) { word, match in
      let placement = finder.placement(match, of: word, parameters) * parameters.folderPlacement / parameters.wholeNamePlacement
      placements.raise(word, to: max(placement, parameters.textPlacement))
    }
    let features = Features(placements: placements, purpose: DocumentPurpose(folder: path))
    known[directory] = features
    return features
  }
}
