// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// All types that this process knows: the declared ones, and those in shared-mime-info's caches.
///
/// A database is immutable except for types that are added later (a MIME type from libmagic that no
/// cache contains), so lookups by name need no lock. Building a database reads the caches, which
/// takes about 2 ms. The first lookup by name takes another 4 ms; a worker whose files have certain
/// types, and most programs, never need one.
package final class TypeDatabase: Sendable {
  /// The database of the user's and the system's caches, built at first use. Later changes of the
  /// caches take effect in the next process.
  package static let shared = TypeDatabase(cachePaths: standardCachePaths)

  static var standardCachePaths: [String] { MIMEDirectories.standard().map { $0 + "/mime.cache" } }

  /// Errors of caches that could not be used; all other sources still apply.
  package let problems: [MIMECacheError]

  let graph: TypeGraph
  private let builder: TypeDatabaseBuilder
  private let builtNames = AtomicLazyReference<NamedTypes>()
  private let directories: [String]
  private let additions = Mutex(Additions())

  /// The types of file names, built at first use. Who looks up many names does so here.
  package var names: NamedTypes { builtNames.load() ?? builtNames.storeIfNil(builder.namedTypes()) }

  /// File name extensions by lower case canonical MIME type.
  var extensions: [String: [String]] { names.extensions }

  private struct Additions {
    var types: [FileType] = []
    var indexes: [TypeKey: Int] = [:]
    /// Parents of types that a program registered with `UTType(exportedAs:conformingTo:)`.
    var parents: [String: [String]] = [:]
  }

  /// Maximum number of MIME types added to those of the caches. Only a hostile peer exceeds it.
  private static let additionLimit = 4096

  /// - Parameters:
  ///   - cachePaths: `mime.cache` files in order of precedence. Files that do not exist are skipped.
  ///   - declared: Types in addition to the built-in ones.
  package init(cachePaths: [String], declared: [DeclaredType] = []) {
    var caches: [MIMECache] = []
    var problems: [MIMECacheError] = []
    for path in cachePaths {
      do throws(MIMECacheError) {
        if let cache = try MIMECache(contentsOf: path) { caches.append(cache) }
      } catch {
        problems.append(error)
      }
    }
    self.problems = problems
    directories = cachePaths.map { path in path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }
    builder = TypeDatabaseBuilder(caches: caches, directories: directories, declared: declared)
    graph = builder.graph
  }
}

// MARK: - Lookup

extension TypeDatabase {
  /// The declared types, independent of the caches: their identifiers and their names for people.
  package static var declaredTypes: [(identifier: String, name: String)] { Declaration.all.map { ($0.identifier, $0.name) } }
}

extension TypeDatabase {
  /// The type that a file name suggests; `nil` if there is none.
  ///
  /// `isCertain` is false if formats of different kinds share the name, or if its pattern is weak.
  /// This type is then the best guess until the content determines the type
  /// (`type(forFileName:contentMIMEType:)`).
  ///
  /// - Parameter name: The bytes of the last path component.
  /// - Complexity: tens of nanoseconds; allocates nothing.
  package func type(forFileName name: borrowing Span<UInt8>) -> (type: FileType, isCertain: Bool)? {
    names.type(forFileName: name)
  }

  /// Like `type(forFileName:)`, for callers that identify types by index.
  package func typeIndex(forFileName name: borrowing Span<UInt8>) -> (index: Int, isCertain: Bool)? {
    guard let verdict = names.globs.verdict(for: name) else { return nil }
    return (verdict.type, verdict.isCertain)
  }

  /// The type with an index of this database; `nil` for any other number.
  package subscript(index: Int) -> FileType? {
    let types = names.types
    if types.indices.contains(index) { return types[index] }
    return additions.withLock { additions in
      let index = index - types.count
      return additions.types.indices.contains(index) ? additions.types[index] : nil
    }
  }

  /// The type for a MIME type or an alias of one, with or without parameters; `nil` if `text` is
  /// not a MIME type.
  ///
  /// A type that is in no cache is added with a dynamic identifier.
  package func type(forMIME text: String) -> FileType? {
    let name = text.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
    guard let mimeType = MIMEType.validated(name) else { return nil }
    let canonical = graph.hierarchy.canonical(mimeType)
    let declared = graph.declarations.index(forMIMEType: mimeType, canonical: canonical)
    return intern(TypeKey(declared: declared, mimeType: canonical))
  }

  /// The type of a file whose name does not determine it, given the type of its content.
  ///
  /// Content distinguishes families of types better than the members of one family. Of the types
  /// that claim the name, the result is the one that equals the content's type or is a special case
  /// of it (a ZIP archive named `.docx`). If there is none, the result is the type of the content.
  ///
  /// - Parameter contentMIMEType: The type detected by libmagic.
  package func type(forFileName name: borrowing Span<UInt8>, contentMIMEType: String) -> FileType {
    ContentDecision(hierarchy: graph.hierarchy).choose(candidates(forFileName: name), content: type(forMIME: contentMIMEType)) ?? data
  }

  /// All types that claim a file name, the preferred one first.
  func candidates(forFileName name: borrowing Span<UInt8>) -> [FileType] {
    let names = names
    return names.globs.verdict(for: name).map { names.globs.candidates(of: $0).map { names.types[$0] } } ?? []
  }

  private func intern(_ key: TypeKey) -> FileType {
    let names = names
    if let index = names.indexes[key] { return names.types[index] }
    return additions.withLock { additions in
      if let index = additions.indexes[key] { return additions.types[index] }
      guard additions.types.count < Self.additionLimit else { return data }
      let type = FileType(TypeFacts(index: names.types.count + additions.types.count, key: key, graph: graph, directories: directories))
      additions.indexes[key] = additions.types.count
      additions.types.append(type)
      return type
    }
  }
}

// MARK: - Fixed types

extension TypeDatabase {
  /// A file of unknown type.
  package var data: FileType { builder.types[TypeDatabaseBuilder.fixed.data] }
  /// A directory.
  package var folder: FileType { builder.types[TypeDatabaseBuilder.fixed.folder] }
  /// A symbolic link.
  package var symbolicLink: FileType { builder.types[TypeDatabaseBuilder.fixed.symbolicLink] }
  /// An executable file whose name suggests no type.
  package var unixExecutable: FileType { builder.types[TypeDatabaseBuilder.fixed.unixExecutable] }
  /// An empty file whose name suggests no type.
  package var emptyFile: FileType { builder.types[TypeDatabaseBuilder.fixed.emptyFile] }
}

// MARK: - Conformance

extension TypeDatabase {
  /// The identifier and all types it conforms to, in the order of `kMDItemContentTypeTree`. An
  /// unknown identifier conforms to nothing.
  package func tree(forIdentifier identifier: String) -> [String] {
    graph.tree(of: identifier) { parents(of: $0) ?? [] }
  }

  /// Whether a type is declared, dynamic or registered.
  package func isKnown(_ identifier: String) -> Bool { parents(of: identifier) != nil }

  /// The types that a type conforms to directly; `nil` if it is neither declared nor dynamic nor
  /// registered.
  func parents(of identifier: String) -> [String]? {
    graph.parents(of: identifier) ?? additions.withLock { $0.parents[identifier] }
  }

  /// Registers a type of a program. The first registration takes effect; a declared type keeps its
  /// declaration, and no program can define a dynamic type or one without a name.
  func register(_ identifier: String, parents: [String]) {
    guard !identifier.isEmpty, !identifier.hasPrefix(DynamicIdentifier.prefix), graph.parents(of: identifier) == nil else { return }
    additions.withLock { additions in
      if additions.parents[identifier] == nil { additions.parents[identifier] = parents }
    }
  }
}
