// SPDX-License-Identifier: Apache-2.0

/// A document that matches.
package struct SearchHit: Sendable, Equatable {
  package let reference: DocumentReference
  /// The absolute path, as bytes.
  package let path: [UInt8]

  package init(reference: DocumentReference, path: [UInt8]) {
    self.reference = reference
    self.path = path
  }
}
