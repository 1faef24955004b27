// SPDX-License-Identifier: Apache-2.0

/// A document that matches.
package struct SearchHit: Sendable, Equatable {
  package let reference: DocumentReference
  /// The absolute path, as bytes.
  package let path: [UInt8]
  /// Whether the document was found only because it is similar in meaning.
  package let isRelated: Bool

  package init(reference: DocumentReference, path: [UInt8], isRelated: Bool = false) {
    self.reference = reference
    self.path = path
    self.isRelated = isRelated
  }
}
