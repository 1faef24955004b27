internal import Synchronization

/// All types known to this process: the declared ones, and those of shared-mime-info's caches.
///
/// A database is immutable but for types that turn up later (a MIME type that libmagic names and no cache knows), so lookups by
/// name take no lock. Building one reads the caches: about 6 ms.
package final class TypeDatabase: Sendable {
  /// The database of the user's and the system's caches, built at first use. A cache that changes later is seen by the next process.
  package static let shared = TypeDatabase(cachePaths: MIMEDirectories.standard().map { $0 + "/mime.cache" })

  /// Caches that could not be used, to be reported; every other source still counts.
  package let problems: [MIMECacheError]

  let graph: TypeGraph
  /// File name extensions by lower case canonical MIME type.
  let extensions: [String: [String]]
  private let globs: GlobMatcher
  private let types: [FileType]
  private let indexes: [TypeKey: Int]
  private let directories: [String]
  private let additions = Mutex(Additions())

  private struct Additions {
    var types: [FileType] = []
    var indexes: [TypeKey: Int] = [:]
    /// Parents of types that a program declared by `UTType(exportedAs:conformingTo:)`.
    var parents: [String: [String]] = [:]
  }

  /// More distinct MIME types than this, beyond those of the caches, come only from a peer that invents them.
  private static let additionLimit = 4096

  /// - Parameter cachePaths: `mime.cache` files in order of precedence; those that do not exist are passed over.
  package init(cachePaths: [String]) {
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
    var builder = TypeDatabaseBuilder(caches: caches, directories: directories)
    globs = builder.makeMatcher()
    graph = builder.graph
    extensions = builder.extensions
    types = builder.types
    indexes = builder.indexes
  }
}

// MARK: - Lookup

extension TypeDatabase {
  /// The types that are declared, whatever the caches have: their identifiers, and what a person calls them.
  package static var declaredTypes: [(identifier: String, name: String)] { Declaration.all.map { ($0.identifier, $0.name) } }
}

extension TypeDatabase {
  /// The type that a file's name suggests, `nil` when the name says nothing.
  ///
  /// `isCertain` is false where formats of different kinds share the name, or its pattern is a weak one: then the content decides
  /// (`type(forFileName:contentMIMEType:)`), and until then this is the best guess.
  ///
  /// - Parameter name: The bytes of the last path component.
  /// - Complexity: tens of nanoseconds; allocates nothing.
  package func type(forFileName name: borrowing Span<UInt8>) -> (type: FileType, isCertain: Bool)? {
    guard let verdict = globs.verdict(for: name) else { return nil }
    return (types[verdict.type], verdict.isCertain)
  }

  /// As `type(forFileName:)`, for callers that intern types by their index.
  package func typeIndex(forFileName name: borrowing Span<UInt8>) -> (index: Int, isCertain: Bool)? {
    guard let verdict = globs.verdict(for: name) else { return nil }
    return (verdict.type, verdict.isCertain)
  }

  /// The type with an index that this database gave; `nil` for any other number.
  package subscript(index: Int) -> FileType? {
    if types.indices.contains(index) { return types[index] }
    return additions.withLock { additions in
      let index = index - types.count
      return additions.types.indices.contains(index) ? additions.types[index] : nil
    }
  }

  /// The type of a MIME type or an alias of one, with or without parameters; `nil` when `text` is not a MIME type.
  ///
  /// A type that no cache knows is taken in with a dynamic identifier.
  package func type(forMIME text: String) -> FileType? {
    let name = text.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
    guard let mimeType = MIMEType.validated(name) else { return nil }
    let canonical = graph.hierarchy.canonical(mimeType)
    let declared = graph.declarations.index(forMIMEType: mimeType, canonical: canonical)
    return intern(TypeKey(declared: declared, mimeType: canonical))
  }

  /// The type of a file whose name does not decide, given what its content looks like.
  ///
  /// Content tells families apart better than members of one: of the types that claim the name, the one is taken that is the
  /// content's type, or a special case of it (a ZIP archive named `.docx`); only when there is none, the content's own type.
  ///
  /// - Parameter contentMIMEType: libmagic's answer.
  package func type(forFileName name: borrowing Span<UInt8>, contentMIMEType: String) -> FileType {
    let candidates = globs.verdict(for: name).map { globs.candidates(of: $0).map { types[$0] } } ?? []
    return ContentDecision(hierarchy: graph.hierarchy).choose(candidates, content: type(forMIME: contentMIMEType)) ?? data
  }

  /// Every type that claims a file name, the preferred one first.
  func candidates(forFileName name: borrowing Span<UInt8>) -> [FileType] {
    globs.verdict(for: name).map { globs.candidates(of: $0).map { types[$0] } } ?? []
  }

  private func intern(_ key: TypeKey) -> FileType {
    if let index = indexes[key] { return types[index] }
    return additions.withLock { additions in
      if let index = additions.indexes[key] { return additions.types[index] }
      guard additions.types.count < Self.additionLimit else { return data }
      let type = FileType(TypeFacts(index: types.count + additions.types.count, key: key, graph: graph, directories: directories))
      additions.indexes[key] = additions.types.count
      additions.types.append(type)
      return type
    }
  }
}

// MARK: - Fixed types

extension TypeDatabase {
  /// A file of which nothing is known.
  package var data: FileType { types[TypeDatabaseBuilder.fixed.data] }
  /// A directory.
  package var folder: FileType { types[TypeDatabaseBuilder.fixed.folder] }
  /// A symbolic link.
  package var symbolicLink: FileType { types[TypeDatabaseBuilder.fixed.symbolicLink] }
  /// A file that may be executed and whose name says nothing.
  package var unixExecutable: FileType { types[TypeDatabaseBuilder.fixed.unixExecutable] }
  /// A file without content whose name says nothing.
  package var emptyFile: FileType { types[TypeDatabaseBuilder.fixed.emptyFile] }
}

// MARK: - Conformance

extension TypeDatabase {
  /// The identifier and everything it conforms to, in the order of `kMDItemContentTypeTree`; unknown ones conform to nothing.
  package func tree(forIdentifier identifier: String) -> [String] {
    graph.tree(of: identifier) { parents(of: $0) ?? [] }
  }

  /// What a type conforms to directly; `nil` when it is neither declared, nor dynamic, nor registered.
  func parents(of identifier: String) -> [String]? {
    graph.parents(of: identifier) ?? additions.withLock { $0.parents[identifier] }
  }

  /// Remembers what a program says of a type of its own. The first statement holds; a declared type keeps its declaration.
  func register(_ identifier: String, parents: [String]) {
    guard graph.parents(of: identifier) == nil else { return }
    additions.withLock { additions in
      if additions.parents[identifier] == nil { additions.parents[identifier] = parents }
    }
  }
}
