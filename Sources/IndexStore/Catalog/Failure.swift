/// Why a document's content is not in the index.
package struct Failure: Sendable, Equatable {
  package var reference: DocumentReference
  /// Name and version of the importer, as the indexer gave it: a failure is retried when it changes.
  package var importer: String
  /// One line for people.
  package var reason: String
  /// Seconds since 1970.
  package var when: Int64

  package init(reference: DocumentReference, importer: String, reason: String, when: Int64) {
    self.reference = reference
    self.importer = importer
    self.reason = reason
    self.when = when
  }
}
