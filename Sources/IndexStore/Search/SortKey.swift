internal import Attributes

/// What a document's place in a ``SearchOrder`` is decided by.
enum SortKey: Sendable, Equatable {
  /// Never NaN.
  case number(Double)
  /// Lowercased.
  case text(String)

  /// Of several values the first one that has a key decides.
  init?(_ value: AttributeValue) {
    switch value {
    case .integer(let number): self = .number(Double(number))
    case .number(let number):
      if number.isNaN { return nil }
      self = .number(number)
    case .boolean(let flag): self = .number(flag ? 1 : 0)
    case .date(let date): self = .number(date.secondsSinceReferenceDate)
    case .string(let text): self = .text(text.lowercased())
    case .person(let person): self = .text((person.displayName ?? person.handles.first ?? "").lowercased())
    case .array(let elements):
      guard let key = elements.lazy.compactMap({ SortKey($0) }).first else { return nil }
      self = key
    case .data, .dictionary, .null: return nil
    }
  }
}
