package import Attributes

/// Something in a query that is allowed, and that probably means something else than it says: a name that no attribute has, an attribute
/// that no document has, a value that its attribute cannot have.
///
/// The search is run all the same. Who runs it shows the hints.
package struct QueryHint: Hashable, Sendable {
  enum Subject: Hashable, Sendable {
    case unknownAttribute(String)
    /// One that nothing records on this system.
    case unrecorded(AttributeKey)
    /// - Parameter unless: A document that matches this proves that nothing is odd.
    case other(String, unless: Predicate? = nil)
  }

  let subject: Subject
  /// `nil` when the query's text is not at hand.
  package let excerpt: QueryExcerpt?

  init(_ subject: Subject, at excerpt: QueryExcerpt? = nil) {
    self.subject = subject
    self.excerpt = excerpt
  }

  package init(_ message: String) { self.init(.other(message)) }

  package init(unknownAttribute name: String) { self.init(.unknownAttribute(name)) }

  /// - Returns: `nil` for an attribute that documents may have.
  package init?(ifUnrecorded key: AttributeKey) {
    guard key.definition.source == .nothing else { return nil }
    self.init(.unrecorded(key))
  }

  /// Hints that one query gets at most: nobody reads more.
  static let maximumCount = 8

  /// What is odd, what becomes of it, and what was probably meant.
  ///
  /// - Complexity: O(schema) for an unknown attribute, some tenths of a millisecond.
  package var message: String {
    switch subject {
    case .unknownAttribute(let name): UnknownAttribute(name).description
    case .unrecorded(let key):
      "Nothing records \(key) here, so no document has it: comparisons with it match nothing, and their negations match everything."
    case .other(let message, _): message
    }
  }

  /// A document that matches this proves that nothing is odd. `nil` when none can.
  package var disproof: Predicate? {
    switch subject {
    case .unknownAttribute(let name): .comparison(Comparison(AttributeTerm(name), .equal, .presence))
    case .unrecorded(let key): .comparison(Comparison(AttributeTerm(key), .equal, .presence))
    case .other(_, let disproof): disproof
    }
  }
}

extension QueryHint: CustomStringConvertible {
  /// Lines for a terminal.
  package var description: String {
    QueryExcerpt.visible(message) + (excerpt.map { "\n\($0)" } ?? "")
  }
}
