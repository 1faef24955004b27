// SPDX-License-Identifier: Apache-2.0

extension WriteTransaction {
  /// Records whether the contents of a directory's files are read. Does not change its documents.
  package func setNamesOnly(_ directory: DirectoryID, _ isNamesOnly: Bool) throws(StoreError) {
    var record = try existing(directory)
    guard record.isNamesOnly != isNamesOnly else { return }
    record.isNamesOnly = isNamesOnly
    try putDirectory(record)
  }

  /// Records whether the contents of a directory's files are read, and adapts its documents: their
  /// contents are removed, or are to be read.
  ///
  /// - Parameter listing: The entries of the directory, with their content states after the change.
  /// - Returns: The documents whose content states have changed.
  /// - Complexity: O(entries).
  package func setNamesOnly(
    _ directory: DirectoryID, _ isNamesOnly: Bool, _ listing: [ListedFile]
  ) throws(StoreError) -> [DocumentReference] {
    try setNamesOnly(directory, isNamesOnly)
    let states = Dictionary(listing.map { ($0.name, $0.content) }) { $1 }
    var changed: [DocumentReference] = []
    for child in try snapshot.children(of: directory) {
      guard let state = states[child.name], (state == .none) != (child.content == .none) else { continue }
      try setContentState(child.reference, state)
      changed.append(child.reference)
    }
    return changed
  }

  /// Removes the content of a document, or has it read, if the state says so and was not so before.
  func adapt(_ reference: DocumentReference, to state: ContentState, _ result: inout Reconciliation) throws(StoreError) {
    guard let file = try stored(at: reference), (state == .none) != (file.content == .none) else { return }
    try setContentState(reference, state)
    result.changed.append(reference)
    if state != .none { result.pending.append(reference) }
  }
}
