// SPDX-License-Identifier: Apache-2.0

import Attributes
import Glibc
import LMDB
import QueryLanguage
import Testing

@testable import IndexStore

/// Damage that no checksum detects: keys with a flipped bit, and rows that belong to another key or
/// table.
@Suite struct DamagedKeyTests {
  let temporary = TemporaryFolder()
  var path: String { temporary.path + "/store" }
  private static let listing = (0..<100).map { file("name \(1000 + $0)", inode: UInt64(100 + $0)) } + [folder("sub", inode: 5)]

  /// - Returns: The listed directory and its subdirectory.
  private func make() throws -> (directory: DirectoryID, subdirectory: DirectoryID) {
    let store = try Store.open(path, .write(creating: true))
    return try store.write { transaction throws(StoreError) in
      let directory = try transaction.directory(for: bytes("/mount/tree"), creating: true) ?? .root
      try transaction.markIndexed(directory, as: folder("tree", inode: 1), filesystem: .unknown)
      let result = try transaction.reconcile(directory, with: Self.listing)
      _ = try transaction.reconcile(result.subdirectories[0].id, with: [file("below", inode: 6)])
      _ = try transaction.typeID(for: ContentType(identifier: "public.a", mimeType: nil, tree: ["public.a"], kind: "A", group: nil))
      return (directory, result.subdirectories[0].id)
    }
  }

  private static func list(_ directory: DirectoryID, _ store: Store) throws -> Reconciliation {
    try store.write { transaction throws(StoreError) in try transaction.reconcile(directory, with: listing) }
  }

  /// Flips a bit in each occurrence of a key in the data file.
  private func flip(bit: Int, of key: [UInt8]) throws {
    let file = Glibc.open(path + "/catalog-0001/data.mdb", O_RDWR)
    defer { close(file) }
    var content = [UInt8](repeating: 0, count: Int(lseek(file, 0, SEEK_END)))
    try #require(pread(file, &content, content.count, 0) == content.count)
    var flipped = 0
    for start in 0...(content.count - key.count) where content[start] == key[0] && content[start..<start + key.count].elementsEqual(key) {
      var byte = content[start + bit / 8] ^ 1 << UInt8(bit % 8)
      try #require(pwrite(file, &byte, 1, off_t(start + bit / 8)) == 1)
      flipped += 1
    }
    try #require(flipped > 0)
  }

  private static func key(_ reference: DocumentReference) -> [UInt8] { unsafe Key(reference).withBytes { unsafe Array($0) } }

  @Test(arguments: [0, 50, 100], Array(stride(from: 0, to: 96, by: 5)))
  func `the lookup of a document fails if its damaged key is not in order`(index: Int, bit: Int) throws {
    let (directory, _) = try make()
    let children = try Store.open(path, .read).read { snapshot throws(StoreError) in try snapshot.children(of: directory) }
    let reference = children[index].reference
    try flip(bit: bit, of: Self.key(reference))
    let store = try Store.open(path, .read)
    // A bit that changes the key but not the order of the keys moves the row, which another check finds.
    let isOrdered = try store.verify().allSatisfy { !"\($0)".contains("not in order") }
    guard !isOrdered else { return }
    #expect(throws: StoreError.self) {
      try store.read { snapshot throws(StoreError) in _ = try snapshot.values(of: [.known(.fsName)], for: reference) }
    }
  }

  @Test(arguments: [0, 50, 100], Array(stride(from: 0, to: 96, by: 5)))
  func `a crawl adds nothing twice if a bit of an entry's key is flipped`(index: Int, bit: Int) throws {
    let (directory, _) = try make()
    do {
      let store = try Store.open(path, .read)
      let children = try store.read { snapshot throws(StoreError) in try snapshot.children(of: directory) }
      try #require(children.count == 101)
      try flip(bit: bit, of: Self.key(children[index].reference))
    }
    let store = try Store.open(path, .write(creating: false))
    #expect(try !store.verify().isEmpty)
    do {
      let first = try Self.list(directory, store)
      // The entry is found under another DocumentID, or it is added again, once.
      #expect(first.added.count <= 1)
      #expect(try Self.list(directory, store).added.isEmpty)
    } catch let error as StoreError {
      #expect(error.isDamageOfCatalog, "\(error)")
    }
  }

  @Test(arguments: Array(stride(from: 0, to: 32, by: 3)) + [33, 40, 71])
  func `a tree is not indexed twice if a bit of the key that leads to it is flipped`(bit: Int) throws {
    _ = try make()
    try flip(bit: bit, of: [0, 0, 0, 1] + bytes("mount"))
    let store = try Store.open(path, .write(creating: false))
    #expect(try !store.verify().isEmpty)
    let error = #expect(throws: StoreError.self) {
      try store.write { transaction throws(StoreError) in try transaction.directory(for: bytes("/mount/tree"), creating: true) }
    }
    #expect(error?.isDamageOfCatalog == true, "\(String(describing: error))")
  }

  /// Expects that each way to list all documents fails.
  private func expectDamage(of reference: DocumentReference) throws {
    let store = try Store.open(path, .read)
    let all = try Query(parsing: "kMDItemFSName == *")
    for order in [nil, SearchOrder(attribute: .known(.fileSize)), SearchOrder(attribute: .known(.kind))] {
      let error = #expect(throws: StoreError.self, "\(String(describing: order))") {
        let results = try store.search(all, orderedBy: order)
        for hit in try results.hits() {
          try store.read { snapshot throws(StoreError) in _ = try snapshot.values(of: [.known(.fsName)], for: hit.reference) }
        }
      }
      #expect(error?.isDamageOfCatalog == true, "\(String(describing: error))")
    }
    #expect(throws: StoreError.self) { try store.ranked(RankedQuery("below")) }
    #expect(throws: StoreError.self) { try store.completions(of: "belo", limit: 10) }
  }

  @Test(arguments: [false, true])
  func `no search leaves out a document whose row is hidden`(isIndexed: Bool) throws {
    let (_, subdirectory) = try make()
    let store = try Store.open(path, .write(creating: false))
    _ = try IndexedTexts.maintain(store)
    if !isIndexed {
      _ = try store.write { transaction throws(StoreError) in try transaction.reconcile(subdirectory, with: [file("below", inode: 7)]) }
    }
    let children = try store.read { snapshot throws(StoreError) in try snapshot.children(of: subdirectory) }
    let reference = try #require(children.first).reference
    _ = try store.commit { transaction throws(StoreError) in try transaction.remove(.documents, Key(reference)) }
    try expectDamage(of: reference)
    #expect(try store.completeness().isDamaged)
  }

  @Test func `no search leaves out documents of a directory whose row is hidden`() throws {
    let (_, subdirectory) = try make()
    let store = try Store.open(path, .write(creating: false))
    _ = try store.commit { transaction throws(StoreError) in try transaction.remove(.directories, Key(subdirectory)) }
    let reader = try Store.open(path, .read)
    let error = #expect(throws: StoreError.self) { try reader.search(Query(parsing: "kMDItemFSName == below")).hits() }
    #expect(error?.isDamageOfCatalog == true, "\(String(describing: error))")
  }

  @Test func `an entry that leads to another directory is damage`() throws {
    let (directory, subdirectory) = try make()
    let store = try Store.open(path, .write(creating: false))
    try store.commit { transaction throws(StoreError) in
      guard let child = try transaction.child(named: bytes("sub"), of: directory), var stored = try transaction.stored(at: child.reference)
      else { return }
      stored.subdirectory = directory
      try transaction.putFile(stored, at: child.reference)
    }
    let contradiction = StoreError.contradiction(about: subdirectory)
    #expect(throws: contradiction) { try Self.list(subdirectory, store) }
    #expect(throws: contradiction) {
      try store.read { snapshot throws(StoreError) in try snapshot.isUnchanged(subdirectory, with: 1) { _ in file("below", inode: 6) } }
    }
    #expect(throws: StoreError.contradiction(about: directory)) {
      try store.read { snapshot throws(StoreError) in try snapshot.directory(for: bytes("/mount/tree/sub")) }
    }
    #expect(try store.verify().contains(.contradiction(about: directory)))
  }

  // MARK: Rows of other tables

  private func copyRow(
    of table: CatalogTable, _ key: Key, to other: CatalogTable, _ otherKey: Key, in transaction: borrowing WriteTransaction
  ) throws(StoreError) {
    var row: [UInt8] = []
    if let value = try transaction.snapshot.transaction.value(table, key) { for index in value.indices { row.append(value[index]) } }
    try transaction.put(other, otherKey, row)
  }

  @Test(arguments: [CatalogTable.types, .owners, .filesystems])
  func `a row of another table is not kept when the store is erased`(table: CatalogTable) throws {
    let (_, subdirectory) = try make()
    let store = try Store.open(path, .write(creating: false))
    try store.commit { transaction throws(StoreError) in
      let key = table == .owners ? Key(number: 0 as UInt64) : Key(number: 1 as UInt16)
      try copyRow(of: .directories, Key(subdirectory), to: table, key, in: transaction)
    }
    #expect(try !store.verifyCatalog().isEmpty)
    let error = #expect(throws: StoreError.self) { try store.erase() }
    #expect(error?.isDamageOfCatalog == true)
  }

  @Test func `a missing type is not overlooked when the store is erased`() throws {
    _ = try make()
    let store = try Store.open(path, .write(creating: false))
    try store.commit { transaction throws(StoreError) in _ = try transaction.remove(.types, Key(number: 1 as UInt16)) }
    #expect(try store.verifyCatalog() == [.numbers(of: .types)])
    #expect(throws: StoreError.numbers(of: .types)) { try store.erase() }
  }

  @Test(arguments: [
    (CatalogTable.documents, Key(high: 2 << 32, low: 99 << 32, count: 12)), (.types, Key(number: 2 as UInt16)),
    (.owners, Key(number: 1 as UInt64)), (.segments, Key(high: 9 << 32, count: 4)), (.changes, Key(number: .max as UInt64)),
    (.detached, Key(high: 9 << 32, count: 4)), (.movedDirectories, Key(high: 9 << 32, count: 4)), (.names, Key(high: 2, low: 1, count: 16)),
  ])
  func `a row of another table is found by a verification`(table: CatalogTable, key: Key) throws {
    let (_, subdirectory) = try make()
    let store = try Store.open(path, .write(creating: false))
    try store.commit { transaction throws(StoreError) in
      try copyRow(of: .directories, Key(subdirectory), to: table, key, in: transaction)
    }
    #expect(try !store.verifyCatalog().isEmpty)
  }
}
