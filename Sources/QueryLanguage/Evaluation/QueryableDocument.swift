package import Attributes
package import TextAnalysis

/// A document as far as a predicate can look at it.
///
/// The in-memory record of a test, the catalog's record and an item of a program all answer to this; what an implementation throws, the
/// evaluation throws.
package protocol QueryableDocument {
  /// The value of an attribute, `nil` when the document has none. Not asked for the text content.
  func value(of name: AttributeName) throws -> AttributeValue?

  /// Calls `body` with every value that `*` looks at: attributes that the schema flags as searched, and custom keys that are searchable by
  /// default; not the text content. Stops as soon as `body` returns `false`.
  func forEachSearchableValue(_ body: (AttributeName, AttributeValue) throws -> Bool) throws

  /// Whether the text content matches; `false` when the document has no text.
  func textMatches(_ pattern: TextPattern) throws -> Bool
}
