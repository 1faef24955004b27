// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import LMDB

extension Snapshot {
  package func directoryRecord(_ id: DirectoryID) throws(StoreError) -> DirectoryRecord? {
    if let record = memo[directory: id] { return record }
    guard let value = try transaction.value(.directories, Key(id)) else { return nil }
    let record = try DirectoryRecord(id, value)
    memo[directory: id] = record
    return record
  }

  /// The identifier of the file system that a directory was on when it was last listed, or that of its parent
  /// before; 0 if it is not known.
  package func filesystem(of directory: DirectoryID) throws(StoreError) -> UInt64 {
    guard let number = try directoryRecord(directory)?.filesystem, number != .unknown,
      let value = try transaction.value(.filesystems, Key(number: number.rawValue))
    else { return 0 }
    do throws(DecodingError) {
      var reader = try ByteReader(checked: value)
      return reader.remaining == 8 ? UInt64(bitPattern: try reader.int64()) : 0
    } catch {
      throw .damaged(.filesystems, "\(number.rawValue)", error)
    }
  }

  /// The identifier of the file system that a file was on when its directory was last listed; 0 if it is not
  /// known. A directory is on that of its own entries, because it may be a mount point; that of a directory
  /// without a listing is not known.
  package func filesystem(ofFile reference: DocumentReference) throws(StoreError) -> UInt64 {
    guard let value = try transaction.value(.documents, Key(reference)) else { return 0 }
    let row = try FileRow(reference, value, owners: owners)
    guard row.status.kind == .directory else { return try filesystem(of: reference.directory) }
    guard let directory = row.subdirectory, try directoryRecord(directory)?.firstListed != 0 else { return 0 }
    return try filesystem(of: directory)
  }

  static func encoded(filesystem identifier: UInt64) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(fixed: Int64(bitPattern: identifier))
    return writer.bytes
  }

  /// Whether a detached directory has rows that are not removed yet.
  ///
  /// - Complexity: O(1).
  func hasDetachedDirectories() throws(StoreError) -> Bool {
    try transaction.size(of: .detached).entries > 0
  }

  /// Whether there may be documents that searches must leave out.
  ///
  /// - Complexity: O(1).
  func hasInvisibleDirectories() throws(StoreError) -> Bool {
    try hasDetachedDirectories() ? true : metadata(.hidden) != nil
  }

  /// The directory at an absolute path, indexed or only leading to an indexed one; `nil` when the
  /// catalog does not have it.
  ///
  /// - Throws: `StoreError.invalidName` if the path is not absolute or contains `..`.
  package func directory(for path: [UInt8]) throws(StoreError) -> DirectoryID? {
    var directory = DirectoryID.root
    for name in try Self.components(of: path) {
      guard let next = try subdirectory(named: Array(name), of: directory) else { return nil }
      directory = next
    }
    return directory
  }

  /// The document at an absolute path; `nil` when it is not indexed.
  ///
  /// - Throws: `StoreError.invalidName` if the path is not absolute or contains `..`.
  package func reference(for path: [UInt8]) throws(StoreError) -> DocumentReference? {
    let names = try Self.components(of: path)
    guard let last = names.last else { return nil }
    var directory = DirectoryID.root
    for name in names.dropLast() {
      guard let next = try subdirectory(named: Array(name), of: directory) else { return nil }
      directory = next
    }
    return try child(named: Array(last), of: directory)?.reference
  }

  func subdirectory(named name: [UInt8], of directory: DirectoryID) throws(StoreError) -> DirectoryID? {
    let child = try child(named: name, of: directory)
    let found = if let child { child.subdirectory } else { try ancestor(named: name, of: directory) }
    if let found { try checkLocation(of: found, parent: directory, name: name) }
    return found
  }

  /// Checks that the directory that an entry leads to has the entry's parent and name.
  func checkLocation(of directory: DirectoryID, parent: DirectoryID, name: [UInt8]) throws(StoreError) {
    guard let record = try directoryRecord(directory), record.parent == parent, record.name == name else {
      throw .contradiction(about: directory)
    }
  }

  /// Checks that the document of a directory is an entry of its parent that leads back to it.
  ///
  /// - Complexity: One lookup.
  func checkEntry(of record: DirectoryRecord) throws(StoreError) {
    guard let document = record.document, record.parent != .nowhere else { return }
    let reference = DocumentReference(directory: record.parent, document: document)
    guard let value = try transaction.value(.documents, Key(reference)) else { throw .contradiction(about: record.id) }
    let row = try FileRow(reference, value, owners: owners)
    let name = record.name
    guard row.subdirectory == record.id, row.name.isEqual(to: name.span) else { throw .contradiction(about: record.id) }
  }

  /// Checks that each directory without a document has the parent and the name that lead to it.
  ///
  /// - Complexity: O(directories without documents), usually a few.
  func checkAncestors() throws(StoreError) {
    let cursor = try transaction.cursor(.ancestors)
    var found = try cursor.first()
    while found {
      let key = cursor.keyBytes
      let parent = DirectoryID(rawValue: key.span.uint32(at: 0))
      let name = Array(key.dropFirst(4))
      guard let directory = try ancestor(named: name, of: parent) else { throw .outOfOrder(.ancestors) }
      try checkLocation(of: directory, parent: parent, name: name)
      found = try cursor.next()
    }
  }

  /// The subdirectory with a given name that has no document of its own; `nil` when there is none.
  func ancestor(named name: [UInt8], of directory: DirectoryID) throws(StoreError) -> DirectoryID? {
    guard let value = try transaction.value(.ancestors, bytes: Self.ancestorKey(name, directory)) else { return nil }
    do throws(DecodingError) {
      var reader = try ByteReader(checked: value)
      return DirectoryID(rawValue: try reader.uint32())
    } catch {
      throw .damaged(.ancestors, "\(directory.rawValue)", error)
    }
  }

  /// The subdirectories of a directory that have no documents of their own.
  func ancestors(in directory: DirectoryID) throws(StoreError) -> [DirectoryID] {
    var names: [[UInt8]] = []
    let cursor = try transaction.cursor(.ancestors)
    var found = try cursor.seek(Key(directory))
    let prefix = Self.ancestorKey([], directory)
    while found {
      let key = cursor.keyBytes
      guard key.starts(with: prefix) else { break }
      names.append(Array(key.dropFirst(prefix.count)))
      found = try cursor.next()
    }
    var directories: [DirectoryID] = []
    for name in names {
      if let id = try ancestor(named: name, of: directory) { directories.append(id) }
    }
    return directories
  }

  static func ancestorKey(_ name: [UInt8], _ directory: DirectoryID) -> [UInt8] {
    unsafe Key(directory).withBytes { bytes in unsafe [UInt8](bytes) } + name
  }

  /// The components of an absolute path, without empty ones and `.`.
  ///
  /// - Throws: `StoreError.invalidName` if the path is not absolute, contains `..` or a NUL byte,
  ///   or has a component of more than 255 bytes.
  static func components(of path: [UInt8]) throws(StoreError) -> [ArraySlice<UInt8>] {
    guard path.first == UInt8(ascii: "/") else { throw .invalidName(path) }
    let names = path.split(separator: UInt8(ascii: "/")).filter { $0 != [UInt8(ascii: ".")] }
    guard names.allSatisfy({ $0.count <= 255 && $0 != [UInt8(ascii: "."), UInt8(ascii: ".")] && !$0.contains(0) }) else {
      throw .invalidName(path)
    }
    return names
  }

  /// The absolute path of a document; `nil` when it is gone, or when a directory above it is
  /// detached.
  package func path(of reference: DocumentReference) throws(StoreError) -> [UInt8]? {
    guard let value = try transaction.value(.documents, Key(reference)) else { return nil }
    let row = try FileRow(reference, value, owners: owners)
    guard var path = try path(of: reference.directory) else { return nil }
    if path.last != UInt8(ascii: "/") { path.append(UInt8(ascii: "/")) }
    return path + row.nameBytes
  }

  /// The absolute path of a directory; `nil` when it is gone, or when it or a directory above it is
  /// detached.
  package func path(of directory: DirectoryID) throws(StoreError) -> [UInt8]? {
    var names: [[UInt8]] = []
    var id = directory
    while id != .root {
      // Paths are not that deep: a damaged row makes the parents form a cycle.
      guard names.count < 4096 else {
        throw .corrupted(object: "the catalog's table 'directories'", reason: "a directory is its own parent")
      }
      guard let record = try directoryRecord(id) else { return nil }
      names.append(record.name)
      id = record.parent
    }
    return names.isEmpty ? [UInt8(ascii: "/")] : names.reversed().reduce(into: []) { $0 += [UInt8(ascii: "/")] + $1 }
  }
}
