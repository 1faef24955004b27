// SPDX-License-Identifier: Apache-2.0

internal import LMDB

/// Reads the rows of single documents through one cursor. The next document in key order costs only
/// one step of the cursor.
///
/// It must not outlive its snapshot: use it only as a local variable beside one.
struct DocumentRows: ~Copyable {
  private let cursor: CatalogCursor
  private let owners: OwnerTable
  private var isOnRow = false

  init(_ snapshot: borrowing Snapshot) throws(StoreError) {
    let owners = try snapshot.owners
    cursor = try snapshot.transaction.cursor(.documents)
    self.owners = owners
  }

  /// Calls `body` with the row of a document. The row is valid until `body` returns.
  ///
  /// - Parameter snapshot: That of the initializer.
  /// - Returns: `nil` when the document is gone or has moved.
  /// - Throws: `StoreError.corrupted` if the row is missing and the document is not gone.
  /// - Complexity: 0.1 µs when the document follows the previous one in the order of references,
  ///   otherwise 0.5 µs.
  mutating func withRow<Result>(
    of reference: DocumentReference, in snapshot: borrowing Snapshot, _ body: (borrowing FileRow) throws(StoreError) -> Result
  ) throws(StoreError) -> Result? {
    if isOnRow, try cursor.next(), cursor.reference == reference {
      isOnRow = true
    } else {
      isOnRow = try cursor.seek(Key(reference))
    }
    guard isOnRow, cursor.reference == reference else {
      try snapshot.checkAbsence(of: reference)
      return nil
    }
    return try body(try FileRow(reference, cursor.value, owners: owners))
  }
}
