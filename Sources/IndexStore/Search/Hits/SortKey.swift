// SPDX-License-Identifier: Apache-2.0

package import Attributes

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

/// Where a document comes in a ``SearchOrder``. For merging the hits of several stores.
package struct SortPlace: Comparable, Sendable {
  private let key: SortKey?
  private let isDescending: Bool

  /// - Parameter value: The value of the document for the attribute of the order.
  package init(of value: AttributeValue, in order: SearchOrder) {
    key = SortKey(value)
    isDescending = order.isDescending
  }

  /// The place of the documents with the same kind of key.
  private var group: Int {
    switch key {
    case .number: isDescending ? 1 : 0
    case .text: isDescending ? 0 : 1
    case nil: 2
    }
  }

  package static func < (one: SortPlace, other: SortPlace) -> Bool {
    switch (one.key, other.key) {
    case (.number(let number), .number(let larger)): one.isDescending ? larger < number : number < larger
    case (.text(let text), .text(let later)): one.isDescending ? later < text : text < later
    default: one.group < other.group
    }
  }
}
