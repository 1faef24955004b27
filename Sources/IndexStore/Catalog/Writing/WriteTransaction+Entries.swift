// SPDX-License-Identifier: Apache-2.0

internal import LMDB

/// Operations on single entries, used by reconciliation and by single events.
extension WriteTransaction {
  /// The content of a document's row; `nil` when there is none.
  func stored(at reference: DocumentReference) throws(StoreError) -> StoredFile? {
    guard let value = try snapshot.transaction.value(.documents, Key(reference)) else { return nil }
    return StoredFile(try FileRow(reference, value, owners: snapshot.owners))
  }

  /// Adds a document for a new entry.
  ///
  /// - Parameters:
  ///   - added: Date of addition in seconds since 1970; `nil` in the first listing of the
  ///     directory, whose date then applies.
  ///   - adopted: The directory of the entry if it is already in the catalog as an ancestor.
  func add(
    _ entry: ListedFile, to directory: DirectoryID, added: Int64?, adopting adopted: DirectoryID? = nil
  ) throws(StoreError) -> DocumentReference {
    guard !entry.name.isEmpty, entry.name.count <= ListedFile.maximumNameLength, !entry.name.contains(UInt8(ascii: "/")),
      !entry.name.contains(0)
    else {
      throw .invalidName(entry.name)
    }
    let reference = DocumentReference(directory: directory, document: allocateDocument())
    var subdirectory: DirectoryID?
    if entry.status.kind == .directory { subdirectory = try claimDirectory(entry.name, reference, adopted) }
    let content = try contentState(of: entry, in: directory)
    let file = StoredFile(
      name: entry.name, status: entry.status, type: entry.type, content: content, added: added, subdirectory: subdirectory)
    try putFile(file, at: reference)
    try addName(entry.name, of: reference)
    count(content, by: 1)
    log(.added, reference)
    noteSidecar(entry.name, entry.status.kind, in: directory)
    return reference
  }

  /// The DirectoryID for the entry of a subdirectory: the existing one if the directory was an
  /// ancestor, otherwise a new one.
  private func claimDirectory(_ name: [UInt8], _ reference: DocumentReference, _ adopted: DirectoryID?) throws(StoreError) -> DirectoryID {
    let known = if let adopted { adopted } else { try snapshot.ancestor(named: name, of: reference.directory) }
    let parent = try existing(reference.directory)
    guard let known else {
      let id = allocateDirectory()
      try putDirectory(
        DirectoryRecord(
          id: id, parent: parent.id, name: name, document: reference.document, filesystem: parent.filesystem, isIndexed: true,
          listed: 0, firstListed: 0))
      return id
    }
    try remove(.ancestors, bytes: Snapshot.ancestorKey(name, reference.directory))
    var record = try existing(known)
    record.document = reference.document
    record.isIndexed = true
    try putDirectory(record)
    return known
  }

  /// Removes a document with its attributes, text and failure. The tree of a directory is detached;
  /// its rows are removed by ``sweep(limit:)``.
  ///
  /// - Returns: `false` when there was no such document.
  @discardableResult
  package func remove(_ reference: DocumentReference) throws(StoreError) -> Bool {
    guard let file = try stored(at: reference) else { return false }
    if let subdirectory = file.subdirectory { try detach(subdirectory) }
    try forget(file, reference)
    noteSidecar(file.name, file.status.kind, in: reference.directory)
    return true
  }

  /// Removes a directory, its document and everything below it in O(1). ``sweep(limit:)`` removes
  /// the rows below it.
  package func removeTree(_ directory: DirectoryID) throws(StoreError) {
    var record = try existing(directory)
    if directory == .root {
      // The root directory always exists; it only loses its entries.
      for child in try snapshot.children(of: .root) { try remove(child.reference) }
      try detachAncestors(below: .root)
      (record.isIndexed, record.listed, record.firstListed) = (false, 0, 0)
      try putDirectory(record)
      let pending = pending
      pending.counters.detachments += 1
    } else if let document = record.document {
      try remove(DocumentReference(directory: record.parent, document: document))
    } else {
      try remove(.ancestors, bytes: Snapshot.ancestorKey(record.name, record.parent))
      try detach(directory)
      // The change log records documents, and this directory has none.
      let pending = pending
      pending.counters.detachments += 1
    }
  }

  /// Removes the directory or file at a path, except for some trees inside it.
  ///
  /// The kept trees keep their documents. Directories that lead to them become ancestors. Does
  /// nothing when the catalog does not have the path.
  ///
  /// - Parameter kept: Absolute paths of directories below `path`, none of them inside another.
  package func removeTree(at path: [UInt8], keeping kept: [[UInt8]]) throws(StoreError) {
    guard let directory = try snapshot.directory(for: path) else {
      if let file = try snapshot.reference(for: path) { try remove(file) }
      return
    }
    var trees: [(path: [UInt8], document: FileRecord)] = []
    for path in kept {
      guard let reference = try snapshot.reference(for: path), let document = try snapshot.record(of: reference) else { continue }
      trees.append((path, document))
    }
    try removeTree(directory)
    for (path, document) in trees {
      // The old directories of the path are detached, so this creates new ones.
      guard let parent = try self.directory(for: Array(path.dropLast(document.name.count)), creating: true) else { continue }
      try move(document.reference, to: parent, as: ListedFile(name: document.name, status: document.status, type: document.type))
    }
  }

  /// Removes rows of detached trees.
  ///
  /// - Parameter limit: Maximum number of documents to remove in this call.
  /// - Returns: `true` when no detached tree is left.
  package func sweep(limit: Int) throws(StoreError) -> Bool {
    var left = limit
    while let directory = try nextDetached() {
      for child in try firstChildren(of: directory, limit: left) {
        if let subdirectory = child.file.subdirectory { try detach(subdirectory) }
        try forget(child.file, child.reference)
        left -= 1
      }
      guard left > 0 else { return false }
      try detachAncestors(below: directory)
      try remove(.detached, Key(directory))
      try remove(.directories, Key(directory))
      snapshot.memo[directory: directory] = nil
      pending.counters.counts.directories -= 1
    }
    return true
  }

  private func detach(_ directory: DirectoryID) throws(StoreError) {
    guard var record = try snapshot.directoryRecord(directory) else { return }
    record.parent = .nowhere
    record.document = nil
    try putDirectory(record)
    try put(.detached, Key(directory), [])
  }

  private func nextDetached() throws(StoreError) -> DirectoryID? {
    let cursor = try snapshot.transaction.cursor(.detached)
    return try cursor.first() ? DirectoryID(rawValue: UInt32(truncatingIfNeeded: cursor.number)) : nil
  }

  private func firstChildren(of directory: DirectoryID, limit: Int) throws(StoreError) -> [(reference: DocumentReference, file: StoredFile)]
  {
    var children: [(reference: DocumentReference, file: StoredFile)] = []
    guard limit > 0 else { return [] }
    try snapshot.forEachRow(in: directory) { row throws(StoreError) in
      children.append((row.reference, StoredFile(row)))
      return children.count < limit
    }
    return children
  }

  /// Detaches ancestors below a removed directory, because they lead to nothing any more.
  private func detachAncestors(below directory: DirectoryID) throws(StoreError) {
    for child in try snapshot.ancestors(in: directory) {
      try remove(.ancestors, bytes: Snapshot.ancestorKey(try existing(child).name, directory))
      try detach(child)
    }
  }

  private func forget(_ file: StoredFile, _ reference: DocumentReference) throws(StoreError) {
    if snapshot.content == .items { try forgetItem(at: reference) }
    try removeFile(at: reference)
    try removeName(file.name, of: reference)
    if file.content != .none || file.status.kind == .regular { try removeContent(of: reference.document) }
    count(file.content, by: -1)
    pending.counters.removed += 1
    log(.removed, reference)
  }

  /// Removes the attributes, the text and the failure of a document.
  func removeContent(of document: DocumentID) throws(StoreError) {
    try remove(.attributes, Key(document))
    try remove(.failures, Key(document))
    try removeText(of: document)
  }

  func removeText(of document: DocumentID, from first: UInt32 = 0) throws(StoreError) {
    var chunk = first
    while try remove(.texts, Key(document, chunk: chunk)) { chunk += 1 }
  }
}

extension StoredFile {
  init(_ row: borrowing FileRow) {
    self.init(
      name: row.nameBytes, status: row.status, type: row.type, content: row.content, added: row.added, subdirectory: row.subdirectory,
      hasText: row.hasText, use: row.use)
  }
}
