// SPDX-License-Identifier: Apache-2.0

package import Attributes
package import CommandLine
package import IndexStore
package import QueryLanguage
package import SystemSearch

/// Finds files in the system's index, which `mdfind` prints after those of the user's index and the
/// items of programs.
///
/// A file that is in the user's index, too, is left out here.
package final class SystemFinder {
  private let index: SystemIndex
  private let calendar: CallerCalendar
  /// The user's index; `nil` if there is none.
  private let own: Store?
  /// Until the first question, the time in seconds in which changes must be searchable; then `nil`.
  private var synchronizationTime: Int?
  private let report: (String) -> Void
  private var reported: Set<String> = []
  /// Whether all questions were answered so far.
  package private(set) var isComplete = true

  /// - Parameter synchronizationTime: Maximum time in seconds until changes before the first question are
  ///   searchable; `nil` not to wait for them.
  package init(
    _ index: SystemIndex, own: Store?, synchronizationTime: Int?, environment: ToolEnvironment, report: @escaping (String) -> Void
  ) {
    (self.index, self.own, self.synchronizationTime, self.report) = (index, own, synchronizationTime, report)
    calendar = CallerCalendar(environment.value(of:))
    for name in calendar.rejected {
      report("\(name) names a file, which the service of the system's index does not open; dates there have the calendar of the system")
    }
  }

  /// What the system's index has of some folders.
  package func states(of folders: [[UInt8]]) -> [[UInt8]: FolderState] {
    guard !folders.isEmpty else { return [:] }
    var query = SystemQuery(.predicate("false"))
    query.folders = folders
    var states: [FolderState] = []
    ask(query, { states = $0.folders }) { _ in }
    return Dictionary(zip(folders, states)) { first, _ in first }
  }

  /// Finds files, and passes some at a time on.
  ///
  /// - Parameter limit: Maximum number of files; `nil` for no limit.
  package func find(_ search: Search, order: SearchOrder?, limit: Int?, attributes: [AttributeName], _ body: ([SystemHit]) -> Void) {
    var query = SystemQuery(.predicate(search.query.description))
    (query.folders, query.order, query.attributes) = (search.folders, order, .named(attributes))
    if let limit { return body(first(limit, of: query)) }
    // The service does not wait for whoever reads the output.
    var parts: [[SystemHit]] = []
    ask(query) { parts.append(foreign($0)) }
    parts.forEach(body)
  }

  /// The hints that no file disproves.
  package func upheld(_ hints: [QueryHint]) -> [QueryHint] {
    hints.filter { hint in
      guard let disproof = hint.disproof else { return true }
      var query = SystemQuery(.predicate(disproof.description))
      query.limit = 1
      var isDisproved = false
      ask(query) { isDisproved = isDisproved || !$0.isEmpty }
      return !isDisproved
    }
  }

  /// Number of files.
  package func count(_ search: Search, limit: Int?) -> Int {
    var count = 0
    find(search, order: nil, limit: limit, attributes: []) { count += $0.count }
    return count
  }

  /// The best files for a ranked query. The newest ones, if it has no words or alternatives.
  ///
  /// - Parameter filter: What every hit satisfies, which includes the filter of the typed text.
  package func best(_ typed: RankedText, where filter: Query, folders: [[UInt8]], limit: Int, attributes: [AttributeName], passages: Bool)
    -> [SystemHit]
  {
    // The service takes all words as needed.
    var query = SystemQuery(.words(typed.hasAlternatives ? "" : typed.words, predicate: filter.description))
    (query.folders, query.attributes, query.wantsPassages) = (folders, .named(attributes), passages)
    var hits = first(limit, of: query)
    guard hits.count < limit, !typed.hasAlternatives else { return hits }
    // What a search without ranking finds besides: the service knows only the words.
    query.question = .predicate(Query(.all([typed.query.predicate, filter.predicate])).description)
    let known = Set(hits.map(\.path))
    let others = first(limit, of: query).filter { !known.contains($0.path) }
    let end = hits.firstIndex(where: \.isPartial) ?? hits.count
    hits.insert(contentsOf: others, at: end)
    return Array(hits.prefix(limit))
  }

  /// The passage of a file for typed words; `nil` if it has none, or the user may not read it.
  package func passage(of path: [UInt8], for words: String) -> Passage? {
    var query = SystemQuery(.words(words, predicate: Query(.constant(true)).description))
    // A file counts as a folder that contains itself.
    (query.folders, query.limit, query.wantsPassages) = ([path], 1, true)
    var passage: Passage?
    ask(query) { passage = $0.first?.passage }
    return passage
  }

  /// The first files that are not in the user's index.
  private func first(_ limit: Int, of query: SystemQuery) -> [SystemHit] {
    var (query, count) = (query, limit)
    while count > 0 {
      query.limit = count
      var all: [SystemHit] = []
      ask(query) { all += $0 }
      let hits = foreign(all)
      guard hits.count < limit, all.count >= count, isComplete else { return Array(hits.prefix(limit)) }
      count = count > .max / 4 ? .max : count * 4
    }
    return []
  }

  private func foreign(_ hits: [SystemHit]) -> [SystemHit] {
    guard let own else { return hits }
    do {
      return try own.read { snapshot throws(StoreError) in
        var foreign: [SystemHit] = []
        for hit in hits where try snapshot.reference(for: hit.path) == nil { foreign.append(hit) }
        return foreign
      }
    } catch {
      isComplete = false
      report("\(error)")
      return hits
    }
  }

  private func reportDelay() {
    let delay = "the system's index has not answered for \(SystemIndex.patience) seconds; 'systemctl status searchlight-query' may say why"
    if reported.insert(delay).inserted { report(delay) }
  }

  private func ask(_ query: SystemQuery, _ end: (SystemIndex.Outcome) -> Void = { _ in }, _ body: ([SystemHit]) -> Void) {
    var query = query
    query.calendar = calendar
    query.synchronizationTime = synchronizationTime.take()
    do {
      let outcome = try index.ask(query, waiting: reportDelay, body)
      end(outcome)
      if !outcome.isCurrent { isComplete = false }
      for notice in outcome.notices where reported.insert(notice).inserted { report(notice) }
    } catch {
      isComplete = false
      if reported.insert("\(error)").inserted { report("\(error)") }
    }
  }
}
