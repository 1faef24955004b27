// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The type of a file in the index: a uniform type identifier, its MIME type, and derived values.
///
/// A `TypeDatabase` creates one value per pair of identifier and MIME type, so that copying and
/// comparing costs one pointer.
package struct FileType: Sendable {
  private let facts: TypeFacts

  init(_ facts: TypeFacts) { self.facts = facts }

  /// The index of the type in its database. It is small and dense, and valid as long as the
  /// database exists.
  package var index: Int { facts.index }

  /// `kMDItemContentType`: a declared identifier (`public.jpeg`) or a dynamic one (`dyn.…`) that
  /// encodes the MIME type.
  package var identifier: String { facts.identifier }

  /// `kMDItemMIMEType`, in shared-mime-info's spelling; `nil` for a declared type without one.
  package var mimeType: String? { facts.mimeType }

  /// `kMDItemContentTypeTree`: the identifier, then the types it conforms to, depth first, as in
  /// macOS.
  package var tree: [String] { facts.lineage.tree }

  /// `_kMDItemGroupId`: the Finder's kind of item, 1 to 13; `nil` if it has none.
  package var groupID: Int? { facts.lineage.group?.rawValue }

  /// `kMDItemKind`: the name for people, in English ("PDF document").
  ///
  /// The first access for an undeclared type reads one small file of the MIME database.
  package var kind: String { facts.name }
}

extension FileType: Hashable {
  package static func == (left: FileType, right: FileType) -> Bool { left.facts === right.facts }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(facts)) }
}

/// The data of a file type. The tree and the name are computed lazily: most programs use only a few
/// of the database's thousand types, and computing all trees would take ten times as long as the
/// rest of building the database.
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

  /// `x-foo+xml` becomes "foo+xml file". It is more readable than the identifier, and never empty.
  private var fallbackName: String {
    guard let subtype = mimeType?.split(separator: "/").last else { return "document" }
    return (subtype.hasPrefix("x-") ? String(subtype.dropFirst(2)) : String(subtype)) + " file"
  }
}
