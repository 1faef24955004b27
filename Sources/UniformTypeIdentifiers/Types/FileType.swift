internal import Synchronization

/// The type of a file as the index stores it: a uniform type identifier, the MIME type it came from, and what follows from them.
///
/// Values come from a `TypeDatabase`, one for each pair of identifier and MIME type: copying and comparing costs a pointer.
package struct FileType: Sendable {
  private let facts: TypeFacts

  init(_ facts: TypeFacts) { self.facts = facts }

  /// The type's place in its database: small and dense, the same as long as the database lives, and no longer.
  package var index: Int { facts.index }

  /// `kMDItemContentType`: a declared identifier (`public.jpeg`) or a dynamic one (`dyn.…`) that encodes the MIME type.
  package var identifier: String { facts.identifier }

  /// `kMDItemMIMEType`, in shared-mime-info's spelling; `nil` for a declared type that has none.
  package var mimeType: String? { facts.mimeType }

  /// `kMDItemContentTypeTree`: the identifier itself, then what it conforms to, depth first, as macOS lists it.
  package var tree: [String] { facts.lineage.tree }

  /// `_kMDItemGroupId`: the Finder's kind of item, 1 to 13, or `nil` when it belongs to none.
  package var groupID: Int? { facts.lineage.group?.rawValue }

  /// `kMDItemKind`: what a person calls it, in English ("PDF document").
  ///
  /// The first question about a type that is not declared reads one small file of the MIME database.
  package var kind: String { facts.name }
}

extension FileType: Hashable {
  package static func == (left: FileType, right: FileType) -> Bool { left.facts === right.facts }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(facts)) }
}

/// What is known of a file type. The tree and the name are found at the first question: of the thousand types of a database
/// most programs meet a few, and computing all trees would take ten times as long as the rest of building it.
final class TypeFacts: Sendable {
  struct Lineage: Sendable {
    let tree: [String]
    let group: PrimaryGroup?
  }

  let index: Int
  let identifier: String
  let mimeType: String?
  private let graph: TypeGraph
  private let directories: [String]
  private let foundLineage = Mutex<Lineage?>(nil)
  private let foundName = Mutex<String?>(nil)

  init(index: Int, key: TypeKey, graph: TypeGraph, directories: [String]) {
    self.index = index
    self.graph = graph
    self.directories = directories
    mimeType = key.mimeType
    identifier =
      key.declared.map { graph.declarations.entries[$0].identifier }
      ?? DynamicIdentifier(mimeType: key.mimeType ?? "application/octet-stream").identifier
  }

  var lineage: Lineage {
    foundLineage.withLock { found in
      if let found { return found }
      let tree = graph.tree(of: identifier)
      let lineage = Lineage(tree: tree, group: PrimaryGroup(tree: tree))
      found = lineage
      return lineage
    }
  }

  var name: String {
    if let declared = graph.declarations[identifier] { return declared.name }
    return foundName.withLock { found in
      if let found { return found }
      let name = readName ?? fallbackName
      found = name
      return name
    }
  }

  private var readName: String? {
    guard let mimeType else { return nil }
    return MIMEDescription.comment(of: mimeType, in: directories) ?? UndeclaredFormat.supplements.first { $0.mimeType == mimeType }?.name
  }

  /// `x-foo+xml` becomes "foo+xml file": better than the identifier, and never empty.
  private var fallbackName: String {
    guard let subtype = mimeType?.split(separator: "/").last else { return "document" }
    return (subtype.hasPrefix("x-") ? String(subtype.dropFirst(2)) : String(subtype)) + " file"
  }
}
