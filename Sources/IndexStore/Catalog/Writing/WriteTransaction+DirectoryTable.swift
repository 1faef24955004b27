// SPDX-License-Identifier: Apache-2.0

internal import LMDB

extension WriteTransaction {
  /// When more directories have moved since the directory table was written, the table is dropped,
  /// because each search reads the list of moved directories.
  private static let maximumMoves = 1000

  /// Records that a directory was moved, renamed or detached.
  func noteMove(of directory: DirectoryID) throws(StoreError) {
    let pending = pending
    pending.counters.directoryMoves += 1
    guard directory.rawValue < pending.counters.directoriesInTable else { return }
    if try snapshot.transaction.size(of: .movedDirectories).entries < Self.maximumMoves {
      try put(.movedDirectories, Key(directory), [])
    } else {
      try dropDirectoryTable()
    }
  }

  /// Removes the directory table from the list of segments.
  func dropDirectoryTable() throws(StoreError) {
    for record in try snapshot.segmentRecords() where record.layer == .directories { try unlist(record) }
  }

  /// Clears the list of moved directories, because there is no directory table any more.
  func forgetMoves() throws(StoreError) {
    let pending = pending
    pending.counters.directoriesInTable = 0
    for directory in try snapshot.movedDirectories() { try remove(.movedDirectories, Key(DirectoryID(rawValue: directory))) }
  }
}

extension Snapshot {
  /// Directories whose parent or name differs from the directory table, in ascending
  /// order.
  func movedDirectories() throws(StoreError) -> [UInt32] {
    var moved: [UInt32] = []
    let cursor = try transaction.cursor(.movedDirectories)
    var isFound = try cursor.first()
    while isFound {
      moved.append(UInt32(truncatingIfNeeded: cursor.number))
      isFound = try cursor.next()
    }
    return moved
  }
}
