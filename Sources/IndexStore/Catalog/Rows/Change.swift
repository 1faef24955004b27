// SPDX-License-Identifier: Apache-2.0

/// What happened to a document, as recorded in the change log.
package struct Change: Sendable, Equatable {
  package enum Kind: UInt8, Sendable {
    case added = 0
    /// The status or the name changed.
    case changed
    /// The attributes or the text changed.
    case content
    /// The document moved here from ``Change/oldDirectory``.
    case moved
    case removed
  }

  /// The change's number. Each change of the store gets the next one.
  package var sequence: UInt64
  package var kind: Kind
  package var reference: DocumentReference
  /// The directory that the document left; `nil` unless it moved.
  package var oldDirectory: DirectoryID?
}

/// Changes after a sequence number.
package struct ChangeList: Sendable, Equatable {
  package var changes: [Change]
  /// The sequence number to continue from.
  package var latest: UInt64
}
