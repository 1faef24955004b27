// SPDX-License-Identifier: Apache-2.0

package import Attributes
internal import LMDB

extension Snapshot {
  /// The document with a reference; `nil` when it is gone or has moved to another directory.
  package func record(of reference: DocumentReference) throws(StoreError) -> FileRecord? {
    guard let value = try transaction.value(.documents, Key(reference)) else { return nil }
    return try record(try FileRow(reference, value, owners: owners))
  }

  /// A copy of a row.
  package func record(_ row: borrowing FileRow) throws(StoreError) -> FileRecord {
    FileRecord(
      document: row.reference.document, directory: row.reference.directory, name: row.nameBytes, status: row.status, type: row.type,
      content: row.content, added: try added(row), subdirectory: row.subdirectory)
  }

  /// When the row's document was added to its directory. Entries of the first listing have the time
  /// of that listing.
  package func added(_ row: borrowing FileRow) throws(StoreError) -> Timestamp {
    if let added = row.added { return Timestamp(unixSeconds: added) }
    return Timestamp(unixSeconds: try directoryRecord(row.reference.directory)?.firstListed ?? 0)
  }

  /// The documents of a directory, in the order of DocumentIDs; empty for a directory that is not
  /// indexed or does not exist.
  package func children(of directory: DirectoryID) throws(StoreError) -> [FileRecord] {
    var children: [FileRecord] = []
    try forEachRow(in: directory) { row throws(StoreError) in
      children.append(try record(row))
      return true
    }
    return children
  }

  /// The subdirectories of a directory, by name.
  package func subdirectories(of directory: DirectoryID) throws(StoreError) -> [[UInt8]: DirectoryID] {
    var subdirectories: [[UInt8]: DirectoryID] = [:]
    try forEachRow(in: directory) { row throws(StoreError) in
      if let subdirectory = row.subdirectory { subdirectories[row.nameBytes] = subdirectory }
      return true
    }
    return subdirectories
  }

  /// Calls `body` with the encoded attribute record of a document, or with `nil` when none is
  /// stored.
  package func withAttributes<Result>(
    of document: DocumentID, _ body: (Span<UInt8>?) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try body(try transaction.value(.attributes, Key(document)))
  }

  /// The attributes from an importer or from extended attributes; `nil` when none are stored.
  package func attributes(of document: DocumentID) throws(StoreError) -> AttributeRecord? {
    guard let value = try transaction.value(.attributes, Key(document)) else { return nil }
    do throws(DecodingError) {
      return try AttributeRecord(decoding: value)
    } catch {
      throw .damaged(.attributes, "\(document.rawValue)", error)
    }
  }

  package func contentType(_ id: TypeID) throws(StoreError) -> ContentType? {
    if let type = memo.types[id] { return type }
    guard let value = try transaction.value(.types, Key(number: id.rawValue)) else { return nil }
    let type = try ContentType(id, value)
    memo.types[id] = type
    return type
  }

  /// All content types, in the order of their numbers.
  func allContentTypes() throws(StoreError) -> [(id: TypeID, type: ContentType)] {
    var types: [(id: TypeID, type: ContentType)] = []
    let cursor = try transaction.cursor(.types)
    var found = try cursor.first()
    while found {
      let id = TypeID(rawValue: UInt16(truncatingIfNeeded: types.count + 1))
      guard cursor.number == UInt64(id.rawValue) else { throw .numbers(of: .types) }
      types.append((id, try ContentType(id, cursor.value)))
      found = try cursor.next()
    }
    return types
  }

  /// Checks the tables whose rows are named by number in other rows: each assigned number has a row,
  /// and the row has a value of its table.
  func checkNumberedTables() throws(StoreError) {
    let counters = try counters()
    guard try allContentTypes().count + 1 == Int(counters.nextType) else { throw .numbers(of: .types) }
    _ = try OwnerTable(transaction)
    var filesystems = 0
    let cursor = try transaction.cursor(.filesystems)
    var found = try cursor.first()
    while found {
      filesystems += 1
      guard cursor.number == filesystems else { throw .numbers(of: .filesystems) }
      do throws(DecodingError) { _ = try ByteReader(checked: cursor.value) } catch { throw .damaged(.filesystems, "\(filesystems)", error) }
      found = try cursor.next()
    }
    guard filesystems + 1 == Int(counters.nextFilesystem) else { throw .numbers(of: .filesystems) }
  }

  /// All content types, by their numbers.
  package func contentTypes() throws(StoreError) -> [TypeID: ContentType] {
    // Two numbers may stand for the same type after an update of the types.
    Dictionary(try allContentTypes().map { ($0.id, $0.type) }, uniquingKeysWith: { first, _ in first })
  }

  /// The numbers of all content types.
  package func typeNumbers() throws(StoreError) -> [ContentType: TypeID] {
    if let numbers = memo.typeNumbers { return numbers }
    let numbers = Dictionary(try allContentTypes().map { ($0.type, $0.id) }, uniquingKeysWith: { _, last in last })
    memo.typeNumbers = numbers
    return numbers
  }
}

extension Span<UInt8> {
  func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index] != other[index] { return false }
    return true
  }
}

extension Snapshot {
  /// The recorded use of a file; `nil` if there is none, or the document is gone.
  package func use(of reference: DocumentReference) throws(StoreError) -> FileUse? {
    guard let value = try transaction.value(.documents, Key(reference)) else { return nil }
    return try FileRow(reference, value, owners: owners).use
  }
}
