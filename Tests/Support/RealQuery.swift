import Attributes

/// A query found in public scripts, articles and saved searches, with a document made to match and one that just misses, in
/// ``EvaluationContext/fixed``.
package struct RealQuery: Sendable {
  package var query: String
  package var hit: MemoryDocument
  package var miss: MemoryDocument

  init(_ query: String, _ hit: MemoryDocument, _ miss: MemoryDocument) {
    self.query = query
    self.hit = hit
    self.miss = miss
  }

  /// Both documents have one attribute and differ in its value.
  init(_ query: String, _ attribute: String, _ hit: AttributeValue, _ miss: AttributeValue) {
    self.init(query, MemoryDocument([attribute: hit]), MemoryDocument([attribute: miss]))
  }
}
