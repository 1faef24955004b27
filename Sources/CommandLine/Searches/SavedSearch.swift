// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import LogMessages

/// A saved search in Finder's file format: a property list whose `RawQuery` is the predicate.
package struct SavedSearch: Hashable, Sendable {
  package var query: String
  /// The folders to search; empty to search everywhere.
  package var folders: [[UInt8]]

  package init(query: String, folders: [[UInt8]]) {
    self.query = query
    self.folders = folders
  }

  private static let suffix = Array(".savedSearch".utf8)

  /// The names of the searches in the user's folder of searches.
  package static func names(in searches: String) throws(FileError) -> [[UInt8]] {
    try SmallFile.names(in: Array(searches.utf8)).filter { $0.count > suffix.count && $0.suffix(suffix.count) == suffix[...] }
      .map { $0.dropLast(suffix.count) }
  }

  /// The path of a saved search, given by its path or by its name in the user's folder of searches.
  package static func path(of name: [UInt8], searches: String) throws(PathError) -> [UInt8] {
    if name.contains(UInt8(ascii: "/")) { return try AbsolutePath.resolve(name) }
    return Array(searches.utf8) + [UInt8(ascii: "/")] + name + (name.suffix(suffix.count) == suffix[...] ? [] : suffix)
  }

  /// Whether `name` is a plain name and not a path. Searches are saved only in the folder of
  /// searches. Control characters would break the lines and columns of a list of searches.
  package static func isPlainName(_ name: [UInt8]) -> Bool {
    !name.isEmpty && !name.contains { $0 == UInt8(ascii: "/") || $0 < 0x20 || $0 == 0x7F } && !name.allSatisfy { $0 == UInt8(ascii: ".") }
  }

  /// - Parameter home: The absolute path that the scope "home folder" stands for; `nil` if it is
  ///   not known.
  package init(parsing bytes: [UInt8], home: String?) throws(SavedSearchError) {
    do {
      guard case .dictionary(let list) = try PropertyListReader.value(in: bytes) else { throw SavedSearchError.noQuery }
      let raw: [String: AttributeValue] = if case .dictionary(let raw) = list["RawQueryDict"] { raw } else { [:] }
      guard case .string(let query) = list["RawQuery"] ?? raw["RawQuery"] else { throw SavedSearchError.noQuery }
      self.query = query
      // Some files of Finder have the folders only among the criteria that its window shows.
      let criteria: [String: AttributeValue] = if case .dictionary(let shown) = list["SearchCriteria"] { shown } else { [:] }
      folders = try Self.folders(raw["SearchScopes"] ?? list["SearchScopes"] ?? criteria["FXScopeArrayOfPaths"], home: home)
    } catch let error as PropertyListError {
      throw .notUnderstood(error)
    } catch let error as SavedSearchError {
      throw error
    } catch {
      throw .noQuery
    }
  }

  /// Apple's names for places that include everything in the index.
  private static let everywhere: Set<String> = [
    "kMDQueryScopeComputer", "kMDQueryScopeComputerIndexed", "kMDQueryScopeNetwork", "kMDQueryScopeNetworkIndexed",
    "kMDQueryScopeAllIndexed",
  ]

  /// A scope is a path or one of Apple's names for a place. A scope that includes everything makes
  /// the other scopes irrelevant.
  private static func folders(_ scopes: AttributeValue?, home: String?) throws(SavedSearchError) -> [[UInt8]] {
    var folders: [[UInt8]] = []
    var isEverywhere = false
    for value in scopes?.elements ?? [] {
      guard case .string(let scope) = value else { throw .unreadableScope }
      if everywhere.contains(scope) {
        isEverywhere = true
      } else if scope.hasPrefix("/") {
        folders.append(AbsolutePath.follow(absolute: Array(scope.utf8)))
      } else if ["kMDQueryScopeHome", "kMDQueryScopeHomeIndexed"].contains(scope), let home {
        folders.append(AbsolutePath.follow(absolute: Array(home.utf8)))
      } else {
        throw .unknownScope(scope)
      }
    }
    return isEverywhere ? [] : folders
  }

  /// The file's content.
  package var propertyList: String {
    let scopes: [AttributeValue] =
      folders.isEmpty ? [.string("kMDQueryScopeComputer")] : folders.map { .string(String(decoding: $0, as: UTF8.self)) }
    return PropertyList.document(
      .dictionary([
        "CompatibleVersion": .integer(1), "RawQuery": .string(query),
        "RawQueryDict": .dictionary(["RawQuery": .string(query), "SearchScopes": .array(scopes)]),
      ]))
  }
}

/// The reason why a file is not a saved search.
package enum SavedSearchError: Error, Hashable, CustomStringConvertible {
  case notUnderstood(PropertyListError)
  case noQuery
  /// An element of `SearchScopes` is no text.
  case unreadableScope
  /// An element of `SearchScopes` is no place.
  case unknownScope(String)

  package var description: String {
    switch self {
    case .notUnderstood(let error): "not a saved search: \(error)"
    case .noQuery: "not a saved search: it has no RawQuery"
    case .unreadableScope: "not a saved search: an element of SearchScopes is not a <string>"
    case .unknownScope(let scope):
      "not a saved search: '\(PrintableText.line(scope))' in SearchScopes is neither an absolute path nor the name of a place"
    }
  }
}
