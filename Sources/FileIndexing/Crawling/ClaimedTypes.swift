internal import UniformTypeIdentifiers
internal import WorkerProtocol

/// The types that importers read: what tells a crawl which files have content worth opening.
struct ClaimedTypes: Sendable {
  private let identifiers: Set<String>

  init(_ importers: [ImporterDescription]) {
    identifiers = Set(importers.flatMap(\.contentTypes))
  }

  /// Whether some importer reads files of this type.
  func contains(_ type: FileType) -> Bool { contains(tree: type.tree) }

  /// The same for a type of which the tree is known.
  func contains(tree: [String]) -> Bool { tree.contains { identifiers.contains($0) } }
}
