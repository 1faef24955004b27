// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Finders
import IndexStore
import LogMessages
import QueryLanguage
import TextAnalysis

extension FindTool {
  /// The search that the command line describes.
  ///
  /// - Throws: `QuerySyntaxError` if the query is malformed.
  func search() throws -> Search {
    var queries = nameQueries
    var folders = try invocation.all("onlyin").map(AbsolutePath.follow(_:))
    if let name = invocation.bytes("s") {
      let saved = try savedSearch(name)
      // Of free text, a search for each attribute was saved, of which nothing may record some.
      do { queries.append(try Query(parsing: saved.query).withoutHintsOnUnrecordedAttributes) } catch {
        reportMalformedQuery(error, of: try SavedSearch.path(of: name, searches: try environment.searches()))
        tool.exitForFailure()
      }
      if folders.isEmpty { folders = saved.folders }
    } else if invocation.operands.isEmpty, invocation.has("duplicates") || invocation.has("like") {
      queries.append(Query(.constant(true)))
    } else if !invocation.operands.isEmpty || queries.isEmpty {
      let text = try invocation.query()
      guard text.contains(where: { !$0.isWhitespace }) else { tool.exitForWrongUse("no query was given") }
      queries.append(try query(text))
    }
    return Search(query: Query(.all(queries.map(\.predicate)), hints: queries.flatMap(\.hints)), folders: folders)
  }

  /// The queries for the arguments of `-name` and `-regex`.
  var nameQueries: [Query] {
    invocation.all("name").map { Query(name: String(decoding: $0, as: UTF8.self)) } + invocation.all("regex").map(expressionQuery)
  }

  private func expressionQuery(_ pattern: [UInt8]) -> Query {
    do {
      return try Query(nameMatching: String(decoding: pattern, as: UTF8.self))
    } catch {
      tool.exitForWrongUse("-regex \(PrintableText.path(pattern)): \(error.message) (at byte \(error.offset))")
    }
  }

  private func query(_ text: String) throws -> Query {
    isPredicate(text) ? try Query(parsing: text) : try FreeTextQuery(parsing: text, in: .current()).query
  }

  func isPredicate(_ text: String) -> Bool {
    invocation.has("literal") || !invocation.has("interpret") && QueryClassifier.isMeantAsPredicate(text)
  }

  /// The folders that are in the index. Other folders are reported and contribute no results. If
  /// one of them does not exist or cannot be accessed, the tool exits with a failure status at the
  /// end.
  ///
  /// - Parameter system: The system's index, which may have folders that `store` has not.
  /// - Returns: An empty array to search everywhere; `nil` if folders were given and none is in the
  ///   index.
  func knownFolders(
    _ folders: [[UInt8]], in store: Store, besides system: SystemFinder?
  ) throws -> (folders: [[UInt8]]?, areAllThere: Bool) {
    guard !folders.isEmpty else { return ([], true) }
    let others = system?.states(of: folders) ?? [:]
    var known: [[UInt8]] = []
    var areAllThere = true
    for folder in folders {
      // The index may still have a folder that was removed.
      guard try reportIfMissing(folder) else {
        areAllThere = false
        continue
      }
      let state = try store.read { snapshot throws(StoreError) in try snapshot.folderState(folder) }
      let other = others[folder] ?? .unknown
      // What is in either of the indexes is found.
      if state == .unknown, other != .unknown {
        reportContents(of: folder, other)
      } else if state == .unknown {
        tool.report("\(PrintableText.path(folder)): not in the index; \(Self.explanation(folder))")
      } else if other != .indexed {
        reportContents(of: folder, state)
      }
      if state != .unknown, state != .unmounted { known.append(folder) }
    }
    return (known.isEmpty ? nil : known, areAllThere)
  }

  private static func explanation(_ folder: [UInt8]) -> String { "'mdutil -s \(PrintableText.argument(folder))' says why" }

  /// Reports why a search within a folder of an index finds nothing, if that is known.
  func reportContents(of folder: [UInt8], _ state: FolderState) {
    let shown = PrintableText.path(folder)
    switch state {
    case .unlisted: tool.report("\(shown): what is in it is not indexed; \(Self.explanation(folder))")
    case .unmounted:
      tool.report("\(shown): its file system was not mounted when mds or mdimport last looked, so its files are left out")
    case .empty:
      // The marker of a folder that cannot be searched is unknown, which only costs a message.
      let marker = Self.markers.first { (try? SmallFile.kind(at: folder + Array("/\($0)".utf8))) != nil }
      if let marker { tool.report("\(shown): what is in it is not indexed: it contains \(marker)") }
    case .unknown, .indexed: break
    }
  }

  /// The names of files that keep what is in their folders out of the index.
  private static let markers = [".metadata_never_index", "CACHEDIR.TAG", ".nomedia", ".trackerignore"]

  /// Whether a path exists. If not, or if it cannot be accessed, reports that.
  func reportIfMissing(_ path: [UInt8]) throws -> Bool {
    do {
      let kind = try SmallFile.kind(at: path)
      // The path was followed, so a link at its end cannot be.
      let isDangling = kind == .other && SmallFile.linkTarget(of: path) != nil
      if kind != nil, !isDangling { return true }
      tool.report("\(PrintableText.path(path)): \(isDangling ? "a symbolic link that leads nowhere" : "no such folder")")
    } catch {
      tool.report("\(error)")
    }
    return false
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

  private static func description(of folders: [[UInt8]]) -> String {
    folders.isEmpty ? ", everywhere" : ", in " + folders.map { PrintableText.path($0) }.joined(separator: ", ")
  }

  func save(_ search: Search, as name: [UInt8]) throws {
    let path = try SavedSearch.path(of: name, searches: try environment.searches())
    let saved = SavedSearch(query: search.query.description, folders: search.folders)
    // A misspelled folder would make every later run fail.
    let areAllThere = try search.folders.map { try reportIfMissing($0) }.allSatisfy { $0 }
    guard areAllThere else { tool.fail("\(PrintableText.path(name)) is not saved") }
    if let folder = search.folders.first(where: { String(validating: $0, as: UTF8.self) == nil }) {
      tool.fail("\(PrintableText.path(name)) is not saved: a saved search cannot name \(PrintableText.path(folder)), which is not UTF-8")
    }
    var notice: String?
    do {
      let old = try SavedSearch(parsing: try SmallFile.read(path), home: try? environment.home())
      if old != saved {
        let folders = old.folders == saved.folders ? "" : Self.description(of: old.folders)
        notice = "the saved search \(PrintableText.path(name)) is replaced; it was: \(PrintableText.line(old.query))\(folders)"
      }
    } catch let error as FileError where error.isMissing {
      // A new name.
    } catch let error as SavedSearchError {
      tool.fail("\(PrintableText.path(path)) is not replaced: \(error); remove it first")
    }
    try SmallFile.write(Array(saved.propertyList.utf8), to: path)
    if let notice { tool.report(notice) }
    if let store = try? Store.open(try environment.store(invocation.bytes("store")), .read) { try reportHints(of: search.query, in: store) }
  }
}
