// SPDX-License-Identifier: Apache-2.0

import Attributes
import Glibc
import QueryLanguage
import TestSupport
import Testing

@testable import IndexStore
@testable import LMDB

@Suite struct DamageTests {
  let temporary = TemporaryFolder()
  var path: String { temporary.path + "/store" }
  var data: String { path + "/catalog-0001/data.mdb" }

  private func make() throws {
    let store = try Store.open(path, .write(creating: true))
    try store.write { transaction throws(StoreError) in
      let directory = try transaction.directory(for: bytes("/a"), creating: true) ?? .root
      _ = try transaction.reconcile(directory, with: (0..<300).map { file("precious-\($0)", inode: 10 + $0) })
    }
  }

  private func open() throws { _ = try Store.open(path, .read) }

  @Test func `a folder without a store is distinguished from a folder with other files`() throws {
    #expect(throws: StoreError.notFound(path: path)) { try open() }
    #expect(throws: StoreError.notFound(path: path)) { try Store.open(path, .write(creating: false)) }
    mkdir(path, 0o700)
    #expect(throws: StoreError.notFound(path: path)) { try open() }
    try writeFile(path + "/letter.txt", [1])
    #expect(throws: StoreError.foreignDirectory(path: path, name: "letter.txt")) { try open() }
    #expect(throws: StoreError.foreignDirectory(path: path, name: "letter.txt")) { try Store.open(path, .write(creating: true)) }
    #expect(TemporaryFolder.names(in: path) == ["letter.txt"])
  }

  @Test func `incoherent file systems are rejected`() {
    #expect(throws: StoreError.self) { try Store.open("/proc/self/fd/none/store", .write(creating: true)) }
    #expect(Store.unsuitableFileSystem(0x6969) == "NFS")
    #expect(Store.unsuitableFileSystem(0xEF53) == nil)
    let message = StoreError.unsuitableFileSystem(path: "/net/x", name: "NFS").description
    #expect(message == "/net/x: an index cannot be stored on NFS; choose a folder on a local disk with --store or SEARCHLIGHT_STORE")
  }

  @Test func `an older format is rejected with its number`() throws {
    do {
      let store = try Store.open(path, .write(creating: true))
      try store.write { transaction throws(StoreError) in try transaction.setMeta("format", [2, 0, 0, 0, 0, 0, 0, 0]) }
    }
    #expect(throws: StoreError.olderFormat(path: path, found: 2)) { try open() }
  }

  @Test func `a newer format is rejected with its number`() throws {
    do {
      let store = try Store.open(path, .write(creating: true))
      try store.write { transaction throws(StoreError) in try transaction.setMeta("format", [7, 0, 0, 0, 0, 0, 0, 0]) }
    }
    #expect(throws: StoreError.newerFormat(path: path, found: 7, supported: Store.format)) { try open() }
  }

  @Test(arguments: ["", "catalog-1", "catalog-0001", "catalog-00x1\n", "../catalog-0001\n", "dbtbmph-0001\n"])
  func `a CURRENT that names no catalog is damage`(content: String) throws {
    try make()
    try writeFile(path + "/CURRENT", bytes(content))
    #expect(throws: StoreError.corrupted(object: path + "/CURRENT", reason: "it does not name a catalog")) { try open() }
  }

  @Test func `a CURRENT that names a missing catalog is damage`() throws {
    try make()
    try writeFile(path + "/CURRENT", bytes("catalog-0009\n"))
    #expect(throws: StoreError.corrupted(object: path + "/CURRENT", reason: "it names 'catalog-0009', which does not exist")) { try open() }
  }

  @Test func `a catalog without its file is damage`() throws {
    try make()
    unlink(path + "/catalog-0001/data.mdb")
    let error = #expect(throws: StoreError.self) { try open() }
    #expect(error == .corrupted(object: path + "/catalog-0001", reason: "its file data.mdb does not exist"))
    #expect(error?.isDamageOfCatalog == true)
  }

  @Test(arguments: [0, 1, 4095, 4096, 8191, 8192, 40_960])
  func `a truncated catalog is damage`(length: Int) throws {
    try make()
    #expect(truncate(data, length) == 0)
    let error = #expect(throws: StoreError.self) { try open() }
    guard case .corrupted(let object, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(object.hasPrefix(path + "/catalog-0001"))
  }

  @Test func `a catalog that is another file is damage`() throws {
    try make()
    try writeFile(data, [UInt8](repeating: 0x5A, count: 65_536))
    let error = #expect(throws: StoreError.self) { try open() }
    #expect(error?.description.contains("is damaged") == true)
  }

  @Test func `a flipped bit in a row is detected and reported, and affects no other row`() throws {
    try make()
    let damaged = try flip("precious-123")
    #expect(damaged > 0)
    let store = try Store.open(path, .read)
    let errors = try store.verify()
    #expect(errors.count == 1)
    #expect(errors.first?.description.contains("the catalog's table 'documents' is damaged (its checksum does not match)") == true)
    #expect(throws: StoreError.self) { try store.search(.init(.constant(true))) }
    #expect(try store.read { snapshot throws(StoreError) in try snapshot.reference(for: bytes("/a/precious-1")) } != nil)
  }

  @Test func `a message shows at most 60 characters of a key`() {
    let key = (0..<40_000).map { String($0 % 256) }.joined(separator: ".")
    let message = StoreError.damaged(.documents, key, .checksumMismatch).description
    #expect(message.hasPrefix("row 0.1.2.3."))
    let row = message.split(separator: " ")[1]
    #expect(row.count == 60 && row.hasSuffix("…"))
  }

  @Test func `impossible counts are damage`() {
    var counters = ByteWriter()
    for _ in 0..<15 + ContentState.allCases.count { counters.append(variable: UInt64(UInt32.max)) }
    #expect((try? Counters(decoding: counters.sealed().span))?.counts.directories == Int(UInt32.max))
    for large in [UInt64.max, 1 << 63, 1 << 62] {
      var counters = ByteWriter()
      for _ in 0..<14 { counters.append(variable: 1 as UInt64) }
      for _ in 0...ContentState.allCases.count { counters.append(variable: large) }
      #expect(throws: DecodingError.self) { try Counters(decoding: counters.sealed().span) }
    }
  }

  @Test(arguments: [(1 << 32, 1), (1, 1 << 63)] as [(UInt64, UInt64)])
  func `a segment with an impossible size is damage`(documentCount: UInt64, byteCount: UInt64) {
    var row = ByteWriter()
    row.append(byte: SegmentLayer.text.rawValue)
    row.append(variable: documentCount)
    row.append(variable: byteCount)
    #expect(throws: StoreError.self) { try SegmentRecord(SegmentID(rawValue: 7), row.sealed().span) }
  }

  @Test func `changes after the last sequence number are damage`() throws {
    try make()
    let store = try Store.open(path, .write(creating: false))
    let latest = try store.latestChange()
    let runs = (1...2).map {
      ChangeLogWriter.Run(kind: .changed, directory: DirectoryID(rawValue: $0), first: DocumentID(rawValue: 1), count: 1, oldDirectory: nil)
    }
    try store.write { transaction throws(StoreError) in
      try transaction.put(.changes, Key(number: latest), ChangeLogWriter.encode(runs[...]))
    }
    #expect(throws: StoreError.self) {
      try store.read { snapshot throws(StoreError) in try snapshot.changes(since: latest - 1) }
    }
  }

  /// Flips one bit in each occurrence of `text` in the data file.
  private func flip(_ text: String) throws -> Int {
    let file = Glibc.open(data, O_RDWR)
    defer { close(file) }
    var content = [UInt8](repeating: 0, count: Int(lseek(file, 0, SEEK_END)))
    #expect(pread(file, &content, content.count, 0) == content.count)
    let wanted = bytes(text)
    var flipped = 0
    for start in 0..<(content.count - wanted.count)
    where content[start] == wanted[0] && content[start..<start + wanted.count].elementsEqual(wanted) {
      var byte = content[start + 3] ^ 0x10
      #expect(pwrite(file, &byte, 1, start + 3) == 1)
      flipped += 1
    }
    return flipped
  }

  @Test func `pages that describe the catalog are recognised as damaged, whatever they contain`() throws {
    try make()
    var random = SeededGenerator(seed: 1)
    for round in 0..<50 {
      let file = Glibc.open(data, O_RDWR)
      let noise = (0..<4000).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(pwrite(file, noise, noise.count, 24) == noise.count)
      close(file)
      let error = #expect(throws: StoreError.self) { try open() }
      #expect(error?.isDamageOfCatalog == true, "round \(round): \(error.map { "\($0)" } ?? "")")
    }
  }

  @Test func `damage met while many hits are read in batches is reported`() throws {
    try make()
    let store = try Store.open(path, .read)
    var request = SearchRequest(predicate: CompiledPredicate(Query(.constant(true)), in: .current()))
    request.batches = SearchResults.BatchSize(minimum: 8, maximum: 16)
    mkdir(path + "/segments", 0o700)
    let results = try store.answer(request).results
    #expect(try flip("precious-123") > 0)
    #expect(throws: StoreError.self) { try results.forEachBatch { _ in } }
    #expect(TemporaryFolder.names(in: path + "/segments").contains("catalog.damaged"))
  }

  @Test func `a damaged catalog is set aside and its numbers are not reused`() throws {
    try make()
    try writeFile(data, [1, 2, 3])
    #expect(throws: StoreError.self) { try open() }
    try Store.setAside(path)
    let store = try Store.open(path, .write(creating: true))
    #expect(TemporaryFolder.names(in: path).contains("damaged-catalog-0001"))
    #expect(try store.read { snapshot throws(StoreError) in try snapshot.counters().nextDocument } > 1 << 39)
    #expect(try store.search(.init(.constant(true))).isEmpty)
  }

  @Test func `a head that was overwritten while the catalog is open is damage`() throws {
    try make()
    let store = try Store.open(path, .read)
    let file = Glibc.open(data, O_WRONLY)
    // The last page in each of the two pages that describe the catalog. LMDB, `struct MDB_meta`
    for offset in [136, 4096 + 136] { pwrite(file, [UInt64.max >> 8], 8, off_t(offset)) }
    close(file)
    let error = #expect(throws: StoreError.self) { try store.read { snapshot throws(StoreError) in _ = try snapshot.counts() } }
    #expect(error?.isDamageOfCatalog == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test func `a catalog that takes the place of another is incomplete until it is filled`() throws {
    try make()
    let first = try Store.open(path, .read)
    func lacks(_ store: Store) throws -> (files: Bool, contents: Bool) {
      let completeness = try store.completeness()
      return (completeness.isUnfinished, completeness.lacksContents)
    }
    #expect(try lacks(first) == (false, false))
    unlink(path + "/CURRENT")
    let second = try Store.open(path, .write(creating: true))
    #expect(try lacks(second) == (true, true))
    try second.noteContents()
    #expect(try lacks(second) == (true, true))
    let erasure = try second.lastErasure()
    try second.setFinished(since: erasure)
    #expect(try lacks(second) == (false, true))
    try second.noteContents()
    #expect(try lacks(second) == (false, false))
    try second.erase()
    #expect(try lacks(second) == (true, true))
    // Whoever began before the index was erased has not filled it.
    try second.setFinished(since: erasure)
    try second.noteComplete([bytes("/a")], since: erasure) { _ in true }
    try second.noteContents()
    #expect(try lacks(second) == (true, true))
    try second.noteComplete([bytes("/a")], since: try second.lastErasure()) { $0 == [bytes("/a")] }
    #expect(try lacks(second) == (false, true))
  }

  @Test func `an index in the place of a deleted one is incomplete`() throws {
    try Store.replaceLost(path, lacking: [])
    let store = try Store.open(path, .write(creating: true))
    #expect(try store.completeness().isUnfinished)
    try store.setFinished(since: store.lastErasure())
    try Store.replaceLost(path, lacking: [])
    #expect(try !store.completeness().isUnfinished)
  }

  private static let long = String(repeating: "long ", count: 40)

  @Test func `a full map is an error that loses nothing`() throws {
    let store = try Store.open(path, .write(creating: true), mapSize: 1 << 20)
    let directory = try store.write { transaction throws(StoreError) in
      let directory = try transaction.directory(for: bytes("/a"), creating: true) ?? .root
      _ = try transaction.reconcile(directory, with: [file("kept", inode: 5)])
      return directory
    }
    #expect(throws: StoreError.mapFull(path: "documents")) {
      try store.write { transaction throws(StoreError) in
        _ = try transaction.reconcile(directory, with: (0..<8000).map { file(Self.long + "\($0)", inode: 10 + $0) })
      }
    }
    #expect(try store.search(.init(.constant(true))).hits().map(\.path) == [bytes("/a/kept")])
    try store.write { transaction throws(StoreError) in try transaction.setMetadata(.importers, to: [1]) }
  }

  @Test func `an index that outgrows a small map is no damaged one`() async throws {
    try make()
    let store = try Store.open(path, .read, mapSize: 1 << 20)
    let count = try store.search(.init(.constant(true))).hits().count
    #expect(count == 300)
    await #expect(processExitsWith: .success) { [path = path as String] in
      let store = try Store.open(path, .write(creating: false))
      try store.write { transaction throws(StoreError) in
        let directory = try transaction.directory(for: bytes("/b"), creating: true) ?? .root
        _ = try transaction.reconcile(directory, with: (0..<4000).map { file(Self.long + "\($0)", inode: 10_000 + $0) })
      }
    }
    #expect(throws: StoreError.mapFull(path: path + "/catalog-0001")) {
      try store.reportingDamageOfCatalog { () throws(StoreError) in try store.read { _ throws(StoreError) in } }
    }
    #expect(!store.isReportedAsDamaged)
  }

  @Test func `a map is as large as the system grants`() {
    let page = 4096
    #expect(Environment.grantedSize(atMost: Environment.mapSize) { _ in true } == Environment.mapSize)
    #expect(Environment.grantedSize(atMost: Environment.mapSize) { $0 <= 40 << 30 } == 32 << 30)
    let smallest = Environment.grantedSize(atMost: Environment.mapSize) { _ in false }
    #expect(smallest <= 1 << 20 && smallest >= 64 * page)
  }

  @Test(arguments: [
    (ENOSPC, StoreError.diskFull(path: "p")), (EDQUOT, .diskFull(path: "p")), (EACCES, .permissionDenied(path: "p")),
    (EROFS, .readOnlyFileSystem(path: "p")), (-30_792, .mapFull(path: "p")), (-30_790, .readersFull(path: "p")),
    (EIO, .system(call: "call", path: "p", code: EIO)), (-30_781, .system(call: "call", path: "p", code: -30_781)),
  ])
  func `error codes of the system and of LMDB are translated`(code: Int32, error: StoreError) {
    #expect(StoreError(code: code, call: "call", path: "p") == error)
    #expect(error.description.hasPrefix("p: ") && !error.description.contains("\n"))
  }

  @Test(arguments: [-30_799, -30_798, -30_797, -30_796] as [Int32])
  func `codes of LMDB that only a damaged catalog causes are damage`(code: Int32) {
    #expect(StoreError(code: code, call: "call", path: "p").isDamageOfCatalog)
  }

  @Test func `a store opened for reading cannot be written`() throws {
    try make()
    let store = try Store.open(path, .read)
    #expect(throws: StoreError.openedForReading(path: path)) { try store.write { _ throws(StoreError) in } }
    #expect(throws: StoreError.openedForReading(path: path)) { try store.compact() }
  }

  @Test(arguments: ["relative", "", "/a/../b"])
  func `paths that are not absolute and normalized are rejected`(name: String) throws {
    let store = try Store.open(path, .write(creating: true))
    #expect(throws: StoreError.invalidName(bytes(name))) {
      try store.read { snapshot throws(StoreError) in try snapshot.directory(for: bytes(name)) }
    }
  }
}
