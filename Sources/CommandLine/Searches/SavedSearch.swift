internal import Attributes

/// A search kept in a file, in the form that Finder saves: a property list whose `RawQuery` is the predicate.
package struct SavedSearch: Hashable, Sendable {
  package var query: String
  /// Folders to search; empty for everywhere.
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

  /// Where a saved search is: at a path, or under a name in the user's folder of searches.
  package static func path(of name: [UInt8], searches: String) throws(PathError) -> [UInt8] {
    if name.contains(UInt8(ascii: "/")) { return try AbsolutePath.resolve(name) }
    return Array(searches.utf8) + [UInt8(ascii: "/")] + name + (name.suffix(suffix.count) == suffix[...] ? [] : suffix)
  }

  /// Whether it is a name in the folder of searches, and no path: a search is saved nowhere else.
  package static func isPlainName(_ name: [UInt8]) -> Bool {
    !name.isEmpty && !name.contains(UInt8(ascii: "/")) && !name.allSatisfy { $0 == UInt8(ascii: ".") }
  }

  /// - Parameter home: What the scope "home folder" stands for, an absolute path; `nil` when it is not known.
  package init(parsing bytes: [UInt8], home: String?) throws(SavedSearchError) {
    do {
      guard case .dictionary(let list) = try PropertyListReader.value(in: bytes) else { throw SavedSearchError.noQuery }
      let raw: [String: AttributeValue] = if case .dictionary(let raw) = list["RawQueryDict"] { raw } else { [:] }
      guard case .string(let query) = list["RawQuery"] ?? raw["RawQuery"] else { throw SavedSearchError.noQuery }
      self.query = query
      folders = Self.folders(raw["SearchScopes"] ?? list["SearchScopes"], home: home)
    } catch let error as PropertyListError {
      throw .notUnderstood(error)
    } catch {
      throw .noQuery
    }
  }

  /// Scopes are paths or Apple's names for places; one that is everywhere makes the others needless.
  private static func folders(_ scopes: AttributeValue?, home: String?) -> [[UInt8]] {
    var folders: [[UInt8]] = []
    for case .string(let scope) in scopes?.elements ?? [] {
      if scope.hasPrefix("/") {
        folders.append(AbsolutePath.follow(absolute: Array(scope.utf8)))
      } else if scope == "kMDQueryScopeHome", let home {
        folders.append(AbsolutePath.follow(absolute: Array(home.utf8)))
      } else {
        return []
      }
    }
    return folders
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

/// Why a file is not a saved search.
package enum SavedSearchError: Error, Hashable, CustomStringConvertible {
  case notUnderstood(PropertyListError)
  case noQuery

  package var description: String {
    switch self {
    case .notUnderstood(let error): "not a saved search: \(error)"
    case .noQuery: "not a saved search: it has no RawQuery"
    }
  }
}
