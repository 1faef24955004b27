internal import Synchronization

/// The type of a file as the index stores it: a uniform type identifier, the MIME type it came from, and what follows from them.
///
/// Values come from a `TypeDatabase`, one for each pair of identifier and MIME type: copying and comparing costs a pointer.
package struct FileType: Sendable {
  private final class Facts: Sendable {
    let index: Int
    let identifier: String
    let mimeType: String?
    let tree: [String]
    let groupID: Int?
    let declaredName: String?
    let directories: [String]
    /// Read from the MIME package at the first question, as most types are never asked.
    let readName = Mutex<String?>(nil)

    init(index: Int, identifier: String, mimeType: String?, tree: [String], declaredName: String?, directories: [String]) {
      self.index = index
      self.identifier = identifier
      self.mimeType = mimeType
      self.tree = tree
      self.declaredName = declaredName
      self.directories = directories
      groupID = KindGroup(tree: tree)?.rawValue
    }
  }

  private let facts: Facts

  init(index: Int, identifier: String, mimeType: String?, tree: [String], declaredName: String?, directories: [String]) {
    facts = Facts(
      index: index, identifier: identifier, mimeType: mimeType, tree: tree, declaredName: declaredName, directories: directories)
  }

  /// The type's place in its database: small and dense, the same as long as the database lives, and no longer.
  package var index: Int { facts.index }

  /// `kMDItemContentType`: a declared identifier (`public.jpeg`) or a dynamic one (`dyn.…`) that encodes the MIME type.
  package var identifier: String { facts.identifier }

  /// `kMDItemMIMEType`, in shared-mime-info's spelling; `nil` for a declared type that has none.
  package var mimeType: String? { facts.mimeType }

  /// `kMDItemContentTypeTree`: the identifier itself, then what it conforms to, depth first, as macOS lists it.
  package var tree: [String] { facts.tree }

  /// `_kMDItemGroupId`: the Finder's kind of item, 1 to 13, or `nil` when it belongs to none.
  package var groupID: Int? { facts.groupID }

  /// `kMDItemKind`: what a person calls it, in English ("PDF document").
  ///
  /// The first question about a type that is not declared reads one small file of the MIME database.
  package var kind: String {
    facts.declaredName
      ?? facts.readName.withLock { name in
        if let name { return name }
        let read = facts.mimeType.flatMap { MIMEDescription.comment(of: $0, in: facts.directories) } ?? fallbackName
        name = read
        return read
      }
  }

  /// `x-foo+xml` becomes "foo+xml file": better than the identifier, and never empty.
  private var fallbackName: String {
    guard let subtype = facts.mimeType?.split(separator: "/").last else { return "document" }
    return (subtype.hasPrefix("x-") ? String(subtype.dropFirst(2)) : String(subtype)) + " file"
  }
}

extension FileType: Hashable {
  package static func == (left: FileType, right: FileType) -> Bool { left.facts === right.facts }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(facts)) }
}
