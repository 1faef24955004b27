// SPDX-License-Identifier: Apache-2.0

import Applications
import CommandLine
import Finders
import IndexStore
import SystemSearch

extension FindTool {
  /// The number of the hit to open, from 1; `nil` if hits are printed instead.
  var hitToOpen: Int? { invocation.number("open", atLeast: 1, of: tool) }

  /// Opens a hit: a file with its default desktop program, and an item with its own program.
  ///
  /// - Parameters:
  ///   - number: Its position in the list that is printed without `-open`, from 1.
  ///   - search: The search in the user's index; `nil` if there is none.
  ///   - items: The items that follow these files.
  ///   - system: The system's index, whose files follow the items.
  func open(hit number: Int, of query: Search, _ search: RepeatableSearch?, _ items: inout ItemFinder?, _ system: SystemFinder?) throws {
    let paths = try firstPaths(min(limit ?? number, number), of: query, search, &items, system)
    try open(hit: number, of: paths)
  }

  /// - Parameter paths: The paths and addresses of the first hits.
  func open(hit number: Int, of paths: [[UInt8]]) throws {
    guard paths.count >= number else {
      tool.fail(
        paths.isEmpty
          ? "no file matches, so there is nothing to open"
          : "-open \(number): only \(paths.count == 1 ? "1 file matches" : "\(paths.count) files match")")
    }
    let path = paths[number - 1]
    if case .item(let store, let identifier, _)? = ResultURL(String(decoding: path, as: UTF8.self)) {
      // The program may search for the same words among all its items.
      return try DesktopOpener().open(item: "\(ResultURL.item(store, identifier: identifier, query: typedText))")
    }
    guard try SmallFile.kind(at: path) != nil else { tool.fail("\(String(decoding: path, as: UTF8.self)): no longer exists") }
    try DesktopOpener().open(path)
    do {
      try recordOpening(of: path)
    } catch StoreError.notFound where systemIndex != nil {
      // The user has no index, and that of the system records no use.
    } catch {
      tool.report("opened, but not recorded as used: \(error)")
    }
  }

  /// Records in the index of files that the file was used.
  func recordOpening(of path: [UInt8]) throws {
    try Store.open(try environment.store(invocation.bytes("store")), .write(creating: false)).recordOpening(of: path)
  }

  /// The words that were typed; `nil` if there are none, or the query is a predicate.
  private var typedText: String? {
    let text = invocation.operands.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    return text.isEmpty || isPredicate(text) ? nil : text
  }
}
