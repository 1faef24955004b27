// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import QueryLanguage

extension Store {
  /// The files whose use is recorded.
  ///
  /// - Complexity: O(k), *k* = files returned.
  package func fileUses() throws(StoreError) -> [DocumentReference: FileUse] {
    let query = Query(.comparison(Comparison(AttributeTerm(.lastUsedDate), .equal, .presence)))
    let references = try search(query).references()
    return try read { snapshot throws(StoreError) in
      var uses: [DocumentReference: FileUse] = [:]
      for reference in references { uses[reference] = try snapshot.use(of: reference) }
      return uses
    }
  }

  /// Changes the recorded uses of files, in small transactions.
  ///
  /// - Parameter changes: For each file, what was read before, and what replaces it.
  /// - Returns: Whether all files had the uses that were read before. The others are unchanged.
  package func setUses(_ changes: [DocumentReference: (old: FileUse?, new: FileUse?)]) throws(StoreError) -> Bool {
    var isComplete = true
    var rest = changes.sorted { $0.key < $1.key }[...]
    while !rest.isEmpty {
      let batch = rest.prefix(256)
      rest = rest.dropFirst(256)
      let written = try write { transaction throws(StoreError) in
        var written = 0
        for (reference, use) in batch where try transaction.setUse(use.new, of: reference, insteadOf: use.old) { written += 1 }
        return written
      }
      if written < batch.count { isComplete = false }
    }
    return isComplete
  }

  /// Records that a person opened a file. It survives a power failure. Does nothing if the index does not have
  /// the file, or the user does not let uses be recorded.
  ///
  /// - Parameter path: An absolute path without symbolic links.
  package func recordOpening(of path: [UInt8]) throws(StoreError) {
    try write { transaction throws(StoreError) in
      guard try transaction.snapshot.recordsUses, let reference = try transaction.snapshot.reference(for: path) else { return }
      let known = try transaction.snapshot.use(of: reference)
      let now = transaction.pending.now
      var use = known ?? FileUse(last: now, count: 0)
      use.last = max(use.last, now)
      use.count += 1
      use.isOwn = true
      _ = try transaction.setUse(use, of: reference, insteadOf: known)
    }
    try flush()
  }

  /// Sets whether the uses of files may be recorded. If not, those that were are removed.
  package func setRecordsUses(_ recordsUses: Bool) throws(StoreError) {
    if try read({ snapshot throws(StoreError) in try snapshot.recordsUses }) != recordsUses {
      try write { transaction throws(StoreError) in try transaction.setMetadata(.withoutUses, to: recordsUses ? nil : []) }
    }
    if !recordsUses { _ = try setUses(fileUses().mapValues { (old: $0, new: nil) }) }
  }
}

extension Snapshot {
  /// Whether the user lets the uses of files be recorded.
  var recordsUses: Bool { get throws(StoreError) { try metadata(.withoutUses) == nil } }
}
