internal import Attributes
internal import LMDB

/// The catalog as it was at one moment. Lives inside the closure given to ``Store/read(_:)`` and cannot leave it.
///
/// Holding one keeps the catalog from reusing the space of older versions: nothing waits, prints or calls back while one is open.
package struct Snapshot: ~Copyable {
  let transaction: CatalogTransaction
  let lease: GenerationLease
  let memo = Memo()

  /// What has been looked up already. A writing transaction keeps it true to what it writes.
  final class Memo {
    var owners: OwnerTable?
    var directories: [DirectoryID: DirectoryRecord] = [:]
    var types: [TypeID: ContentType] = [:]
    /// The numbers of all types, once they were asked for.
    var typeNumbers: [ContentType: TypeID]?
    /// Made when the first text is read: its memory costs more than the rest of a snapshot.
    lazy var texts = TextReader()
  }

  init(_ lease: GenerationLease, writing: Bool = false) throws(StoreError) {
    self.lease = lease
    transaction = try CatalogTransaction(lease.generation.environment, writing: writing)
  }

  /// Where the catalog lies, for messages.
  var path: String { lease.generation.path }

  /// Grows with each commit.
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

  /// Calls `body` with each row of a directory in the order of DocumentIDs, until it returns `false`.
  ///
  /// - Parameter takes: Asked before a row is decoded; `false` passes over it.
  func forEachRow(
    in directory: DirectoryID, where takes: () -> Bool = { true }, _ body: (borrowing FileRow) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let owners = try owners
    let cursor = try transaction.cursor(.documents)
    var found = try cursor.seek(Key(firstIn: directory))
    while found {
      let reference = try cursor.reference
      guard reference.directory == directory else { return }
      if takes() { guard try body(try FileRow(reference, cursor.value, owners: owners)) else { return } }
      found = try cursor.next()
    }
  }

  /// Calls `body` with every row in key order, from a place on, until it returns `false`. No allocation per row.
  ///
  /// - Parameter takes: Asked before a row is decoded; `false` passes over it.
  package func forEachDocument(
    from start: DocumentReference? = nil, where takes: () -> Bool = { true }, _ body: (borrowing FileRow) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let owners = try owners
    let cursor = try transaction.cursor(.documents)
    var found = if let start { try cursor.seek(Key(start)) } else { try cursor.first() }
    while found {
      if takes() { guard try body(try FileRow(try cursor.reference, cursor.value, owners: owners)) else { return } }
      found = try cursor.next()
    }
  }
}
