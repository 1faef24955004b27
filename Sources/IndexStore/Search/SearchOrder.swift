package import Attributes

/// An order of hits by one attribute: numbers, Booleans and dates before texts, texts whatever their case.
///
/// Documents without the attribute come last, in either direction. What is equal stays in the order of references.
package struct SearchOrder: Sendable, Equatable {
  package var attribute: AttributeName
  package var isDescending: Bool

  package init(attribute: AttributeName, isDescending: Bool = false) {
    self.attribute = attribute
    self.isDescending = isDescending
  }
}

extension AttributeName {
  /// Whether values of the attribute put documents in order.
  package var hasOrder: Bool {
    switch self {
    case .known(let key):
      switch key.definition.type {
      case .data, .dictionary: false
      case .string, .integer, .number, .boolean, .date, .url, .person: key.definition.indexing != .text
      }
    case .custom(let name): !["", "*", "**"].contains(name)
    }
  }
}
