import Attributes

/// What values an attribute has, as far as the schema says.
enum ValueDomain: Hashable {
  case text
  case number(AttributeDefinition.Unit?)
  case boolean
  case date
  /// Bytes and tables, of which only the presence can be asked for.
  case opaque
  /// Of any type: another program's key, or any attribute.
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

  /// Reads a number with a unit, where the attribute is a number of bytes or seconds: `100MB`, `3:30`.
  func quantity(_ text: String) -> Quantity? {
    switch self {
    case .number(.bytes): Quantity(text, form: .size)
    case .number(.seconds): Quantity(text, form: .duration)
    default: nil
    }
  }

  /// Reads a date, where the attribute may be one.
  func date(_ text: String) -> DateLiteral? {
    switch self {
    case .date, .any: DateLiteral(text)
    case .text, .number, .boolean, .opaque: nil
    }
  }
}
