// SPDX-License-Identifier: Apache-2.0

/// The result of applying a directory listing to the catalog, and the work that is left to do.
package struct Reconciliation: Sendable, Equatable {
  package var added: [DocumentReference] = []
  /// Documents whose status or name changed.
  package var changed: [DocumentReference] = []
  package var removed: [DocumentReference] = []
  package var unchanged = 0
  /// The directories in the listing, in its order. They are listed next.
  package var subdirectories: [Subdirectory] = []
  /// Documents whose content must be read.
  package var pending: [DocumentReference] = []

  package struct Subdirectory: Sendable, Equatable {
    package var id: DirectoryID
    package var name: [UInt8]
    /// Whether nothing is known about the directory's content, because it is new or a different
    /// directory has taken the name.
    package var isNew: Bool
    /// Whether a different directory had the name before.
    package var isReplaced = false

    package init(id: DirectoryID, name: [UInt8], isNew: Bool, isReplaced: Bool = false) {
      (self.id, self.name, self.isNew, self.isReplaced) = (id, name, isNew, isReplaced)
    }
  }

  package init() {}

  package var isUnchanged: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }
}
