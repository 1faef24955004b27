// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import LMDB

/// The catalog at one moment. A snapshot exists only inside the closure of ``Store/read(_:)``.
///
/// An open snapshot keeps the catalog from reusing the pages of older versions. Code that holds one
/// must not wait, print or call back.
package struct Snapshot: ~Copyable {
  let transaction: CatalogTransaction
  let lease: GenerationLease
  let memo = Memo()

  /// Results of earlier lookups. A write transaction updates them along with the catalog.
  final class Memo {
    var owners: OwnerTable?
    private var directories: [DirectoryID: DirectoryRecord] = [:]
    /// The directory that was asked for last. The next document is usually in the same one.
    private var lastDirectory: DirectoryRecord?
    var types: [TypeID: ContentType] = [:]
    /// The numbers of all types; `nil` until first used.
    var typeNumbers: [ContentType: TypeID]?
    /// Created when the first text is read, because its buffers cost more than the rest of a
    /// snapshot.
    lazy var texts = TextReader()

    subscript(directory id: DirectoryID) -> DirectoryRecord? {
      get {
        if lastDirectory?.id != id { lastDirectory = directories[id] }
        return lastDirectory
      }
      set {
        directories[id] = newValue
        lastDirectory = newValue
      }
    }
  }

  init(_ lease: GenerationLease, writing: Bool = false) throws(StoreError) {
    self.lease = lease
    transaction = try CatalogTransaction(lease.generation.environment, writing: writing)
  }

  /// The path of the catalog's generation, for messages.
  var path: String { lease.generation.path }

  /// What the documents of the store are.
  package var content: StoreContent { lease.generation.content }

  /// Increases with each commit.
  package var number: UInt64 { transaction.number }

  var owners: OwnerTable {
    get throws(StoreError) {
      if let owners = memo.owners { return owners }
      let owners = try OwnerTable(transaction)
      memo.owners = owners
      return owners
    }
  }

  func counters() throws(StoreError) -> Counters {
    guard let row = try transaction.value(.meta, bytes: Counters.row) else {
      throw .corrupted(object: path, reason: "the row 'counters' is missing")
    }
    do throws(DecodingError) {
      return try Counters(decoding: row)
    } catch {
      throw .damaged(.meta, "counters", error)
    }
  }

  package func counts() throws(StoreError) -> CatalogCounts { try counters().counts }

  /// Calls `body` with each row of a directory, in the order of DocumentIDs, until it returns
  /// `false`.
  ///
  /// - Parameters:
  ///   - last: A document of the directory, whose row and those before it are left out; `nil` to begin with
  ///     the first row.
  ///   - takes: Called before a row is decoded. Returning `false` skips the row.
  /// - Throws: `StoreError.corrupted` if the rows, or those next to them, are not in order. Checksums
  ///   do not cover keys.
  func forEachRow(
    in directory: DirectoryID, after last: DocumentReference? = nil, where takes: () -> Bool = { true },
    _ body: (borrowing FileRow) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let owners = try owners
    let cursor = try transaction.cursor(.documents)
    var previous: DocumentReference?
    var found = try cursor.seek(last.map { Key($0) } ?? Key(firstIn: directory))
    if found, let last, cursor.reference == last {
      previous = last
      found = try cursor.next()
    } else if found, try cursor.previous() {
      previous = cursor.reference
      found = try cursor.next()
    }
    while found {
      let reference = try cursor.reference(after: previous)
      guard reference.directory == directory else {
        // A damaged key looks like the end of the directory. Each crawl would add the entries after it
        // again.
        if try cursor.next() { _ = try cursor.reference(after: reference) }
        return
      }
      previous = reference
      if takes() { guard try body(try FileRow(reference, cursor.value, owners: owners)) else { return } }
      found = try cursor.next()
    }
  }

  /// Calls `body` with every row in key order, starting at `start`, until it returns `false`. Does
  /// not allocate for each row.
  ///
  /// - Parameter takes: Called before a row is decoded. Returning `false` skips the row.
  package func forEachDocument(
    from start: DocumentReference? = nil, where takes: () -> Bool = { true }, _ body: (borrowing FileRow) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let owners = try owners
    let cursor = try transaction.cursor(.documents)
    var previous: DocumentReference?
    var found = if let start { try cursor.seek(Key(start)) } else { try cursor.first() }
    while found {
      let reference = try cursor.reference(after: previous)
      previous = reference
      if takes() { guard try body(try FileRow(reference, cursor.value, owners: owners)) else { return } }
      found = try cursor.next()
    }
  }
}
