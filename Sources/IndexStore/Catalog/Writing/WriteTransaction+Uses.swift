// SPDX-License-Identifier: Apache-2.0

extension WriteTransaction {
  /// Replaces the recorded use of a file. `nil` removes it.
  ///
  /// - Parameter known: What was read before. If the record differs by now, nothing is changed.
  /// - Returns: Whether the record has the new value.
  package func setUse(_ use: FileUse?, of reference: DocumentReference, insteadOf known: FileUse?) throws(StoreError) -> Bool {
    guard var file = try stored(at: reference), file.use == known else { return false }
    file.use = use
    try putFile(file, at: reference)
    // Searches find nothing else of it.
    if use?.last != known?.last || use?.count != known?.count { log(.content, reference) }
    return true
  }
}
