// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import LMDB

/// The names of a large directory, in which one entry is found without reading all of them.
///
/// A row of ``CatalogTable/names`` consists of a key only: (DirectoryID, hash of the name,
/// DocumentID). Only directories with ``DirectoryRecord/isNamed`` have such rows, one for each
/// document. Most directories are so small that scanning their entries is as fast, and 27 bytes for
/// each file would make the catalog a fifth larger.
///
/// A row only leads to a candidate; the document's own row has the name.
enum NameIndex {
  /// A directory with more entries gets its names indexed when a writer looks one up.
  ///
  /// Scanning this many entries takes about 50 µs, which is negligible beside the commit of a
  /// single change.
  static let threshold = 512

  /// A listing of more than this many times ``threshold`` entries is indexed at once, so that
  /// readers find names quickly too.
  static let listingFactor = 8

  static func hash(_ name: Span<UInt8>) -> UInt32 { Checksum.of(name) }

  static func key(_ reference: DocumentReference, _ name: [UInt8]) -> Key { Key(reference, nameHash: hash(name.span)) }
}

extension Snapshot {
  /// The entry of a directory with a given name; `nil` when the catalog has none.
  ///
  /// - Complexity: O(log n) in a directory whose names are indexed, otherwise O(entries), 100 ns
  ///   each.
  package func child(named name: [UInt8], of directory: DirectoryID) throws(StoreError) -> FileRecord? {
    if try directoryRecord(directory)?.isNamed == true { return try indexedChild(named: name, of: directory) }
    return try scannedChild(named: name, of: directory).child
  }

  private func indexedChild(named name: [UInt8], of directory: DirectoryID) throws(StoreError) -> FileRecord? {
    let hash = NameIndex.hash(name.span)
    let first = Key(DocumentReference(directory: directory, document: DocumentID(rawValue: 0)), nameHash: hash)
    let prefix = UInt64(directory.rawValue) << 32 | UInt64(hash)
    let owners = try owners
    let cursor = try transaction.cursor(.names)
    var found = try cursor.seek(first)
    while found {
      let key = cursor.key
      guard key.uint64(at: 0) == prefix else { return nil }
      let reference = DocumentReference(directory: directory, document: DocumentID(rawValue: key.uint64(at: 8)))
      if let value = try transaction.value(.documents, Key(reference)) {
        let row = try FileRow(reference, value, owners: owners)
        if row.name.isEqual(to: name.span) { return try record(row) }
      }
      found = try cursor.next()
    }
    return nil
  }

  /// Whether a directory has more entries than a number.
  ///
  /// - Complexity: O(count), 100 ns each.
  package func hasMoreEntries(than count: Int, in directory: DirectoryID) throws(StoreError) -> Bool {
    var rest = count
    try forEachRow(in: directory) { _ throws(StoreError) in
      rest -= 1
      return rest >= 0
    }
    return rest < 0
  }

  /// Scans the entries one by one.
  ///
  /// - Returns: The entry, and the number of entries that were read.
  fileprivate func scannedChild(
    named name: [UInt8], of directory: DirectoryID
  ) throws(StoreError) -> (child: FileRecord?, count: Int) {
    var child: FileRecord?
    var count = 0
    try forEachRow(in: directory) { row throws(StoreError) in
      count += 1
      guard row.name.isEqual(to: name.span) else { return true }
      child = try record(row)
      return false
    }
    return (child, count)
  }
}

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
