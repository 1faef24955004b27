// SPDX-License-Identifier: Apache-2.0

internal import LMDB

extension WriteTransaction {
  /// Moves a document to a new directory or name, after the two halves of a rename event.
  ///
  /// A directory moves with everything below it in O(1) rows. If there already is another document
  /// at the destination:
  /// - If it has the inode of `entry`, because a listing came before the event, or if one of the
  ///   two is not a regular file, it is removed and the moved document keeps its DocumentID.
  /// - Otherwise it was replaced, as editors do when they save: it stays, with the new status and
  ///   with content to be read, and the moved document is removed.
  ///
  /// - Parameter entry: The entry at the destination.
  /// - Returns: The document at the destination; `nil` when `reference` is gone.
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
    let destination = DocumentReference(directory: directory, document: reference.document)
    try removeFile(at: reference)
    try removeName(file.name, of: reference)
    noteSidecar(file.name, file.status.kind, in: reference.directory)
    file.added = pending.now
    try change(&file, at: destination, to: entry, leaving: reference.directory)
    try addName(entry.name, of: destination)
    log(.moved, destination, from: reference.directory)
    if let subdirectory = file.subdirectory {
      var record = try existing(subdirectory)
      record.parent = directory
      try putDirectory(record)
    }
    if var failure = try snapshot.failure(of: reference.document) {
      failure.reference = destination
      try put(.failures, Key(reference.document), failure.encoded())
    }
    return destination
  }
}
