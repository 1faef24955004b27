// SPDX-License-Identifier: Apache-2.0

import QueryLanguage
import WordVectors

@testable import IndexStore

/// A store in which `/home/ann` is indexed.
struct IndexedFolder {
  let temporary = TemporaryFolder()
  let store: Store
  let directory: DirectoryID

  /// - Parameters:
  ///   - nameIndexThreshold: Folders with more entries have their names indexed when one is looked up.
  ///   - directoryTableThreshold: Minimum number of directories for a directory table.
  ///   - vectors: The model of the vectors of documents and queries.
  init(
    nameIndexThreshold: Int = NameIndex.threshold, directoryTableThreshold: Int = Store.directoryTableThreshold,
    vectors: WordVectorModel? = nil
  ) throws {
    store = try Store.open(
      temporary.path + "/store", .write(creating: true), nameIndexThreshold: nameIndexThreshold,
      directoryTableThreshold: directoryTableThreshold, writingVectors: { vectors }, searchingVectors: { vectors })
    directory = try store.write { transaction throws(StoreError) in
      let directory = try transaction.directory(for: bytes("/home/ann"), creating: true) ?? .root
      try transaction.markIndexed(directory, as: folder("ann", inode: 1), filesystem: .unknown)
      return directory
    }
  }

  @discardableResult
  func list(_ entries: ListedFile..., in directory: DirectoryID? = nil) throws -> Reconciliation {
    try store.write { transaction throws(StoreError) in
      try transaction.reconcile(directory ?? self.directory, with: entries)
    }
  }

  func reference(_ path: String) throws -> DocumentReference? {
    try store.read { snapshot throws(StoreError) in try snapshot.reference(for: bytes(path)) }
  }

  func record(_ path: String) throws -> FileRecord? {
    try store.read { snapshot throws(StoreError) in
      guard let reference = try snapshot.reference(for: bytes(path)) else { return nil }
      return try snapshot.record(of: reference)
    }
  }

  func path(_ reference: DocumentReference) throws -> String? {
    try store.read { snapshot throws(StoreError) in try snapshot.path(of: reference).map { String(decoding: $0, as: UTF8.self) } }
  }

  func paths() throws -> [String] {
    try store.search(.init(.constant(true))).hits().map { String(decoding: $0.path, as: UTF8.self) }.sorted()
  }
}
