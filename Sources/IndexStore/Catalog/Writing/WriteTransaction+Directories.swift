// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import LMDB

extension WriteTransaction {
  /// The directory at an absolute path.
  ///
  /// - Parameter creating: Creates missing directories of the path as ancestors: they lead to
  ///   indexed directories and have no documents of their own.
  /// - Returns: `nil` when the directory is not in the catalog and `creating` is `false`.
  package func directory(for path: [UInt8], creating: Bool) throws(StoreError) -> DirectoryID? {
    var directory = DirectoryID.root
    var isChecked = false
    for name in try Snapshot.components(of: path).map(Array.init) {
      if let next = try snapshot.subdirectory(named: name, of: directory) {
        directory = next
      } else if creating {
        // A damaged key hides a directory, and everything below it would be indexed twice.
        if !isChecked { try snapshot.checkAncestors() }
        isChecked = true
        let next = allocateDirectory()
        try putDirectory(
          DirectoryRecord(
            id: next, parent: directory, name: name, document: nil, filesystem: .unknown, isIndexed: false, listed: 0,
            firstListed: 0))
        try putAncestor(next, named: name, of: directory)
        directory = next
      } else {
        return nil
      }
    }
    return directory
  }

  /// Makes a directory indexed, so that its entries are kept. A second call updates the directory's
  /// own document.
  ///
  /// - Parameter listed: The directory as an entry of its parent, so that the root of an indexed
  ///   tree is a document too; `nil` for `/`, or for no such document.
  package func markIndexed(_ directory: DirectoryID, as listed: ListedFile?, filesystem: FilesystemID) throws(StoreError) {
    var record = try existing(directory)
    if let listed {
      let reference: DocumentReference
      if let document = record.document {
        reference = DocumentReference(directory: record.parent, document: document)
        if var file = try stored(at: reference), file.status != listed.status { try change(&file, at: reference, to: listed) }
      } else {
        reference = try add(listed, to: record.parent, added: pending.now, adopting: directory)
        record = try existing(directory)
      }
    }
    guard !record.isIndexed || record.filesystem != filesystem else { return }
    record.isIndexed = true
    record.filesystem = filesystem
    try putDirectory(record)
  }

  /// Records the file system that a directory is on.
  ///
  /// - Parameter identifier: What tells it from others; 0 if it is not known.
  package func setFilesystem(of directory: DirectoryID, to identifier: UInt64) throws(StoreError) {
    guard try snapshot.filesystem(of: directory) != identifier else { return }
    var record = try existing(directory)
    record.filesystem = identifier == 0 ? .unknown : try filesystem(for: Snapshot.encoded(filesystem: identifier))
    try putDirectory(record)
  }

  /// The number of a file system. A new identifier gets the next number.
  ///
  /// - Returns: ``FilesystemID/unknown`` when all 65,534 numbers are used.
  package func filesystem(for identifier: [UInt8]) throws(StoreError) -> FilesystemID {
    var number: UInt16 = 1
    while number < pending.counters.nextFilesystem {
      if let value = try snapshot.transaction.value(.filesystems, Key(number: number)) {
        do throws(DecodingError) {
          var reader = try ByteReader(checked: value)
          if try reader.span(reader.remaining).isEqual(to: identifier.span) { return FilesystemID(rawValue: number) }
        } catch {
          throw .damaged(.filesystems, "\(number)", error)
        }
      }
      number += 1
    }
    guard number < .max else { return .unknown }
    try put(.filesystems, Key(number: number), sealed(identifier))
    pending.counters.nextFilesystem += 1
    return FilesystemID(rawValue: number)
  }

  /// The number of a content type. A new type gets the next number.
  ///
  /// - Returns: ``TypeID/unknown`` when all 65,534 numbers are used.
  package func typeID(for type: ContentType) throws(StoreError) -> TypeID {
    if let known = try snapshot.typeNumbers()[type] { return known }
    guard pending.counters.nextType < UInt16.max else { return .unknown }
    let id = TypeID(rawValue: pending.counters.nextType)
    try put(.types, Key(number: id.rawValue), type.encoded())
    pending.counters.nextType += 1
    snapshot.memo.typeNumbers?[type] = id
    return id
  }

  /// Replaces what the catalog knows of its content types, whose trees and names for people may change with a new version.
  ///
  /// - Parameter current: The type with the same identifier and MIME type; `nil` if it is not known any more, and stays as it is.
  package func updateTypes(_ current: (ContentType) -> ContentType?) throws(StoreError) {
    for (id, type) in try snapshot.allContentTypes() {
      guard let now = current(type), now != type, now.identifier == type.identifier else { continue }
      try put(.types, Key(number: id.rawValue), now.encoded())
      snapshot.memo.types[id] = now
      snapshot.memo.typeNumbers = nil
    }
  }

  /// - Throws: `StoreError.unknownDirectory` if the catalog does not have the directory.
  func existing(_ directory: DirectoryID) throws(StoreError) -> DirectoryRecord {
    guard let record = try snapshot.directoryRecord(directory) else { throw .unknownDirectory(directory) }
    return record
  }

  func putAncestor(_ directory: DirectoryID, named name: [UInt8], of parent: DirectoryID) throws(StoreError) {
    var writer = ByteWriter()
    writer.append(fixed: directory.rawValue)
    try put(.ancestors, bytes: Snapshot.ancestorKey(name, parent), writer.sealed())
  }
}
