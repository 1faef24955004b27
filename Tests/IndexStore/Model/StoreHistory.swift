// SPDX-License-Identifier: Apache-2.0

import Glibc
import QueryLanguage

@testable import IndexStore

/// A random history of a store: changes of its files, and operations that do not change search
/// results.
final class StoreHistory {
  /// An operation on a store. The letters describe a history in messages.
  enum Operation: Character, CaseIterable {
    case change = "c"
    case query = "q"
    case index = "i"
    case merge = "m"
    case maintain = "M"
    case compact = "C"
    case sweep = "s"
    /// A transaction with a run of texts that is not committed.
    case abort = "a"
    /// The process ends and another one continues.
    case reopen = "r"
    /// The file of a segment is lost, and rebuilt.
    case lose = "l"
    /// Files change during a merge.
    case mergeWhileChanging = "w"
  }

  /// The relative frequency of each operation.
  private static let frequencies: [(Operation, Int)] = [
    (.change, 40), (.query, 12), (.index, 9), (.merge, 8), (.mergeWhileChanging, 6), (.abort, 5), (.reopen, 4), (.sweep, 4), (.maintain, 3),
    (.compact, 2), (.lose, 2),
  ]

  let seed: UInt64
  private let indexed: IndexedFolder
  private let tree: ModelTree
  private var random: RandomFiles
  private var queries: UInt64 = 0
  private(set) var done = ""
  var store: Store { tree.store }

  init(seed: UInt64) throws {
    self.seed = seed
    random = RandomFiles(seed: ~seed)
    indexed = try IndexedFolder(
      nameIndexThreshold: seed % 2 == 0 ? 1 : NameIndex.threshold,
      directoryTableThreshold: seed % 3 == 0 ? Store.directoryTableThreshold : 0)
    tree = try ModelTree(indexed, seed: seed, changes: 12)
  }

  /// - Parameter length: Number of operations.
  func run(length: Int) throws {
    for _ in 0..<length { try perform(next()) }
    for operation in [Operation.query, .index, .query] { try perform(operation) }
  }

  private func next() -> Operation {
    var left = random.number(below: Self.frequencies.reduce(0) { $0 + $1.1 })
    for (operation, frequency) in Self.frequencies {
      if left < frequency { return operation }
      left -= frequency
    }
    return .change
  }

  var context: String { "seed \(seed), \(done)" }

  private func perform(_ operation: Operation) throws {
    done.append(operation.rawValue)
    switch operation {
    case .change: try tree.change()
    case .query:
      queries += 1
      _ = try SearchAgreementTests.compare(tree, context, seed: seed << 8 | queries, queries: 1)
    case .index: try tree.store.indexPending()
    case .merge: try tree.store.merge(try someSegments())
    case .mergeWhileChanging: try mergeWhileChanging()
    case .maintain: _ = try IndexedTexts.maintain(tree.store)
    case .compact: try tree.store.compact()
    case .sweep:
      try tree.store.sweepSegments()
      _ = try tree.store.write { transaction throws(StoreError) in try transaction.sweep(limit: 3) }
    case .abort: try abort()
    case .reopen:
      let (names, directories) = (tree.store.nameIndexThreshold, tree.store.directoryTableThreshold)
      tree.store = try Store.open(tree.store.path, .write(creating: false), nameIndexThreshold: names, directoryTableThreshold: directories)
    case .lose: try lose()
    }
  }

  /// One or more random segments of a layer; empty if there are none.
  private func someSegments() throws -> [SegmentRecord] {
    let layer = random.element(of: SegmentLayer.ofDocuments)
    let records = try IndexedTexts.records(tree.store).filter { $0.layer == layer }
    let wanted = records.filter { _ in !random.chance(4) }
    return wanted.isEmpty ? Array(records.prefix(1)) : wanted
  }

  private func mergeWhileChanging() throws {
    let work = try MergeWork(try someSegments(), of: tree.store)
    for _ in 0...random.number(below: 3) { try tree.change() }
    if random.chance(2) { try tree.store.indexPending() }
    _ = try tree.store.commit { transaction throws(StoreError) in try work?.list(in: transaction) }
  }

  private func abort() throws {
    let store = tree.store
    let directory = try store.read { snapshot throws(StoreError) in try snapshot.directory(for: tree.rootPath) ?? .nowhere }
    let run = try TextSegmentWriter(for: store)
    _ = try run.beginDocument(DocumentID(rawValue: 1))
    try run.add(bytes("paris window").span)
    try run.finish()
    let entry = random.entry(inode: 1 << 50)
    do throws(StoreError) {
      try store.commit { transaction throws(StoreError) in
        _ = try transaction.reconcile(directory, with: [entry])
        try transaction.add(run)
        throw .openedForReading(path: "on purpose")
      }
    } catch {
      guard error == .openedForReading(path: "on purpose") else { throw error }
    }
  }

  private func lose() throws {
    guard let record = try IndexedTexts.records(tree.store).randomElement(using: &random.generator) else { return }
    try tree.store.markDamaged([record.id])
    unlink(record.id.path(in: tree.store.path))
    _ = try tree.store.repair()
  }
}
