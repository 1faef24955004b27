// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import IndexStore
internal import WorkerProtocol

extension PlaceFile {
  /// Whether a file is installed that was not at the last run, or has changed since.
  static func isNew(_ installed: PlaceFile?, in store: Store) throws(StoreError) -> Bool {
    guard let installed else { return false }
    return try installed.state != store.placeState()
  }

  /// Compares the file with that of the last run. If it is new, files whose positions have no names are marked to be read again.
  /// Names that were found before stay if it is gone.
  static func settle(_ installed: PlaceFile?, in store: Store) throws(StoreError) {
    guard try installed?.state != store.placeState() else { return }
    if installed != nil { try markFilesWithoutNames(in: store) }
    try store.write { transaction throws(StoreError) in try transaction.setMetadata(.places, to: installed?.state) }
  }

  /// Marks the files, in small transactions.
  private static func markFilesWithoutNames(in store: Store) throws(StoreError) {
    var start: DocumentReference?
    repeat {
      let (found, next) = try store.read { snapshot throws(StoreError) in try filesWithoutNames(from: start, snapshot) }
      if !found.isEmpty {
        try store.write { transaction throws(StoreError) in
          for reference in found { try transaction.setContentState(reference, .pending) }
        }
      }
      start = next
    } while start != nil
  }

  /// Finds up to 256 files. `next` is where to continue; `nil` at the end.
  private static func filesWithoutNames(
    from start: DocumentReference?, _ snapshot: borrowing Snapshot
  ) throws(StoreError) -> (found: [DocumentReference], next: DocumentReference?) {
    var found: [DocumentReference] = []
    var next: DocumentReference?
    try snapshot.forEachDocument(from: start) { row throws(StoreError) in
      guard found.count < 256 else {
        next = row.reference
        return false
      }
      guard row.status.kind == .regular, row.content != .pending, let record = try snapshot.attributes(of: row.reference.document) else {
        return true
      }
      if record.hasPosition, !record.namesPlace { found.append(row.reference) }
      return true
    }
    return (found, next)
  }
}

extension Store {
  fileprivate func placeState() throws(StoreError) -> [UInt8]? {
    try read { snapshot throws(StoreError) in try snapshot.metadata(.places) }
  }
}
