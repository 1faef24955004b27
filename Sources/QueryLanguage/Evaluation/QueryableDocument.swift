// SPDX-License-Identifier: Apache-2.0

package import Attributes
package import TextAnalysis

/// The view of a document that predicates are evaluated on.
///
/// Records in memory, rows of the catalog, and items of programs conform to this protocol. Errors
/// of an implementation are passed on by the evaluation.
package protocol QueryableDocument {
  /// The value of an attribute; `nil` if the document has none. Not called for the text content.
  func value(of name: AttributeName) throws -> AttributeValue?

  /// Calls `body` with each value that `*` includes: attributes that the schema marks as searched,
  /// and custom keys that are searchable by default, but not the text content. Stops when `body`
  /// returns `false`.
  func forEachSearchableValue(_ body: (AttributeName, AttributeValue) throws -> Bool) throws

  /// Whether the text content matches; `false` if the document has no text.
  func textMatches(_ pattern: TextPattern) throws -> Bool
}
