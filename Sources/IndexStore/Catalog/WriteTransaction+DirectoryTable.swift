internal import LMDB

extension WriteTransaction {
  /// A table that so many directories have moved from is given up: each search looks at them all.
  private static let maximumMoves = 1000

  /// A directory lies elsewhere, under another name, or is no longer or again hidden.
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

  /// Takes the table of directories off the list.
  func dropDirectoryTable() throws(StoreError) {
    for record in try snapshot.segmentRecords() where record.layer == .directories { try unlist(record) }
  }

  /// There is no table any more for directories to move from.
  func forgetMoves() throws(StoreError) {
    let pending = pending
    pending.counters.directoriesInTable = 0
    for directory in try snapshot.movedDirectories() { try remove(.movedDirectories, Key(DirectoryID(rawValue: directory))) }
  }
}

extension Snapshot {
  /// The directories that are not where the table says, ascending.
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
