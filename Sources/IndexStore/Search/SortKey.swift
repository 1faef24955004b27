internal import Attributes

/// The value by which a document is sorted in a ``SearchOrder``.
enum SortKey: Sendable, Equatable {
  /// Never NaN.
  case number(Double)
  /// Lowercased.
  case text(String)

  /// The key of a value; of an array, the first element that has a key. `nil` when there is none.
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
