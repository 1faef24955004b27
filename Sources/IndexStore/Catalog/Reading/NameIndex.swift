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
  func scannedChild(
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
