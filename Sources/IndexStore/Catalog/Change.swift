/// What happened to a document, as the change log tells it.
package struct Change: Sendable, Equatable {
  package enum Kind: UInt8, Sendable {
    case added = 0
    /// Status or name differ.
    case changed
    /// Attributes or text differ.
    case content
    /// The document came from ``Change/oldDirectory``.
    case moved
    case removed
  }

  /// Grows by one with each change of the store.
  package var sequence: UInt64
  package var kind: Kind
  package var reference: DocumentReference
  /// Where the document was; `nil` unless it moved.
  package var oldDirectory: DirectoryID?
}

/// The changes after a point in the log.
package struct ChangeList: Sendable, Equatable {
  package var changes: [Change]
  /// Where to go on from.
  package var latest: UInt64
}
