// SPDX-License-Identifier: Apache-2.0

import Attributes
import QueryLanguage
import TestSupport
import Testing

@testable import IndexStore

/// Queries from public sources, run on one index with a matching and a nearly matching file for
/// each.
@Suite struct RealQueryIndexTests {
  @Test func `every real query finds its file and not the other`() throws {
    let indexed = try IndexedFolder()
    for (number, row) in RealQuery.all.enumerated() {
      try Self.add(row.hit, under: "/home/ann/\(number)/hit", to: indexed.store)
      try Self.add(row.miss, under: "/home/ann/\(number)/miss", to: indexed.store)
    }
    for (number, row) in RealQuery.all.enumerated() {
      let query = try Query(parsing: row.query)
      let here = [bytes("/home/ann/\(number)")]
      let found = try indexed.store.search(query, in: .fixed, within: here).hits().map { String(decoding: $0.path, as: UTF8.self) }
      #expect(found.count == 1 && found[0].hasPrefix("/home/ann/\(number)/hit/"), "\(row.query): \(found)")
      #expect(try indexed.store.count(query, in: .fixed, within: here) == 1, "\(row.query)")
      let everywhere = try indexed.store.search(query, in: .fixed).hits().map { String(decoding: $0.path, as: UTF8.self) }
      #expect(Set(everywhere).isSuperset(of: found), "\(row.query)")
      #expect(!everywhere.contains { $0.hasPrefix("/home/ann/\(number)/miss/") }, "\(row.query)")
    }
  }

  /// Adds a file with the document's attributes in its own folder. Attributes from the file system
  /// or the type are stored as a crawler does, the others as an importer does.
  private static func add(_ document: MemoryDocument, under path: String, to store: Store) throws {
    var record = document.record
    let name = takeString(["kMDItemFSName", "kMDItemDisplayName"], from: &record) ?? "document"
    var file = file(name, inode: 7)
    file.type = try type(takenFrom: &record, in: store)
    if case .integer(let size)? = take("kMDItemFSSize", from: &record) { file.status.size = UInt64(size) }
    if let date = takeDate("kMDItemFSContentChangeDate", from: &record) { file.status.modified = nanoseconds(date) }
    if let date = takeDate("kMDItemFSCreationDate", from: &record) { file.status.born = nanoseconds(date) }
    let added = takeDate("kMDItemDateAdded", from: &record)
    let reference = try store.write { transaction throws(StoreError) in
      let directory = try transaction.directory(for: bytes(path), creating: true) ?? .root
      let reference = try transaction.reconcile(directory, with: [file]).added[0]
      if let added, var folder = try transaction.snapshot.directoryRecord(directory) {
        // Entries of the first listing have its time as their date of addition.
        folder.firstListed = Int64(added.secondsSince1970)
        try transaction.putDirectory(folder)
      }
      return reference
    }
    #expect(
      try store.setContent(reference, ifStatusIs: file.status, record: record.encoded(), text: document.text.map { [$0] } ?? []))
  }

  private static func type(takenFrom record: inout AttributeRecord, in store: Store) throws -> TypeID {
    var tree: [String] = []
    if case .array(let types)? = take("contentTypeTree", from: &record) {
      tree = types.compactMap { if case .string(let type) = $0 { type } else { nil } }
    }
    guard let identifier = takeString(["contentType"], from: &record) ?? tree.first else { return .unknown }
    let type = ContentType(identifier: identifier, mimeType: nil, tree: tree.isEmpty ? [identifier] : tree, kind: "", group: nil)
    return try store.typeIDs(for: [type])[0]
  }

  private static func take(_ name: String, from record: inout AttributeRecord) -> AttributeValue? {
    guard let key = AttributeKey(named: name) else { return nil }
    defer { record[key] = nil }
    return record[key]
  }

  private static func takeString(_ names: [String], from record: inout AttributeRecord) -> String? {
    names.compactMap { if case .string(let text)? = take($0, from: &record) { text } else { nil } }.first
  }

  private static func takeDate(_ name: String, from record: inout AttributeRecord) -> Timestamp? {
    if case .date(let date)? = take(name, from: &record) { date } else { nil }
  }

  private static func nanoseconds(_ date: Timestamp) -> Int64 { Int64((date.secondsSince1970 * 1e9).rounded()) }
}
