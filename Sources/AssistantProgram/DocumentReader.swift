// SPDX-License-Identifier: Apache-2.0

import Attributes
import CommandLine
import Finders
import IndexStore
import LogMessages
import ModelContextProtocol
import QueryLanguage

/// Answers calls of tools from the user's index of files, and tells nothing about files outside the named folders: neither that there are
/// some nor that there are none. The items of programs and the system's index are not searched.
///
/// The index is opened for each call, so that a waiting server keeps no files of it.
struct DocumentReader {
  let folders: NamedFolders
  /// The folder of the index.
  let store: String
  /// Called with messages for the person, which may name other files.
  let report: (String) -> Void

  /// Maximum length of an answer's values as JSON, in bytes.
  static let maximumLength = 256 << 10

  func answer(_ tool: String, _ arguments: ToolArguments) throws(ToolFailure) -> AttributeValue {
    do {
      let store = try Store.open(store, .read)
      switch tool {
      case "search": return try search(store, arguments)
      case "search_predicate": return try searchByPredicate(store, arguments)
      case "attributes": return try attributes(store, arguments)
      case "passages": return try passages(store, arguments)
      default: preconditionFailure("the session calls only tools that it has listed")
      }
    } catch let failure as ToolFailure {
      throw failure
    } catch let error as QuerySyntaxError {
      throw ToolFailure(error.line)
    } catch {
      report("\(error)")
      throw ToolFailure("the index cannot be searched; the reason is in the log of searchlight-mcp, on its standard error")
    }
  }

  // MARK: Searching

  private func search(_ store: Store, _ arguments: ToolArguments) throws -> AttributeValue {
    let text = arguments.text("query") ?? ""
    let typed = RankedText(parsing: text, in: .current())
    guard typed.filter.predicate != .constant(false) else { throw ToolFailure("there is nothing to search for") }
    // Similar words and documents with some of the words would depend on how many other files of the index have the words.
    let filter =
      typed.hasAlternatives ? typed.filter : Query(.all([typed.query.predicate, typed.filter.predicate]), hints: typed.filter.hints)
    let limit = arguments.number("limit") ?? SearchTools.standardLimit
    let searched = try searchedFolders(arguments)
    var finder = RankedFinder(typed, for: text, where: filter, limit: limit)
    finder.addFiles(of: store, within: searched)
    if let damage = finder.damage.first { throw damage }
    let hits = finder.best().flatMap(\.hits)
    let passages = HitPassages(finder.query, reading: folders.contains)
    return try answer(hits, arguments, notices: try notices(filter.hints, store, searched)) { hit throws(StoreError) in
      try passage(of: hit, passages)
    }
  }

  private func searchByPredicate(_ store: Store, _ arguments: ToolArguments) throws -> AttributeValue {
    let query = try Query(parsing: arguments.text("predicate") ?? "")
    let searched = try searchedFolders(arguments)
    let order = SearchOrder(attribute: .known(.contentModificationDate), isDescending: true)
    let results = try store.search(
      query, within: searched, orderedBy: order, limit: arguments.number("limit") ?? SearchTools.standardLimit)
    let hits = try results.hits().map { FoundHit.stored($0, store) }
    return try answer(hits, arguments, notices: try notices(query.hints, store, searched)) { _ in nil }
  }

  private func searchedFolders(_ arguments: ToolArguments) throws(ToolFailure) -> [[UInt8]] {
    guard let text = arguments.text("folder") else { return folders.paths }
    guard let path = path(text, following: true) else {
      throw ToolFailure("this folder is not among those that the person has allowed: \(list(folders.paths))")
    }
    return [path]
  }

  private func list(_ paths: [[UInt8]]) -> String { paths.map { PrintableText.path($0) }.joined(separator: ", ") }

  /// What is odd about a query, as far as files in the searched folders do not disprove it; and the named folders that are not in the index.
  private func notices(_ hints: [QueryHint], _ store: Store, _ searched: [[UInt8]]) throws(StoreError) -> [String] {
    var notices: [String] = []
    for hint in hints {
      if let disproof = hint.disproof, try !store.search(Query(disproof), within: searched, limit: 1).isEmpty { continue }
      notices.append(hint.message)
    }
    for folder in folders.paths where searched == folders.paths {
      let state = try store.read { snapshot throws(StoreError) in try snapshot.folderState(folder) }
      if state == .unknown { notices.append("\(PrintableText.path(folder)) is not in the index; the person can add it with mdimport") }
    }
    return notices
  }

  private func answer(
    _ hits: [FoundHit], _ arguments: ToolArguments, notices: [String], _ passage: (FoundHit) throws(StoreError) -> Passage?
  ) throws -> AttributeValue {
    var (listed, length, isTruncated): ([AttributeValue], Int, Bool) = ([], 0, false)
    for hit in hits where folders.contains(hit.path) {
      let described = AttributeValue.dictionary(try describe(hit, arguments.texts("attributes"), try passage(hit)))
      length += JSON.value(described).utf8.count
      guard length <= Self.maximumLength else {
        isTruncated = true
        break
      }
      listed.append(described)
    }
    var members: [String: AttributeValue] = ["hits": .array(listed), "isTruncated": .boolean(isTruncated)]
    if !notices.isEmpty { members["notices"] = .array(notices.map { .string($0) }) }
    return .dictionary(members)
  }

  private func describe(_ hit: FoundHit, _ names: [String], _ passage: Passage?) throws(StoreError) -> [String: AttributeValue] {
    try hit.members(attributes: names.map { AttributeName(calling: $0) }).merging(passage?.members ?? [:]) { $1 }
  }

  // MARK: Single files

  /// What is said of a path for which there is nothing to show, whatever the reason.
  private static let unknownFile = "the index has no file at this path that the person has allowed to be shown"

  private func attributes(_ store: Store, _ arguments: ToolArguments) throws -> AttributeValue {
    let names = arguments.texts("names").map { AttributeName(calling: $0) }
    guard let path = path(arguments.text("path") ?? "", following: false) else { throw ToolFailure(Self.unknownFile) }
    let found = try store.read { snapshot throws(StoreError) -> [(name: AttributeName, value: AttributeValue)]? in
      guard let reference = try snapshot.reference(for: path) else { return nil }
      if names.isEmpty { return try snapshot.shownAttributes(of: reference) }
      return try snapshot.values(of: names, for: reference).map { zip(names, $0).map { ($0, $1 ?? .null) } }
    }
    guard let found else { throw ToolFailure(Self.unknownFile) }
    var (attributes, omitted, length): ([String: AttributeValue], [AttributeValue], Int) = ([:], [], 0)
    for (name, value) in found where value != .null {
      let value = value.shortened
      let count = JSON.value(value).utf8.count
      if length + count > Self.maximumLength {
        omitted.append(.string(name.description))
      } else {
        attributes[name.description] = value
        length += count
      }
    }
    var members = FoundHit.identity(of: path)
    members["attributes"] = .dictionary(attributes)
    if !omitted.isEmpty { members["omitted"] = .array(omitted) }
    return .dictionary(members)
  }

  private func passages(_ store: Store, _ arguments: ToolArguments) throws -> AttributeValue {
    let typed = RankedText(parsing: arguments.text("query") ?? "", in: .current())
    guard !typed.words.isEmpty else { throw ToolFailure("the query has no words") }
    let passages = HitPassages(RankedQuery(typed.words), reading: folders.contains)
    var listed: [AttributeValue] = []
    for text in arguments.texts("paths") {
      guard let path = path(text, following: false),
        let reference = try store.read({ snapshot throws(StoreError) in try snapshot.reference(for: path) })
      else {
        listed.append(.dictionary(["path": .string(text), "error": .string(Self.unknownFile)]))
        continue
      }
      let hit = FoundHit.stored(SearchHit(reference: reference, path: path), store)
      listed.append(.dictionary(FoundHit.identity(of: path).merging(try passage(of: hit, passages)?.members ?? [:]) { $1 }))
    }
    return .dictionary(["passages": .array(listed)])
  }

  private func passage(of hit: FoundHit, _ passages: HitPassages) throws(StoreError) -> Passage? {
    guard case .stored(let hit, let store) = hit, folders.contains(hit.path) else { return nil }
    return try passages.passage(of: hit, in: store)
  }

  // MARK: Paths

  /// The real path that an absolute path or a URL names; `nil` if it is not in a named folder.
  ///
  /// - Parameter isFollowing: Whether a symbolic link at its end is followed.
  private func path(_ text: String, following isFollowing: Bool) -> [UInt8]? {
    let path = PercentEncoding.path(ofFileURL: text) ?? Array(text.utf8)
    guard path.first == UInt8(ascii: "/"), !path.contains(0) else { return nil }
    let real = isFollowing ? AbsolutePath.follow(absolute: path) : try? AbsolutePath.resolve(path)
    guard let real, folders.contains(real) else { return nil }
    return real
  }
}
