package import Attributes
internal import LMDB

extension Snapshot {
  /// The document under a reference; `nil` when it is gone or was moved.
  package func record(of reference: DocumentReference) throws(StoreError) -> FileRecord? {
    guard let value = try transaction.value(.documents, Key(reference)) else { return nil }
    return try record(try FileRow(reference, value, owners: owners))
  }

  /// A row with everything copied out of it.
  package func record(_ row: borrowing FileRow) throws(StoreError) -> FileRecord {
    FileRecord(
      document: row.reference.document, directory: row.reference.directory, name: row.nameBytes, status: row.status, type: row.type,
      content: row.content, added: try added(row), subdirectory: row.subdirectory)
  }

  /// When a row's document came into its directory.
  package func added(_ row: borrowing FileRow) throws(StoreError) -> Timestamp {
    if let added = row.added { return Timestamp(unixSeconds: added) }
    return Timestamp(unixSeconds: try directoryRecord(row.reference.directory)?.firstListed ?? 0)
  }

  /// The documents of a directory, in the order of DocumentIDs; empty for a directory that is not indexed.
  package func children(of directory: DirectoryID) throws(StoreError) -> [FileRecord] {
    var children: [FileRecord] = []
    try forEachRow(in: directory) { row throws(StoreError) in
      children.append(try record(row))
      return true
    }
    return children
  }

  /// The directories in a directory, by their names.
  package func subdirectories(of directory: DirectoryID) throws(StoreError) -> [[UInt8]: DirectoryID] {
    var subdirectories: [[UInt8]: DirectoryID] = [:]
    try forEachRow(in: directory) { row throws(StoreError) in
      if let subdirectory = row.subdirectory { subdirectories[row.nameBytes] = subdirectory }
      return true
    }
    return subdirectories
  }

  /// Calls `body` with the encoded attribute record of a document; `nil` when none is stored.
  package func withAttributes<Result>(
    of document: DocumentID, _ body: (Span<UInt8>?) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try body(try transaction.value(.attributes, Key(document)))
  }

  /// The attributes that an importer or the extended attributes gave; `nil` when none are stored.
  package func attributes(of document: DocumentID) throws(StoreError) -> AttributeRecord? {
    guard let value = try transaction.value(.attributes, Key(document)) else { return nil }
    do throws(DecodingError) {
      return try AttributeRecord(decoding: value)
    } catch {
      throw .damaged(.attributes, "\(document.rawValue)", error)
    }
  }

  /// The documents whose content or extended attributes are to be read, most recently modified first.
  ///
  /// - Complexity: O(documents) when any is pending: one pass over the catalog, so ask for many at once.
  package func pendingContent(limit: Int) throws(StoreError) -> [DocumentReference] {
    let counts = try counts()
    guard limit > 0, counts[.pending] + counts[.textPending] > 0 else { return [] }
    var found: [(modified: Int64, reference: DocumentReference)] = []
    try forEachDocument { row throws(StoreError) in
      guard row.content == .pending || row.content == .textPending else { return true }
      found.append((row.status.modified, row.reference))
      // Memory stays bounded by the limit, and each document is sorted a constant number of times on average.
      if (found.count - 1024) / 2 >= limit {
        found.sort { $0.modified > $1.modified }
        found.removeSubrange(limit...)
      }
      return true
    }
    found.sort { $0.modified > $1.modified }
    return found.prefix(limit).map(\.reference)
  }

  package func contentType(_ id: TypeID) throws(StoreError) -> ContentType? {
    if let type = memo.types[id] { return type }
    guard let value = try transaction.value(.types, Key(number: id.rawValue)) else { return nil }
    let type = try ContentType(id, value)
    memo.types[id] = type
    return type
  }

  /// Every content type that was ever given a number, in the order of the numbers.
  func allContentTypes() throws(StoreError) -> [(id: TypeID, type: ContentType)] {
    var types: [(id: TypeID, type: ContentType)] = []
    let cursor = try transaction.cursor(.types)
    var found = try cursor.first()
    while found {
      let id = TypeID(rawValue: UInt16(truncatingIfNeeded: cursor.number))
      types.append((id, try ContentType(id, cursor.value)))
      found = try cursor.next()
    }
    return types
  }

  /// Every content type that was ever given a number.
  package func contentTypes() throws(StoreError) -> [TypeID: ContentType] {
    Dictionary(try typeNumbers().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
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
