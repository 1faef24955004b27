// SPDX-License-Identifier: Apache-2.0

import Attributes
import QueryLanguage
import Testing

@testable import IndexStore

/// A store with several segments and known search results. Each document has a name, a title and a
/// text. Even-numbered texts are also in the catalog, the others only in the text layer.
final class IndexedTexts {
  static let runs = 4
  static let perRun = 12

  let temporary = TemporaryFolder()
  var path: String { temporary.path + "/store" }
  var segmentsPath: String { path + "/segments" }

  init() throws {
    let store = try Store.open(path, .write(creating: true))
    for run in 0..<Self.runs {
      let directory = try store.write { transaction throws(StoreError) in
        let directory = try transaction.directory(for: bytes("/d/r\(run)"), creating: true) ?? .root
        try transaction.markIndexed(directory, as: folder("r\(run)", inode: UInt64(run + 1)), filesystem: .unknown)
        return directory
      }
      let files = (0..<Self.perRun).map { file("f\(run)-\($0).txt", inode: UInt64(100 * (run + 1) + $0)) }
      try store.write { transaction throws(StoreError) in _ = try transaction.reconcile(directory, with: files) }
      try readTexts(store, where: { $0.content == .pending })
      try store.indexPending()
    }
  }

  /// Unpacks a store from a compressed archive.
  init(unpacking archive: KeptStore) throws { try archive.unpack(into: temporary) }

  /// Stores contents as an indexer does after reading the files.
  func readTexts(_ store: Store, where isWanted: (FileRecord) -> Bool) throws {
    var wanted: [FileRecord] = []
    try store.read { snapshot throws(StoreError) in
      try snapshot.forEachDocument { row throws(StoreError) in
        wanted.append(try snapshot.record(row))
        return true
      }
    }
    wanted = wanted.filter { $0.status.kind == .regular && isWanted($0) }
    let run = try TextSegmentWriter(for: store)
    var textDocuments: [TextSegmentWriter.Document] = []
    for file in wanted {
      textDocuments.append(try run.beginDocument(file.document))
      try run.add(bytes(Self.text(of: file)).span)
    }
    try run.finish()
    try store.write { transaction throws(StoreError) in
      try transaction.add(run)
      for (file, textDocument) in zip(wanted, textDocuments) {
        var record = AttributeRecord()
        record[.title] = .string("Title of \(String(decoding: file.name, as: UTF8.self))")
        let chunks = file.status.inode % 2 == 0 ? try TextChunk.compress(bytes(Self.text(of: file)).span) : []
        try transaction.appendText(of: file.reference, chunks, from: 0)
        _ = try transaction.setContent(
          file.reference, ifStatusIs: file.status, record: record.encoded(), type: nil, textChunks: chunks.count, text: textDocument)
      }
    }
  }

  private static func text(of file: FileRecord) -> String { "common words of number\(file.status.inode)" }

  static let queries = [
    "kMDItemFSName == \"f*\"", "kMDItemFSName == \"f2-*\"", "kMDItemTitle == \"*r*\"c", "kMDItemTitle == \"Title of f1-3.txt\"",
    "kMDItemTextContent == common", "kMDItemTextContent == number301", "kMDItemTextContent == number302 && kMDItemFSName == \"f*\"",
    "kMDItemFSName == \"*r*\" && kMDItemTextContent != common",
  ]

  /// The sorted results of each query.
  static func answers(_ store: Store) throws -> [[String]] {
    try queries.map { query in try store.search(Query(parsing: query)).hits().map { String(decoding: $0.path, as: UTF8.self) }.sorted() }
  }

  static func records(_ store: Store) throws -> [SegmentRecord] {
    try store.read { snapshot throws(StoreError) in try snapshot.segmentRecords() }
  }

  /// Maintains the store until nothing is left to do.
  static func maintain(_ store: Store) throws -> [Maintainer.Work] {
    guard var maintainer = try Maintainer(of: store) else { return [] }
    var works: [Maintainer.Work] = []
    while let work = try maintainer.step(.thorough) { works.append(work) }
    return works
  }
}
