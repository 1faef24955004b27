// SPDX-License-Identifier: Apache-2.0

import Glibc
import QueryLanguage
import Segments
import TestSupport
import Testing
import TextAnalysis

@testable import IndexStore

/// The effects of maintenance on segments and other files.
@Suite struct MaintenanceTests {
  let indexed: IndexedFolder
  var store: Store { indexed.store }

  init() throws { indexed = try IndexedFolder() }

  private func records(_ layer: SegmentLayer) throws -> [SegmentRecord] {
    try store.read { snapshot throws(StoreError) in try snapshot.segmentRecords() }.filter { $0.layer == layer }
  }

  /// Adds a run of documents with texts. Does not merge.
  private func addRun(_ number: Int, count: Int) throws {
    let directory = try store.commit { transaction throws(StoreError) in
      let directory = try transaction.directory(for: bytes("/home/ann/run\(number)"), creating: true) ?? .root
      try transaction.markIndexed(directory, as: folder("run\(number)", inode: UInt64(100 + number)), filesystem: .unknown)
      return directory
    }
    let files = (0..<count).map { file("n\(number)-\($0).txt", inode: UInt64(1000 + number * 1000 + $0)) }
    let listed = try store.commit { transaction throws(StoreError) in try transaction.reconcile(directory, with: files) }
    try setTexts(of: listed.added, "run\(number) common")
    try store.indexPending()
  }

  private func setTexts(of documents: [DocumentReference], _ text: String) throws {
    let run = try TextSegmentWriter(for: store)
    var textDocuments: [(DocumentReference, TextSegmentWriter.Document)] = []
    for document in documents {
      textDocuments.append((document, try run.beginDocument(document.document)))
      try run.add(bytes(text + " d\(document.document.rawValue)").span)
    }
    try run.finish()
    try store.commit { transaction throws(StoreError) in
      try transaction.add(run)
      for (document, textDocument) in textDocuments {
        guard let status = try transaction.snapshot.record(of: document)?.status else { continue }
        #expect(try transaction.setContent(document, ifStatusIs: status, record: [], type: nil, textChunks: 0, text: textDocument))
      }
    }
  }

  private func maintain(_ pace: Maintainer.Pace) throws -> [Maintainer.Work] {
    guard var maintainer = try Maintainer(of: store) else { throw Occupied() }
    var works: [Maintainer.Work] = []
    while let work = try maintainer.step(pace) { works.append(work) }
    return works
  }

  private struct Occupied: Error {}

  /// Number of live texts that contain a word.
  private func texts(with word: String) throws -> Int {
    try store.read { snapshot throws(StoreError) in
      var count = 0
      for segment in try snapshot.segmentSet().text {
        count += try translatingSegmentErrors { () throws(SegmentError) in
          try segment.reader.textMatches(TextPattern(parts: [word], folding: [])).intersection(segment.live).count
        }
      }
      return count
    }
  }

  @Test func `runs are merged by tiers, and the catalog and the segments agree`() throws {
    for number in 0..<12 { try addRun(number, count: 20) }
    #expect(try records(.attributes).count == 12 && records(.text).count == 12)
    #expect(try store.verify().isEmpty)
    #expect(try maintain(.besideWriting) == [.merged(segments: 12), .merged(segments: 12), .swept])
    #expect(try records(.attributes).map(\.documentCount) == [253])
    #expect(try records(.text).map(\.documentCount) == [240])
    #expect(try store.verify().isEmpty)
    #expect(try texts(with: "common") == 240 && texts(with: "run3") == 20)
    #expect(try namesInFolder(store.path + "/segments").count == 2)
    #expect(try maintain(.besideWriting) == [.swept])
  }

  @Test func `during an import, merges combine more segments, and more of names than of texts`() throws {
    for number in 0..<31 { try addRun(number, count: 20) }
    #expect(try maintain(.besideImport) == [.swept])
    #expect(try records(.attributes).count == 31 && records(.text).count == 31)
    try addRun(31, count: 20)
    #expect(try maintain(.besideImport) == [.merged(segments: 32), .swept])
    #expect(try records(.attributes).count == 32 && records(.text).count == 1)
    for number in 32..<48 { try addRun(number, count: 20) }
    #expect(try maintain(.besideImport).first == .merged(segments: 48))
    #expect(try records(.attributes).count == 1)
  }

  @Test func `versions that die during a merge are dead in its result`() throws {
    for number in 0..<3 { try addRun(number, count: 30) }
    let lock = try store.maintenanceLock()
    let inputs = try records(.attributes)
    let texts = try records(.text)
    // Another writer commits after the merge has read the masks of its inputs.
    let other = try #require(try indexed.record("/home/ann/run1"))
    let directory = try #require(other.subdirectory)
    let work = try MergeWork(inputs, of: store)
    let textWork = try MergeWork(texts, of: store)
    try store.write { transaction throws(StoreError) in
      for number in 0..<10 { _ = try transaction.removeEntry(named: bytes("n1-\(number).txt"), in: directory) }
      _ = try transaction.update(directory, entry: file("n1-20.txt", inode: 2020, size: 77))
    }
    try store.indexPending()
    let changed = try #require(try indexed.record("/home/ann/run1/n1-20.txt"))
    try store.setContent(changed.reference, ifStatusIs: changed.status, text: ["fresh"])
    try store.indexPending()
    for work in [work, textWork] {
      #expect(try store.commit { transaction throws(StoreError) in try work?.list(in: transaction) } == true)
    }
    #expect(try store.verify().isEmpty)
    #expect(try self.texts(with: "common") == 79 && self.texts(with: "fresh") == 1)
    // The inputs are gone, so a second merge of them does nothing.
    #expect(try store.commit { transaction throws(StoreError) in try work?.list(in: transaction) } == false)
    #expect(try MergeWork(inputs, of: store) == nil)
    _ = consume lock
  }

  @Test func `a segment without live versions is dropped without a merge`() throws {
    try addRun(1, count: 20)
    try addRun(2, count: 5)
    let directory = try #require(try indexed.record("/home/ann/run1")?.subdirectory)
    try store.write { transaction throws(StoreError) in try transaction.removeTree(directory) }
    while try !store.write({ transaction throws(StoreError) in try transaction.sweep(limit: 7) }) {}
    #expect(try store.verify().isEmpty)
    try store.indexPending()
    #expect(try store.verify().isEmpty)
    let works = try maintain(.besideWriting)
    #expect(works.contains(.merged(segments: 1)))
    #expect(try records(.text).map(\.documentCount) == [5])
    #expect(try store.verify().isEmpty)
  }

  @Test func `a sweep removes only files that are neither listed nor being written`() throws {
    try addRun(1, count: 3)
    let folder = store.path + "/segments"
    let listed = try namesInFolder(folder)
    let run = try TextSegmentWriter(for: store)
    _ = try run.beginDocument(DocumentID(rawValue: 1))
    try run.finish()
    let mine = try #require(run.file.path.split(separator: "/").last).description
    // The maximum process number of the kernel is 4194304, so these numbers belong to no process.
    for name in ["00000000.segment", "00004711.segment", "new-4194305-1", "new-4194305-2.partial", "new-x", "scratch.1a", "letter.txt"] {
      try writeFile(folder + "/" + name, [1])
    }
    try store.sweepSegments()
    #expect(Set(try namesInFolder(folder)) == Set(listed + [mine, "letter.txt"]))
    try store.commit { transaction throws(StoreError) in try transaction.add(run) }
    #expect(try namesInFolder(folder).count == listed.count + 2)
  }

  @Test func `there is one maintainer at a time, and another one after it has ended`() throws {
    func isFree() throws -> Bool { if try Maintainer(of: store) != nil { true } else { false } }
    do {
      let first = try Maintainer(of: store)
      #expect(try !isFree())
      _ = consume first
    }
    #expect(try isFree())
  }

  @Test func `another process can maintain the store after a maintainer dies`() async throws {
    let path = store.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let store = try Store.open(path, .write(creating: false))
      let maintainer = try Maintainer(of: store)
      kill(getpid(), SIGKILL)
      _ = consume maintainer
    }
    #expect(try maintain(.thorough).first != nil)
  }

  @Test(arguments: [(Maintainer.Pace.besideWriting, 1000), (.quiet, 100), (.thorough, 0)])
  func `each pace leaves a number of changes pending`(pace: Maintainer.Pace, count: Int) throws {
    _ = try maintain(.thorough)
    try indexed.list()
    for number in 0..<count {
      try store.write { transaction throws(StoreError) in
        _ = try transaction.update(indexed.directory, entry: file("f\(number)", inode: UInt64(10 + number)))
      }
    }
    #expect(try !maintain(pace).contains(.indexed))
    try store.write { transaction throws(StoreError) in _ = try transaction.update(indexed.directory, entry: file("last", inode: 5)) }
    #expect(try maintain(pace).first == .indexed)
  }

  /// There is no maintainer, so writers maintain the store.
  @Test func `a writer performs the merges that its changes make necessary`() throws {
    for number in 0..<12 { try addRun(number, count: 20) }
    #expect(try records(.attributes).count == 12)
    for round in 0..<2 {
      let files = (0..<2100).map { file("f\(round)-\($0)", inode: UInt64(100_000 * (round + 1) + $0)) }
      let directory = try store.write { transaction throws(StoreError) in
        try transaction.directory(for: bytes("/home/ann/many\(round)"), creating: true) ?? .root
      }
      try store.write { transaction throws(StoreError) in _ = try transaction.reconcile(directory, with: files) }
    }
    #expect(try records(.attributes).count < 4)
    #expect(try store.verify().isEmpty)
  }

  @Test func `after an import, the catalog is compacted if much of it is free`() throws {
    for number in 0..<20 { try addRun(number, count: 1000) }
    for number in 0..<4 {
      let reference = try #require(try indexed.reference("/home/ann/run\(number)"))
      _ = try store.commit { transaction throws(StoreError) in try transaction.remove(reference) }
    }
    while try !store.commit({ transaction throws(StoreError) in try transaction.sweep(limit: 500) }) {}
    let before = try store.statistics()
    try #require(before.fileBytes > 1 << 20 && before.freeBytes * 50 > before.fileBytes)
    #expect(try !maintain(.besideImport).contains(.compacted))
    #expect(try maintain(.afterImport).last == .compacted)
    let after = try store.statistics()
    #expect(after.fileBytes < before.fileBytes - before.freeBytes / 2 && after.freeBytes * 50 <= after.fileBytes)
    #expect(after.counts == before.counts)
    #expect(try store.verify().isEmpty)
  }
}
