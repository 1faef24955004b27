internal import LMDB

/// Gets at the rows of single documents, at those of neighbours by a step. It lives no longer than its snapshot: it is only ever a local variable
/// beside one.
struct DocumentRows: ~Copyable {
  private let cursor: CatalogCursor
  private let owners: OwnerTable
  private var isOnRow = false

  init(_ snapshot: borrowing Snapshot) throws(StoreError) {
    let owners = try snapshot.owners
    cursor = try snapshot.transaction.cursor(.documents)
    self.owners = owners
  }

  /// Calls `body` with the row of a document, unless it is gone; the row lives until `body` returns.
  ///
  /// - Complexity: 0.1 µs when the document is the next one in the order of references, else half a microsecond.
  mutating func withRow<Result>(
    of reference: DocumentReference, _ body: (borrowing FileRow) throws(StoreError) -> Result
  ) throws(StoreError) -> Result? {
    if isOnRow, try cursor.next(), try cursor.reference == reference {
      isOnRow = true
    } else {
      isOnRow = try cursor.seek(Key(reference))
    }
    guard isOnRow, try cursor.reference == reference else { return nil }
    return try body(try FileRow(reference, cursor.value, owners: owners))
  }
}
