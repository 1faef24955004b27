// SPDX-License-Identifier: Apache-2.0

package import Attributes

/// The left-hand side of a comparison.
package enum AttributeTerm: Hashable, Sendable {
  /// One attribute, and its spelling in the query.
  case named(AttributeName, spelledAs: String)
  /// `*`: any searchable attribute, without the text content.
  case any
  /// `**`: any searchable attribute or the text content.
  case anyIncludingText

  package init(_ spelling: String) {
    switch spelling {
    case "*": self = .any
    case "**": self = .anyIncludingText
    default: self = .named(AttributeName(spelling), spelledAs: spelling)
    }
  }

  package init(_ key: AttributeKey) { self = .named(.known(key), spelledAs: key.description) }
}

extension AttributeTerm: CustomStringConvertible {
  package var description: String {
    switch self {
    case .named(_, let spelling): spelling
    case .any: "*"
    case .anyIncludingText: "**"
    }
  }
}

extension AttributeTerm {
  var isTextContent: Bool {
    if case .named(.known(.textContent), _) = self { true } else { false }
  }
}
