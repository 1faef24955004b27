// SPDX-License-Identifier: Apache-2.0

package import Attributes

/// An order of hits by one attribute. Numbers, Booleans and dates come before texts; case is
/// ignored in texts.
///
/// Documents without the attribute come last in both directions. Documents with equal values are in
/// the order of references.
package struct SearchOrder: Sendable, Equatable {
  package var attribute: AttributeName
  package var isDescending: Bool

  package init(attribute: AttributeName, isDescending: Bool = false) {
    self.attribute = attribute
    self.isDescending = isDescending
  }
}

extension AttributeName {
  /// Whether documents can be ordered by the attribute.
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
