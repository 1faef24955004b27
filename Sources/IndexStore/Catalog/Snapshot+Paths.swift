internal import Attributes
internal import LMDB

extension Snapshot {
  package func directoryRecord(_ id: DirectoryID) throws(StoreError) -> DirectoryRecord? {
    if let record = memo.directories[id] { return record }
    guard let value = try transaction.value(.directories, Key(id)) else { return nil }
    let record = try DirectoryRecord(id, value)
    memo.directories[id] = record
    return record
  }

  /// Whether any directory is hidden, or was taken out and its rows are still there.
  ///
  /// - Complexity: O(1).
  func hidesDirectories() throws(StoreError) -> Bool {
    if try counters().hiddenDirectories > 0 { return true }
    return try transaction.size(of: .detached).entries > 0
  }

  /// The directory at an absolute path, whether indexed or a bare ancestor; `nil` when the catalog does not know it.
  package func directory(for path: [UInt8]) throws(StoreError) -> DirectoryID? {
    var directory = DirectoryID.root
    for name in try Self.components(of: path) {
      guard let next = try subdirectory(named: Array(name), of: directory) else { return nil }
      directory = next
    }
    return directory
  }

  /// The document at an absolute path; `nil` when it is not indexed.
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
    if let child = try child(named: name, of: directory) { return child.subdirectory }
    return try ancestor(named: name, of: directory)
  }

  /// A directory that has no document of its own.
  func ancestor(named name: [UInt8], of directory: DirectoryID) throws(StoreError) -> DirectoryID? {
    guard let value = try transaction.value(.ancestors, bytes: Self.ancestorKey(name, directory)) else { return nil }
    do throws(DecodingError) {
      var reader = try ByteReader(checked: value)
      return DirectoryID(rawValue: try reader.fixed(UInt32.self))
    } catch {
      throw .damaged(.ancestors, "\(directory.rawValue)", error)
    }
  }

  /// The directories in a directory that have no document of their own.
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

  /// The names in an absolute path; `.` and empty ones are left out, `..` is refused.
  static func components(of path: [UInt8]) throws(StoreError) -> [ArraySlice<UInt8>] {
    guard path.first == UInt8(ascii: "/") else { throw .invalidName(path) }
    let names = path.split(separator: UInt8(ascii: "/")).filter { $0 != [UInt8(ascii: ".")] }
    guard names.allSatisfy({ $0.count <= 255 && $0 != [UInt8(ascii: "."), UInt8(ascii: ".")] && !$0.contains(0) }) else {
      throw .invalidName(path)
    }
    return names
  }

  /// The absolute path of a document; `nil` when it is gone, or hidden with a directory above it.
  package func path(of reference: DocumentReference) throws(StoreError) -> [UInt8]? {
    guard let value = try transaction.value(.documents, Key(reference)) else { return nil }
    let row = try FileRow(reference, value, owners: owners)
    guard var path = try path(of: reference.directory) else { return nil }
    if path.last != UInt8(ascii: "/") { path.append(UInt8(ascii: "/")) }
    return path + row.nameBytes
  }

  /// The absolute path of a directory, `/` for the root; `nil` when it is gone, or hidden with a directory above it.
  package func path(of directory: DirectoryID) throws(StoreError) -> [UInt8]? {
    var names: [[UInt8]] = []
    var id = directory
    while id != .root {
      // A loop of parents can only be damage.
      guard names.count < 4096 else {
        throw .corrupted(object: "the catalog's table 'directories'", reason: "a directory is its own parent")
      }
      guard let record = try directoryRecord(id), !record.isHidden else { return nil }
      names.append(record.name)
      id = record.parent
    }
    return names.isEmpty ? [UInt8(ascii: "/")] : names.reversed().reduce(into: []) { $0 += [UInt8(ascii: "/")] + $1 }
  }
}
