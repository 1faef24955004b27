// SPDX-License-Identifier: Apache-2.0

/// The value of an attribute.
package enum AttributeValue: Hashable, Sendable {
  case string(String)
  case integer(Int64)
  case number(Double)
  case boolean(Bool)
  case date(Timestamp)
  case data([UInt8])
  case person(Person)
  /// Several values, in the order in which they were given.
  case array([AttributeValue])
  /// Mail headers, localized strings and the like. In a localized string, the key of the default
  /// language is the empty string.
  case dictionary([String: AttributeValue])
  /// An explicit null; in an update, it removes the attribute.
  case null

  /// The elements of an array; otherwise the value itself.
  package var elements: [AttributeValue] {
    if case .array(let elements) = self { elements } else { [self] }
  }
}
