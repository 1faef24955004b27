// SPDX-License-Identifier: Apache-2.0

import Attributes
import CommandLine
import Finders
import IndexStore
import LogMessages
import QueryLanguage

/// Hits of typed words, the most relevant ones first.
extension FindTool {
  /// Number of hits from which those with only some of the words are not looked for: a first page.
  private static let sufficientHits = 10

  /// Maximum number of hits with only some of the words. They fit on a small terminal together with the others.
  private static let maximumPartialHits = 20

  /// Maximum number of hits that are only similar in meaning.
  private static let maximumRelatedHits = 10

  /// The words that were typed; `nil` if the query is a predicate, or has only keywords.
  var typedWords: TypedWords? {
    guard !invocation.operands.isEmpty, !invocation.has("s"), let text = try? invocation.query(), !isPredicate(text) else { return nil }
    return TypedWords(text)
  }

  /// Whether the hits of typed words are printed in the order of relevance. Programs that read all hits get them in the
  /// order of the index, and sooner.
  var isOrderedByRelevance: Bool {
    if order != nil || ["count", "live", "unranked"].contains(where: invocation.has) { return false }
    return StandardOutput.isTerminal || limit != nil || hitToOpen != nil
  }

  /// Whether hits are shown that a person may have meant, besides those that were asked for.
  private var showsSimilarHits: Bool { StandardOutput.isTerminal && !invocation.has("0") && !invocation.has("json") }

  func printRelevant(
    _ words: TypedWords, _ search: Search, _ own: RepeatableSearch?, _ items: inout ItemFinder?, _ system: SystemFinder?
  ) throws {
    var output = StandardOutput()
    let printer = printer(of: words, search)
    let attributes = printer.neededAttributes
    let count = try forEachRelevant(words, search, own, &items, system, limit: limit, attributes: attributes) { found throws(StoreError) in
      try printer.print(found, to: &output)
      // The best hits are shown before the others are read.
      output.flush()
    }
    if showsSimilarHits, limit != 0 { try printSimilar(words, search, own, count) }
  }

  /// Prints hits of corrected words, or of some of the words, if there are few hits.
  private func printSimilar(_ words: TypedWords, _ search: Search, _ own: RepeatableSearch?, _ count: Int) throws {
    if count == 0, let corrected = try corrected(words, search, own) {
      tool.report("nothing matches “\(words.typed.words.shown)”; these match “\(corrected.words.typed.words.shown)”")
      try print(corrected.finder, printer(of: corrected.words, corrected.search))
    } else {
      let partial = try partial(words, search, own, count)
      let related = try related(words, search, own, count, besides: partial)
      var isFirst = count == 0
      for (finder, heading) in [(partial, "With some of the words:"), (related, "Related in meaning:")] {
        guard let finder, !finder.isEmpty else { continue }
        try print(finder, printer(of: words, search), heading: "\(isFirst ? "" : "\n")\(heading)\n")
        isFirst = false
      }
    }
  }

  private func print(_ finder: RelevantFinder, _ printer: HitPrinter, heading: String = "") throws(StoreError) {
    var output = StandardOutput()
    output.write(heading)
    _ = try finder.forEachRun { found throws(StoreError) in try printer.print(found, to: &output) }
    output.flush()
  }

  private func printer(of words: TypedWords, _ search: Search) -> HitPrinter {
    printer(highlighting: search.query.namedTexts, passages: invocation.has("context") ? HitPassages(words.query) : nil)
  }

  /// The paths of the first hits, in the order in which they are printed on a terminal.
  func firstRelevantPaths(
    _ count: Int, _ words: TypedWords, _ search: Search, _ own: RepeatableSearch?, _ items: inout ItemFinder?, _ system: SystemFinder?
  ) throws -> [[UInt8]] {
    var paths: [[UInt8]] = []
    _ = try forEachRelevant(words, search, own, &items, system, limit: count, attributes: []) { paths += $0.hits.map(\.path) }
    // What matches other words is shown, but opened only by its own words.
    if try paths.count == count || paths.isEmpty && corrected(words, search, own) != nil { return paths }
    _ = try partial(words, search, own, paths.count)?.forEachRun { paths += $0.hits.map(\.path) }
    return paths
  }

  /// Calls `body` with the hits in order: those of the user's indexes by relevance, then those of the system's index, whose order
  /// must not depend on files that this user may not read.
  ///
  /// - Returns: Number of hits.
  private func forEachRelevant(
    _ words: TypedWords, _ search: Search, _ own: RepeatableSearch?, _ items: inout ItemFinder?, _ system: SystemFinder?, limit: Int?,
    attributes: [AttributeName], _ body: (FoundHits) throws(StoreError) -> Void
  ) throws -> Int {
    let finder = try finder(words, search, own, &items, limit: limit)
    var count = try finder.forEachRun(body)
    if let system, count < limit ?? .max {
      var runs: [FoundHits] = []
      system.find(search, order: nil, limit: limit.map { $0 - count }, attributes: attributes) { runs.append(.system($0)) }
      for run in runs {
        count += run.hits.count
        try body(run)
      }
    }
    return count
  }

  /// The hits of the user's indexes.
  private func finder(
    _ words: TypedWords, _ search: Search, _ own: RepeatableSearch?, _ items: inout ItemFinder?, limit: Int?
  ) throws -> RelevantFinder {
    var finder = RelevantFinder(words, limit: limit)
    if let own { try finder.addFiles(own) }
    items?.forEachStore { name, store throws(StoreError) in try finder.addItems(of: store, name, search.query) }
    return finder
  }

  // MARK: Similar hits

  /// Files and items with only some of the words; `nil` if there is no need for them.
  ///
  /// - Parameter count: Number of hits with all words.
  private func partial(_ words: TypedWords, _ search: Search, _ own: RepeatableSearch?, _ count: Int) throws -> RelevantFinder? {
    let wanted = min(Self.maximumPartialHits, (limit ?? .max) - count)
    guard words.canBePartial, count < Self.sufficientHits, wanted > 0 else { return nil }
    let filter = Query(.all([words.typed.filter.predicate] + nameQueries.map(\.predicate)))
    let predicate = filter.predicate == .constant(true) ? nil : CompiledPredicate(filter, in: .current())
    var finder = RelevantFinder(words, limit: wanted)
    if let own { _ = try Self.unlessDamaged { () throws(StoreError) in try finder.addPartial(predicate, except: own, limit: wanted) } }
    guard search.folders.isEmpty, var items = try itemFinder(filter, report: { _ in }) else { return finder }
    items.forEachStore { name, store throws(StoreError) in
      try finder.addPartialItems(of: store, name, predicate, except: search.query, limit: wanted)
    }
    return finder
  }

  /// Files and items that are similar to the words in meaning; `nil` if there is no need for them.
  ///
  /// - Parameters:
  ///   - count: Number of hits with all words.
  ///   - partial: Hits with some of the words, which are left out.
  private func related(
    _ words: TypedWords, _ search: Search, _ own: RepeatableSearch?, _ count: Int, besides partial: RelevantFinder?
  ) throws -> RelevantFinder? {
    let wanted = min(Self.maximumRelatedHits, (limit ?? .max) - count)
    guard count < Self.sufficientHits, wanted > 0 else { return nil }
    let filter = Query(.all([words.typed.filter.predicate] + nameQueries.map(\.predicate)))
    let predicate = filter.predicate == .constant(true) ? nil : CompiledPredicate(filter, in: .current())
    var finder = RelevantFinder(words, limit: wanted)
    if let own { _ = try Self.unlessDamaged { () throws(StoreError) in try finder.addRelated(predicate, except: own, limit: wanted) } }
    if search.folders.isEmpty, var items = try itemFinder(filter, report: { _ in }) {
      items.forEachStore { name, store throws(StoreError) in
        try finder.addRelatedItems(of: store, name, predicate, except: search.query, limit: wanted)
      }
    }
    if let partial { finder.removeHits(of: partial) }
    return finder
  }

  /// The result of looking for similar hits; `nil` if a part of the index is damaged that the search itself did not need, or has
  /// reported.
  private static func unlessDamaged<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result? {
    do throws(StoreError) {
      return try body()
    } catch {
      guard case .damagedSegment = error else { throw error }
      return nil
    }
  }

  /// The hits of the words that were probably meant.
  ///
  /// - Returns: `nil` if no words are similar, or nothing matches them.
  private func corrected(
    _ words: TypedWords, _ search: Search, _ own: RepeatableSearch?
  ) throws -> (words: TypedWords, search: Search, finder: RelevantFinder)? {
    var best: [[UInt8]: WordCorrection] = [:]
    func add(_ corrections: [WordCorrection]) {
      for correction in corrections where best[correction.typed].map({ correction.isBetter(than: $0) }) ?? true {
        best[correction.typed] = correction
      }
    }
    if let own { add(try Self.unlessDamaged { () throws(StoreError) in try own.store.corrections(of: words.query) } ?? []) }
    if search.folders.isEmpty, var all = try itemFinder(Query(.constant(true)), report: { _ in }) {
      all.forEachStore { _, store throws(StoreError) in add(try store.corrections(of: words.query)) }
    }
    guard !best.isEmpty, let corrected = TypedWords(RankedQuery.correcting(words.typed.words, Array(best.values))) else { return nil }
    let predicates = [corrected.typed.query.predicate, words.typed.filter.predicate] + nameQueries.map(\.predicate)
    let search = Search(query: Query(.all(predicates)), folders: search.folders)
    var items = search.folders.isEmpty ? try itemFinder(search.query, report: { _ in }) : nil
    let found = own.map { RepeatableSearch(store: $0.store, query: search.query, folders: $0.folders, order: nil, limit: limit) }
    let finder = try finder(corrected, search, found, &items, limit: limit)
    return finder.isEmpty ? nil : (corrected, search, finder)
  }
}

extension String {
  /// Typed words as they are shown in a message.
  fileprivate var shown: String { PrintableText.line(String(reversed().drop(while: \.isWhitespace).reversed())) }
}
