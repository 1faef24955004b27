/// What agreeing with a directory listing took, and what is left to do.
package struct Reconciliation: Sendable, Equatable {
  package var added: [DocumentReference] = []
  /// Status or name differed; the documents are the same.
  package var changed: [DocumentReference] = []
  package var removed: [DocumentReference] = []
  package var unchanged = 0
  /// Entries that are gone from the listing but were left in place, because the caller wants to look for them elsewhere first.
  package var missing: [FileRecord] = []
  /// The directories in the listing, to be visited next, in the listing's order.
  package var subdirectories: [Subdirectory] = []
  /// Documents whose content has to be read.
  package var pending: [DocumentReference] = []

  package struct Subdirectory: Sendable, Equatable {
    package var id: DirectoryID
    package var name: [UInt8]
    /// Whether nothing is known of what is in it: it is new, or another directory has taken its name.
    package var isNew: Bool
  }

  package init() {}

  package var isUnchanged: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty && missing.isEmpty }
}

/// What happens to stored entries that a listing no longer has.
package enum RemovalPolicy: Sendable {
  case remove
  /// They are reported as ``Reconciliation/missing`` and stay, until the caller moves or removes them.
  case report
}
