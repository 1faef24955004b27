/// Why a text is not a predicate, where, and how it was probably meant.
package struct QuerySyntaxError: Error, Hashable, Sendable {
  /// One sentence: what is wrong.
  package let message: String
  package let query: String
  /// UTF-8 offset into ``query``; its length when the query ends too early.
  package let offset: Int
  /// What could have stood there.
  package let expected: String?
  /// The whole query, corrected: it parses. `nil` when no common mistake is recognised.
  package let suggestion: String?

  /// - Parameter parse: Reads a corrected query.
  /// - Complexity: O(length), the corrections included.
  init(_ fault: SyntaxFault, in query: String, parse: (String) throws(SyntaxFault) -> Void) {
    message = fault.message
    self.query = query
    offset = min(max(fault.offset, 0), query.utf8.count)
    expected = fault.expected
    suggestion = Self.mended(query, fault, parse)
  }

  /// Mistakes that are corrected in one query.
  private static let repairLimit = 8
  /// Bytes of the longest correction: nobody reads a longer one.
  private static let suggestionLimit = 8_192

  private static func mended(
    _ query: String, _ first: SyntaxFault, _ parse: (String) throws(SyntaxFault) -> Void
  ) -> String? {
    var (bytes, fault) = (Array(query.utf8), first)
    for _ in 0..<repairLimit {
      guard let repair = fault.repair, bytes.count + repair.replacement.utf8.count <= suggestionLimit else { return nil }
      bytes.replaceSubrange(repair.range, with: repair.replacement.utf8)
      let text = String(decoding: bytes, as: UTF8.self)
      do {
        try parse(text)
        return String(text.trimmingSpace)
      } catch {
        fault = error
      }
    }
    return nil
  }
}
