// SPDX-License-Identifier: Apache-2.0

internal import LMDB
internal import Segments

/// Reads parents and names of directories from the directory table, or from the catalog if the
/// table lacks a directory or it has moved.
@safe
struct DirectoryRowReader: ~Copyable {
  struct Row {
    /// ``DirectoryID/nowhere`` for a directory that is detached or does not exist.
    var parent = DirectoryID.nowhere.rawValue
    /// The range of the name in ``DirectoryRowReader/names``.
    var name = 0..<0
  }

  private var table: DirectoryTableCursor?
  /// Directories for which the table is outdated, in ascending order.
  private let moved: [UInt32]
  private let cursor: CatalogCursor
  /// The cursor's current directory: `nil` before the first search, greater than any directory
  /// after the last row.
  private var last: UInt64?
  /// For ``checkAbsence(of:)``.
  private let documents: CatalogCursor
  private let ancestors: CatalogCursor
  private let keepsNames: Bool
  /// Names of all directories that were read.
  let names = ByteArena()

  init(_ snapshot: borrowing Snapshot, keepingNames: Bool) throws(StoreError) {
    let known = try snapshot.directoryTable()
    let moved = known == nil ? [] : try snapshot.movedDirectories()
    let cursor = try snapshot.transaction.cursor(.directories)
    let documents = try snapshot.transaction.cursor(.documents)
    let ancestors = try snapshot.transaction.cursor(.ancestors)
    table = known.map { DirectoryTableCursor($0) }
    self.moved = moved
    self.cursor = cursor
    self.documents = documents
    self.ancestors = ancestors
    keepsNames = keepingNames
  }

  mutating func row(of directory: UInt32) throws(StoreError) -> Row {
    if let row = tableRow(of: directory) { return row }
    return try catalogRow(of: directory)
  }

  /// - Returns: `nil` when the table does not contain the directory or it has moved.
  private mutating func tableRow(of directory: UInt32) -> Row? {
    guard let count = table?.table.count, directory < count, !moved.containsAscending(directory) else { return nil }
    let (names, keepsNames) = (names, keepsNames)
    do throws(SegmentError) {
      return try table?.withRow(of: directory) { parent, name in
        Row(parent: parent, name: keepsNames ? names.append(name) : 0..<0)
      }
    } catch {
      if case .damagedSegment(let path, _) = StoreError(error) { Store.reportDamage(of: path) }
      table = nil
      return nil
    }
  }

  /// This many steps of the cursor cost as much as a search from the root of the B-tree.
  private static let maximumSteps: UInt64 = 8

  /// - Complexity: 50 ns for a directory shortly after the previous one, otherwise a few hundred
  ///   nanoseconds.
  private mutating func catalogRow(of directory: UInt32) throws(StoreError) -> Row {
    let wanted = UInt64(directory)
    if let last, last < wanted, wanted - last <= Self.maximumSteps {
      var number = last
      while number < wanted { number = try cursor.next() ? cursor.number : .max }
      self.last = number
    } else {
      last = try cursor.seek(Key(DirectoryID(rawValue: directory))) ? cursor.number : .max
    }
    guard last == wanted else {
      try checkAbsence(of: DirectoryID(rawValue: directory))
      return Row()
    }
    let location = try DirectoryLocation(DirectoryID(rawValue: directory), cursor.value)
    return Row(parent: location.parent.rawValue, name: keepsNames ? names.append(location.name) : 0..<0)
  }

  /// Checks that a directory that has no row is gone.
  ///
  /// - Throws: `StoreError.corrupted` if there are rows of what is in it.
  private func checkAbsence(of directory: DirectoryID) throws(StoreError) {
    let hasDocuments = try documents.seek(Key(firstIn: directory)) ? documents.reference.directory == directory : false
    let hasAncestors = try ancestors.seek(Key(directory)) ? ancestors.keyBytes.starts(with: Snapshot.ancestorKey([], directory)) : false
    guard hasDocuments || hasAncestors else { return }
    throw .corrupted(object: "row \(directory.rawValue) of the catalog's table 'directories'", reason: "it is missing")
  }
}
