import Attributes
import CommandLine
import IndexStore
import QueryLanguage

/// What is searched for, and where.
struct Search {
  var query: Query
  /// Empty for everywhere.
  var folders: [[UInt8]]
}

extension FindTool {
  /// What the command line asks for.
  ///
  /// - Throws: `QuerySyntaxError` for a query that is none.
  func search() throws -> Search {
    var predicates = invocation.all("name").map(Self.namePredicate)
    var folders = invocation.all("onlyin").map(AbsolutePath.follow)
    if let name = invocation.bytes("s") {
      let saved = try savedSearch(name)
      predicates.append(try Query(parsing: saved.query).predicate)
      if folders.isEmpty { folders = saved.folders }
    } else if !invocation.operands.isEmpty || predicates.isEmpty {
      let text = invocation.operands.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
      guard text.contains(where: { !$0.isWhitespace }) else { tool.exitForWrongUse("no query was given") }
      predicates.append(try query(text).predicate)
    }
    return Search(query: Query(.all(predicates)), folders: folders)
  }

  private func query(_ text: String) throws -> Query {
    let isPredicate = invocation.has("literal") || !invocation.has("interpret") && QueryClassifier.isMeantAsPredicate(text)
    return isPredicate ? try Query(parsing: text) : try FreeTextQuery(parsing: text, in: .current()).query
  }

  /// Names that contain a text; with a star in it, names that are like it as a whole.
  private static func namePredicate(_ name: [UInt8]) -> Predicate {
    let text = String(decoding: name, as: UTF8.self)
    let parts = text.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
    let pattern: WildcardString = parts.count > 1 ? WildcardString(parts: parts) : .containing(text)
    return .comparison(Comparison(AttributeTerm(.fsName), .equal, .string(pattern), .ignoringCase))
  }

  /// The folders that the index knows. The others are told of and add nothing; one that does not exist, or cannot be looked at, makes the
  /// tool fail in the end.
  ///
  /// - Returns: No folder for everywhere; `nil` when folders were named and the index knows none.
  func knownFolders(_ folders: [[UInt8]], in store: Store) throws -> (folders: [[UInt8]]?, areAllThere: Bool) {
    guard !folders.isEmpty else { return ([], true) }
    var known: [[UInt8]] = []
    var areAllThere = true
    for folder in folders {
      let isKnown = try store.read { snapshot throws(StoreError) in
        if try snapshot.directory(for: folder) != nil { return true }
        return try snapshot.reference(for: folder) != nil
      }
      if isKnown { known.append(folder) } else { areAllThere = tellUnknown(folder) && areAllThere }
    }
    return (known.isEmpty ? nil : known, areAllThere)
  }

  /// Says why a folder adds nothing.
  ///
  /// - Returns: Whether it is there.
  private func tellUnknown(_ folder: [UInt8]) -> Bool {
    let name = String(decoding: folder, as: UTF8.self)
    do {
      let isThere = try SmallFile.kind(at: folder) != nil
      tool.report(isThere ? "\(name): not in the index; mdimport it first" : "\(name): no such folder")
      return isThere
    } catch {
      tool.report("\(error)")
      return false
    }
  }

  // MARK: Saved searches

  private func savedSearch(_ name: [UInt8]) throws -> SavedSearch {
    let path = SavedSearch.path(of: name, searches: try environment.searches())
    do {
      return try SavedSearch(parsing: try SmallFile.read(path), home: environment.value(of: "HOME"))
    } catch let error as SavedSearchError {
      tool.fail("\(String(decoding: path, as: UTF8.self)): \(error)")
    }
  }

  func save(_ search: Search, as name: [UInt8]) throws {
    let path = SavedSearch.path(of: name, searches: try environment.searches())
    let saved = SavedSearch(query: search.query.description, folders: search.folders)
    try SmallFile.write(Array(saved.propertyList.utf8), to: path)
  }
}
