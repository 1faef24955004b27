// SPDX-License-Identifier: Apache-2.0

/// The types of file names: those of the caches' patterns and of the tables.
package final class NamedTypes: Sendable {
  let globs: GlobMatcher
  let types: [FileType]
  let indexes: [TypeKey: Int]
  /// File name extensions by lower case canonical MIME type.
  let extensions: [String: [String]]

  init(globs: GlobMatcher, types: [FileType], indexes: [TypeKey: Int], extensions: [String: [String]]) {
    (self.globs, self.types, self.indexes, self.extensions) = (globs, types, indexes, extensions)
  }

  /// See ``TypeDatabase/type(forFileName:)``.
  package func type(forFileName name: borrowing Span<UInt8>) -> (type: FileType, isCertain: Bool)? {
    globs.verdict(for: name).map { (types[$0.type], $0.isCertain) }
  }

  /// Like ``type(forFileName:)``, for callers that identify types by index.
  package func typeIndex(forFileName name: borrowing Span<UInt8>) -> (index: Int, isCertain: Bool)? {
    globs.verdict(for: name).map { ($0.type, $0.isCertain) }
  }
}

/// Builds a database from the caches and the tables.
struct TypeDatabaseBuilder: Sendable {
  /// The indexes of the types that the database provides by name.
  static let fixed = (data: 0, folder: 1, symbolicLink: 2, unixExecutable: 3, emptyFile: 4)

  let graph: TypeGraph
  /// At first only the fixed ones.
  private(set) var types: [FileType] = []
  private var indexes: [TypeKey: Int] = [:]
  private var extensions: [String: [String]] = [:]

  /// Ranks by type index. The order of the table is the order of preference; undeclared formats
  /// come last.
  private var ranks: [Int] = []
  /// The index of the first declaration that is not built in.
  private let firstAddition: Int
  private let caches: [MIMECache]
  private let directories: [String]
  private var claims: [GlobMatcher.Claim] = []
  /// The cache that each pattern comes from.
  private var owners: [Pattern: Int] = [:]
  /// The greatest weight of each pattern; a contested extension gets the same weight.
  private var weights: [Pattern: UInt8] = [:]

  private struct Pattern: Hashable, Sendable {
    let form: MIMECache.Glob.Form
    let text: [UInt8]

    init(_ form: MIMECache.Glob.Form, _ text: [UInt8]) {
      self.form = form
      self.text = text
    }

    init(extension name: String) {
      self.init(.suffix, Array(".\(name)".utf8))
    }
  }

  init(caches: [MIMECache], directories: [String], declared: [DeclaredType] = []) {
    self.caches = caches
    self.directories = directories
    let hierarchy = MIMEHierarchy(caches)
    let builtIn = Set(Declaration.all.map(\.identifier))
    let additions = declared.filter { !builtIn.contains($0.identifier) }.map(Declaration.init)
    firstAddition = Declaration.all.count
    graph = TypeGraph(hierarchy: hierarchy, declarations: DeclarationTable(Declaration.all + additions, hierarchy: hierarchy))
    for (identifier, type) in [
      ("public.data", "application/octet-stream"), ("public.folder", "inode/directory"), ("public.symlink", "inode/symlink"),
      ("public.unix-executable", "application/x-executable"), ("public.data", "application/x-zerosize"),
    ] {
      let declared = graph.declarations.entries.firstIndex { $0.identifier == identifier }
      _ = intern(TypeKey(declared: declared, mimeType: type))
    }
  }

  func namedTypes() -> NamedTypes {
    var builder = self
    builder.addCacheClaims()
    builder.addTableClaims()
    let globs = GlobMatcher(builder.claims) { builder.decide($0) }
    return NamedTypes(globs: globs, types: builder.types, indexes: builder.indexes, extensions: builder.extensions)
  }

  private mutating func intern(_ key: TypeKey) -> Int {
    if let index = indexes[key] { return index }
    let index = types.count
    types.append(FileType(TypeFacts(index: index, key: key, graph: graph, directories: directories)))
    indexes[key] = index
    ranks.append(key.declared ?? (UndeclaredFormat.supplements.contains { $0.mimeType == key.mimeType } ? .max - 1 : .max))
    return index
  }

  /// A pattern belongs to the first cache that contains it: a user's own `*.ts` replaces all
  /// others.
  private mutating func addCacheClaims() {
    // A type with this name as a pattern ignores the patterns of later caches
    // (`<glob-deleteall/>`).
    let deleteAll = Array("__NOGLOBS__".utf8)
    var closedTypes: Set<String> = []
    for (rank, cache) in caches.enumerated() {
      var closedHere: Set<String> = []
      for glob in cache.globs {
        if glob.text == deleteAll {
          closedHere.insert(glob.mimeType)
          continue
        }
        guard !closedTypes.contains(glob.mimeType) else { continue }
        let text = glob.isCaseSensitive ? glob.text : glob.text.map(\.asciiLowered)
        let pattern = Pattern(glob.form, text)
        guard owners[pattern, default: rank] == rank else { continue }
        owners[pattern] = rank
        weights[pattern] = max(weights[pattern] ?? 0, glob.weight)
        addClaim(glob, text: text)
      }
      closedTypes.formUnion(closedHere)
    }
  }

  private mutating func addClaim(_ glob: MIMECache.Glob, text: [UInt8]) {
    let canonical = graph.hierarchy.canonical(glob.mimeType)
    var name: String?
    if glob.form == .suffix, text.first == UInt8(ascii: "."), text.count > 1 {
      let lowered = String(decoding: text.dropFirst().map(\.asciiLowered), as: UTF8.self)
      name = lowered
      if extensions[canonical.asciiLowered]?.contains(lowered) != true { extensions[canonical.asciiLowered, default: []].append(lowered) }
    }
    let declared = graph.declarations.index(forMIMEType: glob.mimeType, canonical: canonical, filenameExtension: name)
    let type = intern(TypeKey(declared: declared, mimeType: canonical))
    claims.append(
      GlobMatcher.Claim(form: glob.form, text: text, isCaseSensitive: glob.isCaseSensitive, weight: glob.weight, type: type))
  }

  /// Adds the extensions of the tables. They apply if no cache has the pattern; contested ones are
  /// added to the claims of the caches.
  private mutating func addTableClaims() {
    for (index, entry) in graph.declarations.entries.enumerated() where graph.tree(of: entry.identifier).contains("public.data") {
      let key = TypeKey(declared: index, mimeType: entry.mimeTypes.first.map(graph.hierarchy.canonical))
      guard index < firstAddition else {
        for name in entry.extensions { addClaim(key, extension: name, weight: Self.maximumWeight) }
        continue
      }
      addClaims(key, extensions: entry.extensions, contested: entry.contested)
    }
    for format in UndeclaredFormat.supplements {
      let key = TypeKey(declared: nil, mimeType: graph.hierarchy.canonical(format.mimeType))
      addClaims(key, extensions: format.extensions.words, contested: format.contested.words)
      extensions[format.mimeType, default: []] += format.extensions.words
    }
  }

  private mutating func addClaims(_ key: TypeKey, extensions: [String], contested: [String]) {
    let free = extensions.filter { owners[Pattern(extension: $0)] == nil && !contested.contains($0) }
    let disputed = contested.filter { owners[Pattern(extension: $0), default: caches.count - 1] == caches.count - 1 }
    for name in free + disputed { addClaim(key, extension: name, weight: weights[Pattern(extension: name)] ?? 50) }
  }

  /// The greatest weight of a pattern in a cache.
  private static let maximumWeight: UInt8 = 100

  private mutating func addClaim(_ key: TypeKey, extension name: String, weight: UInt8) {
    claims.append(
      GlobMatcher.Claim(
        form: .suffix, text: Pattern(extension: name).text, isCaseSensitive: false, weight: weight, type: intern(key)))
  }

  // MARK: Deciding

  /// Types that describe only the history of a file, whose content may be anything.
  private static let vague = ["application/x-trash"]

  /// The preferred type among claims for one pattern with the same weight.
  private func decide(_ claims: [GlobMatcher.Claim]) -> (type: Int, isCertain: Bool, candidates: [Int]) {
    var distinct: [Int] = []
    for claim in claims where !distinct.contains(claim.type) { distinct.append(claim.type) }
    let weight = claims.first?.weight ?? 0
    if distinct.count == 1 {
      let type = types[distinct[0]]
      // A whole name such as `core` or `install` is a word that other files can have too; the name
      // of a makefile is not.
      let isWeakName =
        claims.contains { $0.form == .literal } && (type.identifier == "public.plain-text" || !type.tree.contains("public.text"))
      // The section of a manual page, or the number of a version or copy.
      let isNumber = claims.contains { $0.form == .pattern && $0.text == Array("*.[1-9]".utf8) }
      let isVague = type.mimeType.map(Self.vague.contains) ?? false
      return (distinct[0], weight >= 50 && !isWeakName && !isNumber && !isVague, distinct)
    }
    let candidates = distinct.enumerated().sorted { (ranks[$0.element], $0.offset) < (ranks[$1.element], $1.offset) }.map(\.element)
    // Special cases of one format (a schema in JSON) cannot be distinguished by content either. The
    // table may prefer one (Opus in Ogg).
    if let general = candidates.first(where: { isAncestor($0, ofAll: candidates) }) {
      return (ranks[general] == ranks[candidates[0]] ? general : candidates[0], weight >= 50, candidates)
    }
    return (candidates[0], false, candidates)
  }

  private func isAncestor(_ candidate: Int, ofAll candidates: [Int]) -> Bool {
    guard let mimeType = types[candidate].mimeType else { return false }
    return candidates.allSatisfy { other in types[other].mimeType.map { graph.hierarchy.ancestry(of: $0).contains(mimeType) } ?? false }
  }
}
