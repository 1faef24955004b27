import CommandLine
import IndexStore
import QueryLanguage
import TextAnalysis

/// A query and the folders to search.
struct Search {
  /// The query, with the hints of all the texts that it was built from.
  var query: Query
  /// The folders to search; empty to search everywhere.
  var folders: [[UInt8]]
}

extension FindTool {
  /// The search that the command line describes.
  ///
  /// - Throws: `QuerySyntaxError` if the query is malformed.
  func search() throws -> Search {
    var queries = invocation.all("name").map { Query(.name(String(decoding: $0, as: UTF8.self))) }
    var folders = try invocation.all("onlyin").map(AbsolutePath.follow(_:))
    if let name = invocation.bytes("s") {
      let saved = try savedSearch(name)
      queries.append(try Query(parsing: saved.query))
      if folders.isEmpty { folders = saved.folders }
    } else if !invocation.operands.isEmpty || queries.isEmpty {
      let text = invocation.operands.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
      guard text.contains(where: { !$0.isWhitespace }) else { tool.exitForWrongUse("no query was given") }
      queries.append(try query(text))
    }
    return Search(query: Query(.all(queries.map(\.predicate)), hints: queries.flatMap(\.hints)), folders: folders)
  }

  private func query(_ text: String) throws -> Query {
    let isPredicate = invocation.has("literal") || !invocation.has("interpret") && QueryClassifier.isMeantAsPredicate(text)
    return isPredicate ? try Query(parsing: text) : try FreeTextQuery(parsing: text, in: .current()).query
  }

  /// The folders that are in the index. Other folders are reported and contribute no results. If
  /// one of them does not exist or cannot be accessed, the tool exits with a failure status at the
  /// end.
  ///
  /// - Returns: An empty array to search everywhere; `nil` if folders were given and none is in the
  ///   index.
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

  /// Reports why a folder contributes no results.
  ///
  /// - Returns: Whether the folder exists.
  private func tellUnknown(_ folder: [UInt8]) -> Bool {
    let name = PrintableText.path(folder)
    do {
      let isThere = try SmallFile.kind(at: folder) != nil
      tool.report(isThere ? "\(name): not in the index; add it with mdimport" : "\(name): no such folder")
      return isThere
    } catch {
      tool.report("\(error)")
      return false
    }
  }

  // MARK: Saved searches

  private func savedSearch(_ name: [UInt8]) throws -> SavedSearch {
    let path = try SavedSearch.path(of: name, searches: try environment.searches())
    do {
      return try SavedSearch(parsing: try SmallFile.read(path), home: try? environment.home())
    } catch let error as SavedSearchError {
      tool.fail("\(PrintableText.path(path)): \(error)")
    } catch let error as FileError where error.isMissing && !name.contains(UInt8(ascii: "/")) {
      throw UnknownSearch(name: name, known: try SavedSearch.names(in: try environment.searches()))
    }
  }

  func save(_ search: Search, as name: [UInt8]) throws {
    let path = try SavedSearch.path(of: name, searches: try environment.searches())
    let saved = SavedSearch(query: search.query.description, folders: search.folders)
    do {
      let old = try SavedSearch(parsing: try SmallFile.read(path), home: try? environment.home())
      if old.query != saved.query {
        tool.report("the saved search \(PrintableText.path(name)) is replaced; it was: \(PrintableText.line(old.query))")
      }
    } catch let error as FileError where error.isMissing {
      // A new name.
    } catch let error as SavedSearchError {
      tool.fail("\(PrintableText.path(path)) is not replaced: \(error); remove it first")
    }
    try SmallFile.write(Array(saved.propertyList.utf8), to: path)
  }
}
