// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Finders
import IndexStore
import LogMessages
import QueryLanguage
import SystemSearch

/// Searching the system's index, which has files that all users share.
extension FindTool {
  var systemIndex: SystemIndex? {
    // A live search follows one index, and these name one.
    guard !invocation.has("live"), !invocation.has("store"), environment.value(of: "SEARCHLIGHT_STORE") == nil else { return nil }
    return SystemIndex(socket: environment.querySocket)
  }

  /// The user's index of files.
  ///
  /// - Returns: `nil` if the user has none, and the system has one or programs have items.
  func ownStore() throws -> Store? {
    let path = try environment.store(invocation.bytes("store"))
    let isThere = try SmallFile.kind(at: Array(path.utf8)) != nil
    // Those who have no index yet get one.
    let time = !isThere || invocation.has("sync") ? timeout : 0
    try StartSocket(environment, besides: invocation.bytes("store"))?.startDaemon(of: path, waiting: time)
    // A folder without an index is that of one that was lost a moment ago.
    if systemIndex != nil, !isThere, try SmallFile.kind(at: Array(path.utf8)) == nil { return nil }
    do throws(StoreError) {
      return try Store.open(path, .read)
    } catch {
      guard case .notFound = error, try hasItems else { throw error }
      tool.report("\(error)")
      return nil
    }
  }

  /// Whether programs have items that can be found. Only files are in folders and in other indexes, and
  /// only they are followed.
  private var hasItems: Bool {
    get throws {
      if ["live", "onlyin", "store"].contains(where: invocation.has) { return false }
      return try ApplicationStore.all(in: try environment.applications()).contains { $0.protection == .none }
    }
  }

  /// - Parameters:
  ///   - store: The user's index; `nil` if there is none.
  ///   - report: Called with what the user should know.
  func systemFinder(beside store: Store?, report: @escaping (String) -> Void) -> SystemFinder? {
    systemIndex.map {
      SystemFinder(
        $0, own: store, synchronizationTime: invocation.has("sync") ? timeout : nil, environment: environment, report: report)
    }
  }

  /// - Parameter store: The user's index; `nil` if there is none.
  func systemFinder(beside store: Store?) -> SystemFinder? { systemFinder(beside: store) { tool.report($0) } }

  /// Answers a user who has no index of files.
  func answerWithoutOwnStore(_ search: Search) throws {
    let system = systemFinder(beside: nil)
    try checkOrder(in: nil, system)
    try reportHints(of: search.query, in: nil, system)
    let areAllThere = try system.map { try reportUnknown(search.folders, to: $0) } ?? true
    var items = search.folders.isEmpty ? try itemFinder(search.query) : nil
    let areAllRead = try answer(search, nil, &items, system)
    reportMissingDictionaries()
    finish(nil, isSuccess: areAllThere && areAllRead && system?.isComplete ?? true && items?.isComplete ?? true)
  }

  /// Reports folders that are missing, or are not in the system's index, to a user who has no other.
  ///
  /// - Returns: Whether all of them exist.
  func reportUnknown(_ folders: [[UInt8]], to system: SystemFinder) throws -> Bool {
    let there = try folders.filter(reportIfMissing)
    let states = system.states(of: there)
    for folder in there {
      let state = states[folder] ?? .unknown
      if state == .unknown { tool.report("\(PrintableText.path(folder)): not in the system's index") }
      reportContents(of: folder, state)
    }
    return there.count == folders.count
  }

  /// Ends the tool after all output is printed.
  func finish(_ store: Store?, isSuccess: Bool) -> Never {
    if let store { tool.finish(with: store, isSuccess: isSuccess) }
    // Without any index of files, only items were found.
    tool.finish(isSuccess: isSuccess && systemIndex != nil)
  }
}
