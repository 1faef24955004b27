internal import Attributes
internal import LMDB

/// The names of a large directory, by which one entry is found among a million.
///
/// A row of ``CatalogTable/names`` is a key alone: (DirectoryID, hash of the name, DocumentID). Only directories whose record says ``DirectoryRecord/isNamed``
/// have such rows, one for each of their documents: most directories are so small that looking at all entries is as fast, and 26 bytes more for
/// each file would be a fifth of what the catalog takes.
///
/// A row only says where to look; the document's own row has the name.
enum NameIndex {
  /// Directories with more entries get their names indexed once one is looked up in order to write: looking at so many takes some 50 µs, which a
  /// commit of a single change does not notice.
  static let threshold = 512

  /// A listing of so many times ``threshold`` entries has its names indexed at once, for lookups of readers.
  static let listingFactor = 8

  static func hash(_ name: Span<UInt8>) -> UInt32 { Checksum.of(name) }

  static func key(_ reference: DocumentReference, _ name: [UInt8]) -> Key { Key(reference, nameHash: hash(name.span)) }
}

extension Snapshot {
  /// The entry of a directory under a name, `nil` when the catalog has none.
  ///
  /// - Complexity: O(log n) in a directory whose names are indexed, else O(entries), 100 ns each.
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
      guard key.count == 16 else { throw .corrupted(object: "the catalog's table 'names'", reason: "a key has the wrong length") }
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

  /// Looks at the entries one by one.
  ///
  /// - Returns: The entry, and how many were looked at.
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
  /// The entry of a directory under a name, `nil` when the catalog has none. Indexes the directory's names where looking at all of them took
  /// long.
  package func child(named name: [UInt8], of directory: DirectoryID) throws(StoreError) -> FileRecord? {
    if try snapshot.directoryRecord(directory)?.isNamed == true { return try snapshot.child(named: name, of: directory) }
    let (child, count) = try snapshot.scannedChild(named: name, of: directory)
    if count > pending.nameIndexThreshold { try indexNames(of: directory) }
    return child
  }

  /// Indexes the names of a directory, if they are not.
  func indexNames(of directory: DirectoryID) throws(StoreError) {
    var record = try existing(directory)
    guard !record.isNamed else { return }
    var names: [(hash: UInt32, reference: DocumentReference)] = []
    try snapshot.forEachRow(in: directory) { row throws(StoreError) in
      names.append((NameIndex.hash(row.name), row.reference))
      return true
    }
    names.sort { ($0.hash, $0.reference) < ($1.hash, $1.reference) }
    let isLast = try isAfterAllNames(directory)
    for (hash, reference) in names { try put(.names, Key(reference, nameHash: hash), [], appending: isLast) }
    record.isNamed = true
    try putDirectory(record)
  }

  private func isAfterAllNames(_ directory: DirectoryID) throws(StoreError) -> Bool {
    let cursor = try snapshot.transaction.cursor(.names)
    guard try cursor.last() else { return true }
    let key = cursor.key
    return key.count == 16 && key.uint32(at: 0) < directory.rawValue
  }

  /// Records that a document has a name.
  func addName(_ name: [UInt8], of reference: DocumentReference) throws(StoreError) {
    guard try snapshot.directoryRecord(reference.directory)?.isNamed == true else { return }
    try put(.names, NameIndex.key(reference, name), [])
  }

  /// Records that a document no longer has a name, or is gone.
  func removeName(_ name: [UInt8], of reference: DocumentReference) throws(StoreError) {
    guard try snapshot.directoryRecord(reference.directory)?.isNamed == true else { return }
    try remove(.names, NameIndex.key(reference, name))
  }
}
