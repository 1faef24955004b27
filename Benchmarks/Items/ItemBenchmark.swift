// SPDX-License-Identifier: Apache-2.0

import CSystem
import CoreSpotlight
import Foundation
import IndexStore
import Synchronization

/// Measures the items of programs: adding them through `CSSearchableIndex`, and searches in their
/// store. `Benchmarks/run-items` runs it beside SQLite's FTS5 and writes the record.
///
///     ItemBenchmark index NAME BATCH < ITEMS
///     ItemBenchmark single NAME < ITEMS
///     ItemBenchmark settle NAME
///     ItemBenchmark query NAME RUNS < QUERIES
///     ItemBenchmark choose NAME < CHOICES
///     ItemBenchmark hits NAME [FEATURE=VALUE …] < TEXTS
///     ItemBenchmark create NAME RUNS
///     ItemBenchmark stores COUNT < ITEMS
///
/// The stores are in the folder `$XDG_DATA_HOME`. ITEMS has a line for each item: title, keywords,
/// description and text, separated by tabs; keywords are separated by semicolons. A fifth column is the number
/// of days since the last change. `index` adds them in batches with a client state and prints the seconds until the last batch is on the disk;
/// `single` adds one at a time and waits for each. `settle` does the maintenance that a program does
/// some time after its last change. QUERIES has the kind of a query and its text in
/// each line: `predicate`, `ranked` or `completions`. For each, `query` prints the microseconds of
/// the fastest run and the number of hits. CHOICES has what a person typed and the item chosen then in each
/// line, separated by a tab; `choose` records them. `hits` prints the best ten items for each line of TEXTS, as
/// typed so far. `create` prints the microseconds of creating a
/// `CSSearchableIndex`, the median of RUNS new names. `stores` creates a store of files without
/// files, and COUNT stores with one item each.
@main
struct ItemBenchmark {
  static func main() async throws {
    process_prepare()
    CSSearchableIndex.bundleIdentifier = "ItemBenchmark"
    let arguments = CommandLine.arguments
    switch (arguments.dropFirst().first, arguments.count) {
    case ("index", 4): print(try await index(arguments[2], batch: Int(arguments[3]) ?? 1000).seconds)
    case ("single", 3): print(try await single(arguments[2]).seconds)
    case ("settle", 3): try Store.open(path(arguments[2]), .writeItems).maintainItems(isQuiet: true) { true }
    case ("query", 4): try await query(arguments[2], runs: Int(arguments[3]) ?? 1)
    case ("choose", 3): try choose(arguments[2])
    case ("hits", 3...): try hits(arguments[2], arguments[3...])
    case ("create", 4): print(create(arguments[2], runs: Int(arguments[3]) ?? 1).microseconds)
    case ("stores", 3): try await makeStores(Int(arguments[2]) ?? 1)
    default:
      print(
        """
        usage: ItemBenchmark index NAME BATCH | single NAME | settle NAME | query NAME RUNS | choose NAME | hits NAME [FEATURE=VALUE …] \
        | create NAME RUNS | stores COUNT
        """)
      exit(2)
    }
  }

  // MARK: Adding

  /// A line of the input.
  private struct Line {
    let number: Int
    let columns: [String]

    static func all() -> [Line] {
      var lines: [Line] = []
      while let line = readLine() {
        let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        if columns.count == 4 || columns.count == 5 { lines.append(Line(number: lines.count, columns: columns)) }
      }
      return lines
    }

    /// The item, with the work that a program has with it.
    func item() -> CSSearchableItem {
      let attributes = CSSearchableItemAttributeSet(contentType: .text)
      attributes.title = columns[0]
      attributes.keywords = columns[1].split(separator: ";").map(String.init)
      attributes.contentDescription = columns[2]
      attributes.textContent = columns[3]
      if columns.count == 5, let days = Double(columns[4]) {
        attributes.contentModificationDate = Date(timeIntervalSinceNow: -days * 86_400)
      }
      return CSSearchableItem(uniqueIdentifier: "item-\(number)", domainIdentifier: "mail.\(number % 16)", attributeSet: attributes)
    }
  }

  private static func index(_ name: String, batch: Int) async throws -> Duration {
    let index = CSSearchableIndex(name: name)
    let lines = Line.all()
    let began = ContinuousClock.now
    for start in stride(from: 0, to: lines.count, by: batch) {
      let end = min(start + batch, lines.count)
      index.beginBatch()
      try await index.indexSearchableItems(lines[start..<end].map { $0.item() })
      try await index.endBatch(withClientState: Data("\(end)".utf8))
    }
    return ContinuousClock.now - began
  }

  private static func single(_ name: String) async throws -> Duration {
    let index = CSSearchableIndex(name: name)
    let lines = Line.all()
    let began = ContinuousClock.now
    for line in lines { try await index.indexSearchableItems([line.item()]) }
    return ContinuousClock.now - began
  }

  private static func makeStores(_ count: Int) async throws {
    _ = try Store.open(dataFolder + "/searchlight/files", .write(creating: true))
    let lines = Line.all()
    for number in 0..<count {
      let index = CSSearchableIndex(name: "store-\(number)")
      try await index.indexSearchableItems([lines[number % lines.count].item()])
      // The state is read after all work of the index.
      _ = try await index.fetchLastClientState()
      // The maintenance that a program does when it has not written for a while.
      let store = try Store.open(path("store-\(number)"), .writeItems)
      try store.settle()
      try store.updateItemFilter()
    }
  }

  // MARK: Searching

  private static var dataFolder: String { ProcessInfo.processInfo.environment["XDG_DATA_HOME"] ?? "." }

  private static func path(_ name: String) -> String {
    ApplicationStore(bundle: "ItemBenchmark", index: IndexName(name), protection: .none).path(in: dataFolder + "/searchlight/applications")
  }

  private static func query(_ name: String, runs: Int) async throws {
    let store = try Store.open(path(name), .read)
    while let line = readLine() {
      let columns = line.split(separator: "\t", maxSplits: 1).map(String.init)
      var (fastest, count) = (Duration.seconds(1000), 0)
      for _ in 0..<runs {
        let began = ContinuousClock.now
        switch columns[0] {
        case "predicate": count = await firstResult(of: columns[1])
        case "ranked": count = try store.ranked(RankedQuery(columns[1]), limit: 10).count
        default: count = try store.completions(of: columns[1], limit: 10).count
        }
        fastest = min(fastest, ContinuousClock.now - began)
      }
      print(fastest.microseconds, count, separator: "\t")
    }
  }

  // MARK: Ranking

  /// Records that a person typed a text and chose an item behind those that are found before it.
  private static func choose(_ name: String) throws {
    let store = try Store.open(path(name), .writeItems)
    while let line = readLine() {
      let columns = line.split(separator: "\t").map(String.init)
      if columns.count != 2 { continue }
      let found = try identifiers(of: try store.ranked(RankedQuery(columns[0]), limit: 20), in: store)
      try store.record(Engagement(query: columns[0], item: columns[1], passed: found.prefix { $0 != columns[1] }.map { $0 }, kind: .select))
    }
  }

  private static func hits(_ name: String, _ features: ArraySlice<String>) throws {
    let store = try Store.open(path(name), .read)
    var parameters = RankingParameters()
    var hasEngagement = true
    for feature in features {
      switch feature {
      case "typos=0": parameters.correctsSpelling = false
      case "tiers=0": parameters.tierStep = 0
      case "exactness=0": parameters.exactnessWeight = 0
      case "stems=0": parameters.stemWeight = 0
      case "engagement=0": hasEngagement = false
      default:
        print("there is no feature '\(feature)'")
        exit(2)
      }
    }
    while let line = readLine() {
      let now = Int64(Date().timeIntervalSince1970)
      let boosts = hasEngagement ? try store.read { snapshot throws(StoreError) in try snapshot.engagement(with: line, at: now) } : [:]
      let found = try store.ranked(RankedQuery(line), limit: 10, adjusting: boosts, parameters: parameters)
      print(try identifiers(of: found, in: store).joined(separator: "\t"))
    }
  }

  private static func identifiers(of hits: [RankedHit], in store: Store) throws -> [String] {
    try store.read { snapshot throws(StoreError) in
      try hits.map { hit throws(StoreError) in try snapshot.attributes(of: hit.reference.document)?.itemIdentifier ?? "" }
    }
  }

  /// Waits for the first items that a query finds.
  ///
  /// - Returns: The number of items in the first batch.
  private static func firstResult(of text: String) async -> Int {
    let query = CSSearchQuery(queryString: text, queryContext: nil)
    // The rest would slow down the next query.
    defer { query.cancel() }
    return await withCheckedContinuation { continuation in
      let isFirst = Atomic(true)
      query.foundItemsHandler = { items in
        if isFirst.exchange(false, ordering: .relaxed) { continuation.resume(returning: items.count) }
      }
      query.completionHandler = { _ in
        if isFirst.exchange(false, ordering: .relaxed) { continuation.resume(returning: 0) }
      }
      query.start()
    }
  }

  private static func create(_ name: String, runs: Int) -> Duration {
    // The first object also finds out where the stores are.
    _ = CSSearchableIndex(name: name)
    let times = (0..<runs).map { number in
      ContinuousClock().measure { _ = CSSearchableIndex(name: "\(name)-\(number)") }
    }
    return times.sorted()[runs / 2]
  }
}

extension Duration {
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
  var microseconds: Double { seconds * 1e6 }
}
