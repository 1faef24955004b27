// SPDX-License-Identifier: Apache-2.0

package import Attributes
package import TextAnalysis

/// A leaf of a compiled predicate: a condition on one attribute, on any attribute, or on the text.
package struct AttributeTest: Hashable, Sendable {
  package enum Subject: Hashable, Sendable {
    case attribute(AttributeName)
    /// The text content.
    case text
    /// All attributes that `*` includes, and the text content for `**`.
    case anything(includingText: Bool)
  }

  package enum Condition: Hashable, Sendable {
    /// The attribute has any value.
    case present
    /// Some element matches an interpretation of the query's value.
    case matches(Interpretations)
  }

  package var subject: Subject
  package var condition: Condition

  package init(_ subject: Subject, _ condition: Condition) {
    self.subject = subject
    self.condition = condition
  }

  /// The interpretation of the query's value for each type of element; `nil` if it equals no value
  /// of that type.
  package struct Interpretations: Hashable, Sendable {
    /// For strings, and the names and handles of people.
    package var strings: StringPattern?
    /// For the text content.
    package var text: TextPattern?
    /// For numbers.
    package var numbers: ClosedRange<Double>?
    /// For Booleans, which are 0 and 1.
    package var booleans: ClosedRange<Double>?
    /// For dates: seconds since 2001.
    package var dates: ClosedRange<Double>?

    package init() {}

    package init(strings: StringPattern?, text: TextPattern? = nil) {
      self.strings = strings
      self.text = text
    }

    package var isEmpty: Bool { strings == nil && text == nil && numbers == nil && booleans == nil && dates == nil }
  }
}
