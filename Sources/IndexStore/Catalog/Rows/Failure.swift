// SPDX-License-Identifier: Apache-2.0

/// The reason why a document's content is not in the index.
package struct Failure: Sendable, Equatable {
  package var reference: DocumentReference
  /// Name and version of the importer, as the indexer gave them. The import is tried again when
  /// they change.
  package var importer: String
  /// One line, shown to users.
  package var reason: String
  /// Time of the failure in seconds since 1970.
  package var when: Int64

  package init(reference: DocumentReference, importer: String, reason: String, when: Int64) {
    self.reference = reference
    self.importer = importer
    self.reason = reason
    self.when = when
  }
}
