// SPDX-License-Identifier: Apache-2.0

import Attributes

/// A query from public scripts, articles and saved searches, with a document that matches and a
/// similar one that does not, in ``EvaluationContext/fixed``.
package struct RealQuery: Sendable {
  package var query: String
  package var hit: MemoryDocument
  package var miss: MemoryDocument

  init(_ query: String, _ hit: MemoryDocument, _ miss: MemoryDocument) {
    self.query = query
    self.hit = hit
    self.miss = miss
  }

  /// Both documents have one attribute, with different values.
  init(_ query: String, _ attribute: String, _ hit: AttributeValue, _ miss: AttributeValue) {
    self.init(query, MemoryDocument([attribute: hit]), MemoryDocument([attribute: miss]))
  }
}
