internal import IndexStore
internal import UniformTypeIdentifiers
internal import WorkerProtocol

/// The types that importers read: what tells a crawl which files have content worth opening.
struct ClaimedTypes: Sendable {
  private let identifiers: Set<String>

  init(_ importers: [ImporterDescription]) {
    identifiers = Set(importers.flatMap(\.contentTypes))
  }

  /// Whether a worker has to look into a file: its content has a type that some importer reads, or may have one.
  func needWorker(for type: FileType, isCertain: Bool, _ status: FileStatus) -> Bool {
    status.kind == .regular && status.size > 0 && (!isCertain || contains(type))
  }

  /// Whether some importer reads files of this type.
  func contains(_ type: FileType) -> Bool { contains(tree: type.tree) }

  /// The same for a type of which the tree is known.
  func contains(tree: [String]) -> Bool { tree.contains { identifiers.contains($0) } }
}
