// SPDX-License-Identifier: Apache-2.0

import Glibc
import QueryLanguage
import Synchronization
import Testing
import Threading

@testable import IndexStore

/// Many readers, or a stopped reader, beside a writer.
@Suite struct CrowdTests {
  /// Number of reading processes; 50 in thorough runs.
  private static let readers = getenv("SEARCHLIGHT_READERS").flatMap { Int(String(cString: $0)) } ?? 8
  /// Number of commits beside a stopped reader; 100,000 in thorough runs.
  private static let commits = getenv("SEARCHLIGHT_COMMITS").flatMap { Int(String(cString: $0)) } ?? 3000

  private let temporary = TemporaryFolder()
  private var path: String { temporary.path + "/store" }

  /// Adds ten files with texts. Names and texts contain the number of the batch.
  private static func addBatch(_ number: Int, to store: Store) throws {
    let added = try store.write { transaction throws(StoreError) in
      let directory = try transaction.directory(for: bytes("/crowd/\(number % 7)"), creating: true) ?? .root
      try transaction.markIndexed(directory, as: nil, filesystem: .unknown)
      var added: [DocumentReference] = []
      for index in 0..<10 {
        added += try transaction.update(directory, entry: file("b\(number)-\(index)", inode: UInt64(number * 10 + index + 1))).added
      }
      return added
    }
    let run = try TextSegmentWriter(for: store)
    var textDocuments: [(DocumentReference, TextSegmentWriter.Document)] = []
    for reference in added {
      textDocuments.append((reference, try run.beginDocument(reference.document)))
      try run.add(bytes("crowded text").span)
    }
    try run.finish()
    try store.write { transaction throws(StoreError) in
      try transaction.add(run)
      for (reference, textDocument) in textDocuments {
        guard let record = try transaction.snapshot.record(of: reference) else { continue }
        _ = try transaction.setContent(reference, ifStatusIs: record.status, record: [], type: nil, textChunks: 0, text: textDocument)
      }
    }
  }

  /// Searches until there are enough files. Expects whole commits, and never fewer files than
  /// before.
  private static func read(_ path: String, until files: Int) throws {
    let store = try Store.open(path, .read)
    var (names, texts) = (0, 0)
    while names < files {
      let more = try store.search(Query(parsing: "kMDItemFSName == \"b*\"")).count
      precondition(more >= names && more.isMultiple(of: 10), "\(names) files, then \(more)")
      names = more
      let found = try store.search(Query(parsing: "kMDItemTextContent == \"crowded text\"")).count
      precondition(found >= texts && found.isMultiple(of: 10) && found >= names - 10, "\(texts) texts, then \(found)")
      texts = found
    }
  }

  @Test func `readers in many processes see whole commits during writes and merges`() async throws {
    let files = Self.readers * 40
    try Self.addBatch(0, to: try Store.open(path, .write(creating: true)))
    await withTaskGroup { group in
      for _ in 0..<Self.readers {
        group.addTask { [path] in
          await #expect(processExitsWith: .success) { [path = path as String, files = files as Int] in
            try CrowdTests.read(path, until: files)
          }
        }
      }
      group.addTask { [path] in
        await #expect(processExitsWith: .success) { [path = path as String, files = files as Int] in
          let store = try Store.open(path, .write(creating: false))
          for number in 1..<files / 10 { try CrowdTests.addBatch(number, to: store) }
          guard var maintainer = try Maintainer(of: store) else { fatalError("somebody else looks after the store") }
          try maintainer.finish(.thorough)
          try store.compact()
          // One more batch, so that readers that wait for all files end.
          try CrowdTests.addBatch(files / 10, to: store)
        }
      }
    }
    let store = try Store.open(path, .read)
    #expect(try store.verify().isEmpty)
  }

  /// Where a reader stops.
  enum Stand: CaseIterable, Codable {
    /// While it prints results, as with a pipe that nobody reads.
    case atOutput
    /// Inside a read transaction, possibly for ever.
    case inVersion
  }

  @Test(arguments: Stand.allCases)
  func `a stopped reader does not make the catalog grow`(stand: Stand) async throws {
    let store = try Store.open(path, .write(creating: true))
    for number in 0..<20 { try Self.addBatch(number, to: store) }
    try #require(mkfifo(path + ".gate", 0o600) == 0)
    let seen = Mutex((mostBytes: 0, gate: Int32(-1)))
    let writer = try Thread { [path] in
      while access(path + ".reader", F_OK) != 0 { poll(nil, 0, 5) }
      do {
        let mostBytes = try Self.changeOneFile(store)
        seen.withLock { $0 = (mostBytes, open(path + ".gate", O_RDWR)) }
      } catch {
        Issue.record(error)
      }
    }
    await #expect(processExitsWith: .success) { [path = path as String, stand = stand as Stand] in
      let store = try Store.open(path, .read)
      switch stand {
      case .atOutput: try CrowdTests.search(store) { CrowdTests.standStill(at: path) }
      case .inVersion:
        try store.read { snapshot throws(StoreError) in
          CrowdTests.standStill(at: path)
          // The snapshot is complete, however often the catalog was compacted.
          var sizes: [UInt64] = []
          try snapshot.forEachDocument { row throws(StoreError) in
            if row.status.kind == .regular { sizes.append(row.status.size) }
            return true
          }
          precondition(sizes.count == 200 && Set(sizes).count == 1)
        }
        try CrowdTests.search(store) {}
      }
    }
    // Continues even if the reader failed earlier.
    close(creat(path + ".reader", 0o600))
    writer.join()
    let (mostBytes, gate) = seen.withLock { $0 }
    close(gate)
    // The change log grows until it is full; its rows have 60 bytes.
    let content = 1 << 20 + Self.commits * 60
    #expect(mostBytes <= (stand == .atOutput ? content : content * 2 + Store.maximumFreeBytes + Store.growthBetweenLooks))
    #expect(try store.search(Query(parsing: "kMDItemFSSize == \(Self.commits + 1)")).count == 1)
    #expect(try store.verify().isEmpty)
  }

  /// Changes a file's row repeatedly.
  ///
  /// - Returns: The maximum size of the catalog's file.
  private static func changeOneFile(_ store: Store) throws -> Int {
    var mostBytes = 0
    for number in 0..<commits {
      try store.write { transaction throws(StoreError) in
        let directory = try transaction.directory(for: bytes("/crowd/0"), creating: false) ?? .root
        _ = try transaction.update(directory, entry: file("b0-0", inode: 1, size: UInt64(number + 2)))
      }
      if number.isMultiple(of: 50) { mostBytes = max(mostBytes, try store.statistics().fileBytes) }
    }
    return mostBytes
  }

  /// Searches for the 200 files.
  ///
  /// - Parameter body: Called after the first batch. No snapshot is open then, except those in
  ///   which other threads read the next batches.
  private static func search(_ store: Store, _ body: () -> Void) throws {
    var request = SearchRequest(predicate: CompiledPredicate(try Query(parsing: "kMDItemFSName == \"b*\""), in: .current()))
    request.batches = SearchResults.BatchSize(minimum: 8, maximum: 16)
    var paths: Set<[UInt8]> = []
    try store.answer(request).results.forEachBatch { batch throws(StoreError) in
      if paths.isEmpty { body() }
      paths.formUnion(batch.map(\.path))
    }
    precondition(paths.count == 200)
  }

  /// Reports that the reader has stopped, and waits until the writer opens the gate.
  private static func standStill(at path: String) {
    precondition(close(creat(path + ".reader", 0o600)) == 0)
    precondition(close(open(path + ".gate", O_RDONLY)) == 0)
  }
}
