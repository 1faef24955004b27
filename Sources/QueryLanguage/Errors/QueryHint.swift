// SPDX-License-Identifier: Apache-2.0

package import Attributes

/// A warning about a valid query that probably does not mean what the user intended: a name that is
/// not an attribute, an attribute that no document has, or a value that the attribute cannot have.
///
/// The query is searched for anyway. The program that runs it prints its hints.
package struct QueryHint: Hashable, Sendable {
  enum Subject: Hashable, Sendable {
    case unknownAttribute(String)
    /// An attribute that nothing records on this system, or only the use of files.
    case unrecorded(AttributeKey)
    /// - Parameter unless: The hint is dropped if a document matches this predicate.
    case other(String, unless: Predicate? = nil)
  }

  let subject: Subject
  /// `nil` if the text of the query is not known.
  package let excerpt: QueryExcerpt?

  init(_ subject: Subject, at excerpt: QueryExcerpt? = nil) {
    self.subject = subject
    self.excerpt = excerpt
  }

  package init(_ message: String) { self.init(.other(message)) }

  /// - Parameter disproof: A document that matches this proves that nothing is odd.
  init(_ message: String, unless disproof: Predicate) { self.init(.other(message, unless: disproof)) }

  package init(unknownAttribute name: String) { self.init(.unknownAttribute(name)) }

  /// - Returns: `nil` if documents usually have the attribute.
  package init?(ifUnrecorded key: AttributeKey) {
    guard key.definition.isOftenAbsent else { return nil }
    self.init(.unrecorded(key))
  }

  /// Maximum number of hints per query; nobody reads more.
  static let maximumCount = 8

  /// The problem, its consequence, and a suggestion.
  ///
  /// - Complexity: O(schema) for an unknown attribute, a few tenths of a millisecond.
  package var message: String {
    switch subject {
    case .unknownAttribute(let name): UnknownAttribute(name).description
    case .unrecorded(let key) where key.definition.source == .use:
      "No file in this index has \(key): no program has recorded that it opened one, or 'recent-files = no' is set in searchlight.conf."
    case .unrecorded(let key):
      "Nothing records \(key) here, so no document has it: comparisons with it match nothing, and their negations match everything."
    case .other(let message, _): message
    }
  }

  /// The hint is dropped if a document matches this predicate; `nil` if the hint always applies.
  package var disproof: Predicate? {
    switch subject {
    case .unknownAttribute(let name): .comparison(Comparison(AttributeTerm(name), .equal, .presence))
    case .unrecorded(let key): .comparison(Comparison(AttributeTerm(key), .equal, .presence))
    case .other(_, let disproof): disproof
    }
  }
}

extension QueryHint: CustomStringConvertible {
  /// The hint as lines for a terminal.
  package var description: String {
    QueryExcerpt.visible(message) + (excerpt.map { "\n\($0)" } ?? "")
  }
}
