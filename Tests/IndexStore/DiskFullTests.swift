// SPDX-License-Identifier: Apache-2.0

import Glibc
import QueryLanguage
import TestSupport
import Testing

@testable import IndexStore

/// The state of a store during and after a lack of disk space.
@Suite struct DiskFullTests {
  /// An operation that needs disk space.
  enum Work: CaseIterable, Codable {
    case text, manyTexts, index, merge, entries, compact
  }

  /// A store with two runs of texts and pending changes.
  private static func makeStore(_ path: String) throws -> Store {
    let store = try Store.open(path, .write(creating: true))
    for run in 0..<2 {
      let directory = try store.write { transaction throws(StoreError) in
        let directory = try transaction.directory(for: bytes("/d/r\(run)"), creating: true) ?? .root
        try transaction.markIndexed(directory, as: folder("r\(run)", inode: UInt64(run + 1)), filesystem: .unknown)
        return directory
      }
      let added = try store.write { transaction throws(StoreError) in
        try transaction.reconcile(directory, with: (0..<40).map { file("f\(run)-\($0).txt", inode: UInt64(1000 * (run + 1) + $0)) }).added
      }
      try setTexts(of: added, words: 40, store)
      if run == 0 { try store.indexPending() }
    }
    return store
  }

  private static func setTexts(of documents: [DocumentReference], words: Int, budget: Int = 64 << 20, _ store: Store) throws {
    let run = try TextSegmentWriter(for: store, budget: budget)
    var textDocuments: [TextSegmentWriter.Document] = []
    for document in documents {
      var random = SeededGenerator(seed: document.document.rawValue)
      textDocuments.append(try run.beginDocument(document.document))
      let text = (0..<words).map { _ in "word\(Int.random(in: 0..<100_000, using: &random))" }
      try run.add(bytes("common " + text.joined(separator: " ")).span)
    }
    try run.finish()
    try store.write { transaction throws(StoreError) in
      try transaction.add(run)
      for (reference, textDocument) in zip(documents, textDocuments) {
        guard let status = try transaction.snapshot.record(of: reference)?.status else { continue }
        _ = try transaction.setContent(reference, ifStatusIs: status, record: [], type: nil, textChunks: 0, text: textDocument)
      }
    }
  }

  private static func references(_ store: Store) throws -> [DocumentReference] {
    try store.read { snapshot throws(StoreError) in
      var references: [DocumentReference] = []
      try snapshot.forEachDocument { row throws(StoreError) in
        if row.status.kind == .regular, row.status.inode >= 1000 { references.append(row.reference) }
        return true
      }
      return references
    }
  }

  private static func perform(_ work: Work, _ store: Store) throws {
    let references = try references(store)
    switch work {
    case .text: try setTexts(of: [references[7]], words: 40, store)
    // More than the memory budget, so that it is sorted on the disk.
    case .manyTexts: try setTexts(of: references, words: 200, budget: 64 << 10, store)
    case .index: try store.indexPending()
    case .merge:
      let texts = try IndexedTexts.records(store).filter { $0.layer == .text }
      try store.merge(texts)
    case .entries:
      try store.write { transaction throws(StoreError) in
        let directory = try transaction.directory(for: bytes("/d/r0"), creating: false) ?? .root
        for number in 0..<300 { _ = try transaction.update(directory, entry: file("one more \(number)", inode: 9)) }
      }
    case .compact: try store.compact()
    }
  }

  /// Search results, which the operations do not change.
  private static func answers(_ store: Store) throws -> [Int] {
    try ["kMDItemFSName == \"f1-*\"", "kMDItemTextContent == common", "kMDItemFSName == \"*\" && kMDItemTextContent == common"].map {
      try store.count(Query(parsing: $0))
    }
  }

  /// Expects a store that verifies and whose folder contains no other files.
  private static func expectSound(_ store: Store, _ context: String) throws {
    #expect(try store.verify().isEmpty, "\(context)")
    #expect(try answers(store) == [40, 80, 80], "\(context)")
    #expect(try store.unlistedSegments().isEmpty, "\(context)")
    #expect(TemporaryFolder.names(in: store.path).filter { $0.hasPrefix("catalog-") }.count == 1, "\(context)")
  }

  @Test(arguments: Work.allCases, [SmallDisk.Kind.tmpfs, .ext4])
  func `a disk that is full at any moment loses nothing`(work: Work, kind: SmallDisk.Kind) throws {
    let disk = try SmallDisk(kind, megabytes: 4)
    let store = try Self.makeStore(disk.path + "/store")
    var failures = 0
    var pages = 0
    // Repeated until there is enough space.
    while true {
      try disk.fill(leaving: pages)
      do {
        try Self.perform(work, store)
        break
      } catch let error as StoreError {
        guard case .diskFull = error else {
          Issue.record("with \(pages) pages: \(error)")
          break
        }
        failures += 1
      }
      try Self.expectSound(store, "with \(pages) pages")
      disk.empty()
      pages += 1 + (Thoroughness.isThorough ? pages / 2 : pages)
    }
    #expect(failures > 0)
    disk.empty()
    for work in Work.allCases { try Self.perform(work, store) }
    // Files of merged segments are removed by a sweep.
    try store.sweepSegments()
    try Self.expectSound(store, "in the end")
  }

  /// `ulimit -f` needs no privilege. Its signal ends programs that do not ignore it.
  @Test(arguments: Work.allCases)
  func `a limit on file sizes loses nothing`(work: Work) async throws {
    let temporary = TemporaryFolder()
    let path = temporary.path + "/store"
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      [path = path as String, work = work as Work] in
      let store = try Self.makeStore(path)
      signal(SIGXFSZ, SIG_IGN)
      var failures = 0
      var problem: String?
      var length = 0
      while problem == nil {
        Self.limitFiles(to: rlim_t(length))
        do {
          try Self.perform(work, store)
          break
        } catch let error as StoreError {
          if case .fileTooLarge = error { failures += 1 } else { problem = "\(error)" }
        }
        Self.limitFiles(to: nil)
        if try !store.verify().isEmpty || Self.answers(store) != [40, 80, 80] || !store.unlistedSegments().isEmpty {
          problem = "\(try store.verify()), \(try Self.answers(store)), \(try store.unlistedSegments())"
        }
        length += 4096 + (Thoroughness.isThorough ? length / 2 : length)
      }
      Self.limitFiles(to: nil)
      if failures == 0 { problem = problem ?? "the limit was never reached" }
      for work in Work.allCases where problem == nil { try Self.perform(work, store) }
      if let problem {
        let message = bytes("\(problem), limit \(length)\n")
        write(STDERR_FILENO, message, message.count)
        exit(1)
      }
      #expect(try store.verify().isEmpty)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.isEmpty, "\(message.prefix(1000))")
  }

  /// - Parameter length: `nil` for no limit.
  private static func limitFiles(to length: rlim_t?) {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    getrlimit(resource, &limit)
    limit.rlim_cur = length ?? limit.rlim_max
    setrlimit(resource, &limit)
  }

  /// A copy-on-write file system also needs space to overwrite data, such as a page of a mapped
  /// file.
  @Test func `a full copy-on-write disk loses nothing, and reading continues`() throws {
    let disk = try SmallDisk(.btrfs, megabytes: 128)
    let store = try Self.makeStore(disk.path + "/store")
    for round in 0..<2 {
      // After this, changing a mapped page needs new space.
      sync()
      try disk.fill(leaving: 0)
      sync()
      try Self.expectSound(store, "full, round \(round)")
      #expect { for _ in 0..<100 { try Self.perform(.manyTexts, store) } } throws: { error in
        if case .diskFull = error as? StoreError { true } else { false }
      }
      try Self.expectSound(store, "tried, round \(round)")
      disk.empty()
      sync()
      for work in Work.allCases { try Self.perform(work, store) }
      try store.sweepSegments()
      try Self.expectSound(store, "with room, round \(round)")
    }
  }
}
