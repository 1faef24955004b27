internal import LMDB

extension WriteTransaction {
  /// Moves a document to a place that it is known to have gone to: the two halves of a rename event, or an inode that turned up elsewhere.
  ///
  /// A directory moves with everything below it: O(1) rows. When the new place has a document already:
  /// - of the same inode (a listing came before the event): that one is dropped, and the moved one keeps its identity;
  /// - of another file: it was replaced, as editors save, so it is the one that stays, with a new status and content to be read.
  ///
  /// - Parameter entry: The entry at the new place.
  /// - Returns: The document at the new place; `nil` when `reference` is gone.
  @discardableResult
  package func move(
    _ reference: DocumentReference, to directory: DirectoryID, as entry: ListedFile
  ) throws(StoreError) -> DocumentReference? {
    guard var file = try stored(at: reference) else { return nil }
    if let old = try child(named: entry.name, of: directory), old.reference != reference {
      if old.status.kind == .regular, file.status.kind == .regular, old.status.identity != entry.status.identity {
        try remove(reference)
        guard var replaced = try stored(at: old.reference) else { return nil }
        try change(&replaced, at: old.reference, to: entry)
        return old.reference
      }
      try remove(old.reference)
    }
    guard reference.directory != directory else {
      if file.name != entry.name || file.status != entry.status { try change(&file, at: reference, to: entry) }
      return reference
    }
    _ = try existing(directory)
    let place = DocumentReference(directory: directory, document: reference.document)
    try removeFile(at: reference)
    try removeName(file.name, of: reference)
    file.added = pending.now
    try change(&file, at: place, to: entry)
    try addName(entry.name, of: place)
    log(.moved, place, from: reference.directory)
    if let subdirectory = file.subdirectory {
      var record = try existing(subdirectory)
      record.parent = directory
      try putDirectory(record)
    }
    if var failure = try snapshot.failure(of: reference.document) {
      failure.reference = place
      try put(.failures, Key(reference.document), failure.encoded())
    }
    return place
  }
}
