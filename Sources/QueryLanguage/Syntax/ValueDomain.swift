// SPDX-License-Identifier: Apache-2.0

import Attributes

/// The values that an attribute can have according to the schema.
enum ValueDomain: Hashable {
  case text
  case number(AttributeDefinition.Unit?)
  case boolean
  case date
  /// Data and dictionaries, for which only presence can be tested.
  case opaque
  /// Values of any type: a custom key, or any attribute.
  case any

  init(_ term: AttributeTerm) {
    guard case .named(.known(let key), _) = term else {
      self = .any
      return
    }
    self.init(key)
  }

  init(_ key: AttributeKey) {
    switch key.definition.type {
    case .string, .url, .person: self = .text
    case .integer, .number: self = .number(key.definition.unit)
    case .boolean: self = .boolean
    case .date: self = .date
    case .data, .dictionary: self = .opaque
    }
  }

  /// Parses a number with a unit if the attribute is a number of bytes or seconds: `100MB`, `3:30`.
  func quantity(_ text: String) -> Quantity? {
    switch self {
    case .number(.bytes): Quantity(text, form: .size)
    case .number(.seconds): Quantity(text, form: .duration)
    default: nil
    }
  }

  /// Parses a date if the attribute may be one.
  func date(_ text: String) -> DateLiteral? {
    switch self {
    case .date, .any: DateLiteral(text)
    case .text, .number, .boolean, .opaque: nil
    }
  }
}
