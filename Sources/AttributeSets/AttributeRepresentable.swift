// SPDX-License-Identifier: Apache-2.0

package import Attributes
package import Foundation

/// A type of a property of an attribute set, and its conversion to and from stored values.
package protocol AttributeRepresentable {
  /// The stored form of the value.
  ///
  /// - Parameter type: The attribute's type in the schema, for types with several stored forms.
  func attributeValue(as type: AttributeDefinition.ValueType) -> AttributeValue

  /// `nil` if the stored value has another type.
  init?(_ value: AttributeValue)
}

extension String: AttributeRepresentable {
  package func attributeValue(as type: AttributeDefinition.ValueType) -> AttributeValue { .string(self) }

  /// A localized string is converted to its form in the user's language.
  package init?(_ value: AttributeValue) {
    switch value {
    case .string(let string): self = string
    case .dictionary(let forms):
      guard let form = LanguageChoice.current.best(of: forms), case .string(let string) = form else { return nil }
      self = string
    default: return nil
    }
  }
}

extension URL: AttributeRepresentable {
  package func attributeValue(as type: AttributeDefinition.ValueType) -> AttributeValue { .string(absoluteString) }

  package init?(_ value: AttributeValue) {
    guard case .string(let string) = value, let url = URL(string: string) else { return nil }
    self = url
  }
}

extension Date: AttributeRepresentable {
  package func attributeValue(as type: AttributeDefinition.ValueType) -> AttributeValue { .date(Timestamp(self)) }

  package init?(_ value: AttributeValue) {
    guard case .date(let timestamp) = value else { return nil }
    self.init(timestamp)
  }
}

extension Date {
  package init(_ timestamp: Timestamp) { self.init(timeIntervalSinceReferenceDate: timestamp.secondsSinceReferenceDate) }
}

extension Timestamp {
  package init(_ date: Date) { self.init(secondsSinceReferenceDate: date.timeIntervalSinceReferenceDate) }
}

extension Data: AttributeRepresentable {
  package func attributeValue(as type: AttributeDefinition.ValueType) -> AttributeValue { .data([UInt8](self)) }

  package init?(_ value: AttributeValue) {
    guard case .data(let bytes) = value else { return nil }
    self.init(bytes)
  }
}
