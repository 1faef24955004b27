// SPDX-License-Identifier: Apache-2.0

internal import LMDB

extension WriteTransaction {
  /// The entry of a directory with a given name; `nil` when the catalog has none.
  ///
  /// Indexes the directory's names if finding the entry meant scanning more than
  /// ``NameIndex/threshold`` entries.
  package func child(named name: [UInt8], of directory: DirectoryID) throws(StoreError) -> FileRecord? {
    if try snapshot.directoryRecord(directory)?.isNamed == true { return try snapshot.child(named: name, of: directory) }
    let (child, count) = try snapshot.scannedChild(named: name, of: directory)
    if count > pending.nameIndexThreshold { try indexNames(of: directory) }
    return child
  }

  /// Indexes the names of a directory, unless they are indexed already.
  func indexNames(of directory: DirectoryID) throws(StoreError) {
    var record = try existing(directory)
    guard !record.isNamed else { return }
    var isLast = try isAfterAllNames(directory)
    var last: DocumentReference?
    while let batch = try nextNames(of: directory, after: last) {
      for name in batch.names { try put(.names, batch.key(name), [], appending: isLast) }
      (isLast, last) = (false, batch.last)
    }
    record.isNamed = true
    try putDirectory(record)
  }

  /// The names of consecutive documents of a directory.
  private struct NameBatch {
    /// Maximum number of names. More batches would fill the pages of the table less.
    static let maximumCount = 1 << 20

    /// The first document.
    let first: DocumentReference
    var last: DocumentReference
    /// For each document the hash of its name, and its distance from the first one in the low 32 bits. In
    /// ascending order.
    var names: [UInt64]

    init(_ first: DocumentReference, hash: UInt32) {
      (self.first, last) = (first, first)
      names = [UInt64(hash) << 32]
    }

    /// - Returns: `false` if the document belongs to the next batch.
    mutating func append(_ document: DocumentReference, hash: UInt32) -> Bool {
      guard names.count < Self.maximumCount,
        let distance = UInt32(exactly: document.document.rawValue - first.document.rawValue)
      else { return false }
      names.append(UInt64(hash) << 32 | UInt64(distance))
      last = document
      return true
    }

    func key(_ name: UInt64) -> Key {
      let document = DocumentID(rawValue: first.document.rawValue + UInt64(UInt32(truncatingIfNeeded: name)))
      return Key(DocumentReference(directory: first.directory, document: document), nameHash: UInt32(name >> 32))
    }
  }

  /// - Returns: `nil` if there are no more documents.
  private func nextNames(of directory: DirectoryID, after last: DocumentReference?) throws(StoreError) -> NameBatch? {
    var batch: NameBatch?
    try snapshot.forEachRow(in: directory, after: last) { row throws(StoreError) in
      let hash = NameIndex.hash(row.name)
      if batch == nil {
        batch = NameBatch(row.reference, hash: hash)
        return true
      }
      return batch?.append(row.reference, hash: hash) ?? false
    }
    batch?.names.sort()
    return batch
  }

  private func isAfterAllNames(_ directory: DirectoryID) throws(StoreError) -> Bool {
    let cursor = try snapshot.transaction.cursor(.names)
    guard try cursor.last() else { return true }
    let key = cursor.key
    return key.count == 16 && key.uint32(at: 0) < directory.rawValue
  }

  /// Adds a document's name to the name index, if its directory has one.
  func addName(_ name: [UInt8], of reference: DocumentReference) throws(StoreError) {
    guard try snapshot.directoryRecord(reference.directory)?.isNamed == true else { return }
    try put(.names, NameIndex.key(reference, name), [])
  }

  /// Removes a document's name from the name index, if its directory has one.
  func removeName(_ name: [UInt8], of reference: DocumentReference) throws(StoreError) {
    guard try snapshot.directoryRecord(reference.directory)?.isNamed == true else { return }
    try remove(.names, NameIndex.key(reference, name))
  }
}
