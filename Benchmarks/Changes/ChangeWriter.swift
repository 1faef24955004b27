// SPDX-License-Identifier: Apache-2.0

import CSystem
import Glibc
import IndexStore
import QueryLanguage

final class ChangeWriter {
  /// The result of a run.
  struct Done {
    var count = 0
    var commits = 0
    var seconds = 0.0
    /// The time of each call that commits.
    var calls = Times()
  }

  static let documentCount = 1000
  /// Memory for the tokens of a commit, in bytes.
  private static let tokenMemory = 4 << 20

  private let store: Store
  private let directory: DirectoryID
  /// The documents that are changed, by their numbers.
  private var documents: [DocumentReference] = []
  private var tree = GeneratedTree(word: "benchmark")
  /// Grows with each change and from one run to the next, so that each query has no hits before its
  /// change.
  private var serial: Int

  init(_ store: Store) throws {
    self.store = store
    serial = time(nil) * 100_000
    directory = try store.write { transaction throws(StoreError) in
      try transaction.directory(for: Array("/benchmark of changes".utf8), creating: true) ?? .root
    }
    let entries = (0..<Self.documentCount).map { number in
      ListedFile(name: Self.name(number), status: FileStatus(inode: UInt64(1_000_000_000 + number), size: 1, modified: 1), type: .unknown)
    }
    documents = try store.write { transaction throws(StoreError) in
      _ = try transaction.reconcile(directory, with: entries, modified: 1)
      let found = try transaction.snapshot.children(of: directory)
      return try entries.map { entry throws(StoreError) in
        guard let file = found.first(where: { $0.name == entry.name }) else { throw .invalidName(entry.name) }
        return file.reference
      }
    }
  }

  private static func name(_ number: Int) -> [UInt8] { Array("changing document \(number).txt".utf8) }

  /// Makes changes for a duration. If the pace has a rate, the time of a late change begins when
  /// the change was due.
  ///
  /// - Parameter searcher: Is notified before the changes are made.
  func run(_ kind: ChangeKind, duration: Duration, _ pace: Pace, _ searcher: Searcher) throws -> Done {
    var done = Done()
    let clock = ContinuousClock()
    let start = clock.now
    while clock.now - start < duration {
      var began = clock.now
      var count = 1
      if let perSecond = pace.perSecond {
        began = start + .seconds(1) * done.count / perSecond
        Self.sleep(clock.now.duration(to: began))
        let due = (clock.now - began) / (.seconds(1) / perSecond)
        count = min(Int(due) + 1, pace.groupLimit)
      }
      let changes = try (0..<count).map { _ in try prepare(kind) }
      searcher.expect(changes[0].query, since: began)
      done.calls.append(try clock.measure { try make(changes) })
      done.commits += 1
      done.count += count
    }
    let spent = (clock.now - start).components
    done.seconds = Double(spent.seconds) + Double(spent.attoseconds) * 1e-18
    return done
  }

  /// A change that is ready to be made.
  private struct Prepared: Sendable {
    let entry: ListedFile
    /// The document whose content changes, too, and its text.
    var content: (document: DocumentReference, text: [UInt8])?
    /// A query that finds this change and nothing else.
    let query: String
  }

  private func prepare(_ kind: ChangeKind) throws -> Prepared {
    serial += 1
    let number = serial % Self.documentCount
    let word = "zq\(String(serial, radix: 36))zq"
    let size = UInt64(1_000_000_000_000 + serial)
    let status = FileStatus(inode: UInt64(1_000_000_000 + number), size: size, modified: Int64(serial % 1_000_000_000))
    switch kind {
    case .created:
      let status = FileStatus(inode: UInt64(2_000_000_000 + serial), size: 1, modified: 1)
      return Prepared(
        entry: ListedFile(name: Array("new \(word).txt".utf8), status: status, type: .unknown), query: "kMDItemFSName == \"*\(word)*\"c")
    case .touched:
      return Prepared(entry: ListedFile(name: Self.name(number), status: status, type: .unknown), query: "kMDItemFSSize == \(size)")
    case .rewritten:
      return Prepared(
        entry: ListedFile(name: Self.name(number), status: status, type: .unknown),
        content: (documents[number], tree.makeText(with: word)), query: "kMDItemTextContent == \"\(word)\"")
    }
  }

  /// Makes changes in one commit.
  private func make(_ changes: [Prepared]) throws {
    let contents = changes.compactMap(\.content)
    let texts = contents.isEmpty ? nil : try TextSegmentWriter(for: store, budget: Self.tokenMemory)
    var textDocuments: [DocumentID: TextSegmentWriter.Document] = [:]
    for (document, text) in contents {
      textDocuments[document.document] = try texts?.beginDocument(document.document)
      try texts?.add(text.span)
    }
    try texts?.finish()
    try store.write { transaction throws(StoreError) in
      if let texts { try transaction.add(texts) }
      for change in changes {
        _ = try transaction.update(directory, entry: change.entry)
        guard let (document, _) = change.content else { continue }
        _ = try transaction.setContent(
          document, ifStatusIs: change.entry.status, record: [], type: nil, textChunks: 0, text: textDocuments[document.document])
      }
    }
  }

  private static func sleep(_ duration: Duration) {
    guard duration > .zero else { return }
    let parts = duration.components
    var time = timespec(tv_sec: Int(parts.seconds), tv_nsec: Int(parts.attoseconds / 1_000_000_000))
    nanosleep(&time, nil)
  }
}
