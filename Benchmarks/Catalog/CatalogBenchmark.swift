// SPDX-License-Identifier: Apache-2.0

import Attributes
import CSystem
import Glibc
import IndexStore
import QueryLanguage

/// Measures the catalog of a million files without a disk to crawl: bytes per file after
/// compaction, and the times of operations that touch every document. The floor of each time is one
/// pass over the same number of rows.
///
///     swift run -c release CatalogBenchmark [files] [folder]
///
/// The tree is generated. On average, directories have 18 files and names have 16 bytes. Sizes and
/// dates are those of unpacked packages (whole seconds, created and changed at nearly the same
/// time) or, with `CATALOG_HOME=1`, of a home folder (nanoseconds, created long before the last
/// change).
@main
struct CatalogBenchmark {
  private let store: Store
  private let files: Int
  private let isHome = getenv("CATALOG_HOME") != nil
  private var random: UInt64 = 42
  private var inode: UInt64 = 1_000_000
  /// Directories in the order of the crawl, with their entries.
  private var listings: [(id: DirectoryID, entries: [ListedFile])] = []

  static func main() throws {
    process_prepare()
    let arguments = CommandLine.arguments
    let files = arguments.count > 1 ? Int(arguments[1]) ?? 1_000_000 : 1_000_000
    let folder = arguments.count > 2 ? arguments[2] : "/tmp/searchlight-catalog-benchmark"
    var benchmark = CatalogBenchmark(store: try Store.open(folder, .write(creating: true)), files: files)
    try benchmark.run()
  }

  private init(store: Store, files: Int) {
    self.store = store
    self.files = files
  }

  private mutating func run() throws {
    try store.erase()
    let crawl = try crawl()
    print("crawl, first time      \(crawl) s, \(documents) documents in \(listings.count) directories")
    try report("as crawled")
    print("compaction             \(try Self.time { try store.compact() }) s")
    try report("compacted")
    print("crawl, unchanged       \(try Self.time { try compareAll() }) s")
    for text in [
      "kMDItemFSName == \"*zq*\"", "kMDItemFSSize > 1000000", "kMDItemFSName == \"*.c\"", "kMDItemPixelWidth > 2000",
      "* == \"nothing*\"cdw",
    ] {
      let query = try Query(parsing: text)
      var count = 0
      let seconds = try Self.time { count = try store.count(query) }
      print("\(text): \(count) in \(seconds) s")
    }
    var paths = 0
    print(
      "all paths              \(try Self.time { paths = try store.search(Query(parsing: "true")).hits().reduce(0) { $0 + $1.path.count } }) s, \(paths) bytes"
    )
    print(
      "pending, newest 100000 \(try Self.time { _ = try store.read { snapshot throws(StoreError) in try snapshot.pendingContent(limit: 100_000) } }) s"
    )
  }

  private var documents: Int { listings.reduce(0) { $0 + $1.entries.count } }

  private func report(_ what: String) throws {
    let statistics = try store.statistics()
    let bytes = Double(statistics.fileBytes) / Double(max(1, statistics.counts.documents))
    print("\(what): \(statistics.fileBytes) bytes, \((bytes * 10).rounded() / 10) a document, \(statistics.freeBytes) free")
    for table in statistics.bytesByTable where table.entries > 0 { print("  \(table.name): \(table.entries) rows, \(table.bytes) bytes") }
  }

  /// Adds the generated tree breadth first, in transactions of about 20 ms. The time for generating
  /// listings is not included in the result.
  private mutating func crawl() throws -> Double {
    let root = try store.write { transaction throws(StoreError) in
      try transaction.directory(for: Array("/home/ann".utf8), creating: true) ?? .root
    }
    var waiting = [root]
    var next = 0
    var made = 0
    var spent = 0.0
    while next < waiting.count {
      var group: [(id: DirectoryID, entries: [ListedFile])] = []
      var size = 0
      while next + group.count < waiting.count, size < 8192 {
        let entries = made < files ? makeListing() : []
        made += entries.count
        size += entries.count + 1
        group.append((waiting[next + group.count], entries))
      }
      next += group.count
      spent += try Self.time {
        waiting += try store.write { transaction throws(StoreError) in
          var found: [DirectoryID] = []
          for (id, entries) in group { found += try transaction.reconcile(id, with: entries, modified: 1).subdirectories.map(\.id) }
          return found
        }
      }
      listings += group
    }
    return spent
  }

  private func compareAll() throws {
    for (id, entries) in listings {
      let isUnchanged = try store.read { snapshot throws(StoreError) in try snapshot.isUnchanged(id, with: entries.count) { entries[$0] } }
      precondition(isUnchanged, "a directory that did not change differs")
    }
  }

  private mutating func makeListing() -> [ListedFile] {
    let count = 4 + below(30)
    return (0..<count).map { index in
      let isFolder = index < 2
      return ListedFile(name: makeName(index, isFolder), status: makeStatus(isFolder), type: TypeID(rawValue: UInt16(1 + below(200))))
    }
  }

  private mutating func makeName(_ index: Int, _ isFolder: Bool) -> [UInt8] {
    let letters = Array("etaoinshrdlucmfwypvbgkqjxz_-".utf8)
    var name = Array(String(index).utf8)
    for _ in 0..<(4 + below(18)) { name.append(letters[min(below(28), below(28))]) }
    if !isFolder { name += Array([".c", ".h", ".txt", ".pdf", ".jpg"][below(5)].utf8) }
    return name
  }

  private mutating func makeStatus(_ isFolder: Bool) -> FileStatus {
    inode += 1
    let now: Int64 = 1_760_000_000_000_000_000 + Int64(inode) * 40_000 + Int64(below(30_000))
    let long = Int64(below(1_000_000_000)) * 100_000_000
    let size = isFolder ? 4096 : UInt64(below(1 << (4 + below(18))))
    let modified = isHome ? now - long : (now - long) / 1_000_000_000 * 1_000_000_000
    return FileStatus(
      kind: isFolder ? .directory : .regular, inode: inode, size: size, allocatedBlocks: (size + 4095) / 4096 * 8, modified: modified,
      changed: isHome ? modified : now, born: isHome ? modified - long / 2 : now - Int64(below(400_000)), userID: 1000, groupID: 1000,
      mode: isFolder ? 0o755 : 0o644, linkCount: isFolder ? 4 : 1)
  }

  private mutating func below(_ bound: Int) -> Int {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((random >> 33) % UInt64(bound))
  }

  private static func time(_ body: () throws -> Void) rethrows -> Double {
    let began = ContinuousClock.now
    try body()
    let spent = (ContinuousClock.now - began).components
    return ((Double(spent.seconds) + Double(spent.attoseconds) * 1e-18) * 1000).rounded() / 1000
  }
}
