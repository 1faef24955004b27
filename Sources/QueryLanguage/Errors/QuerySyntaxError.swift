// SPDX-License-Identifier: Apache-2.0

/// A syntax error in a predicate: its reason, its position, and a possible correction.
package struct QuerySyntaxError: Error, Hashable, Sendable {
  /// The reason, in one sentence.
  package let message: String
  package let query: String
  /// UTF-8 offset into ``query``; the length of the query if it is incomplete.
  package let offset: Int
  /// The input that would have been valid at this position.
  package let expected: String?
  /// The corrected query, which parses; `nil` if the mistake is not a known one.
  package let suggestion: String?

  /// - Parameter parse: Parses a corrected query.
  /// - Complexity: O(length), including the corrections.
  init(_ fault: SyntaxFault, in query: String, parse: (String) throws(SyntaxFault) -> Void) {
    message = fault.message
    self.query = query
    offset = min(max(fault.offset, 0), query.utf8.count)
    expected = fault.expected
    suggestion = Self.mended(query, fault, parse)
  }

  /// Maximum number of mistakes that are corrected in one query.
  private static let repairLimit = 8
  /// Maximum length of a correction in bytes; nobody reads a longer one.
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
