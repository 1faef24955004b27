// SPDX-License-Identifier: Apache-2.0

package import Attributes
package import QueryLanguage

extension AttributeName {
  /// Whether a text consists of names of attributes with commas or spaces between them.
  fileprivate static func areSeveral(_ text: String) -> Bool {
    let names = text.split { ", ".contains($0) }
    return names.count > 1 && names.allSatisfy { if case .known = AttributeName(calling: String($0)) { true } else { false } }
  }
}

/// An attribute named by an option.
package struct RequestedAttribute: Hashable, Sendable {
  /// As the user spelled it.
  package let title: String
  package let name: AttributeName

  package init(_ spelling: [UInt8]) {
    title = String(decoding: spelling, as: UTF8.self)
    name = AttributeName(calling: title)
  }

  /// The reason why the attribute will have no value in the output; `nil` if it may have one.
  package var hint: QueryHint? {
    switch name {
    case .custom(let name) where name.contains(where: ", ".contains) && AttributeName.areSeveral(name):
      QueryHint("“\(name)” is not one attribute; repeat the option for each attribute.")
    case .custom(let name) where name.allSatisfy { $0 == "*" }:
      QueryHint("“\(name)” stands for any attribute in a query, and names none here; mdls shows all attributes of a file.")
    case .custom(let name): QueryHint(unknownAttribute: name)
    case .known(let key): key.definition.indexing == .text ? QueryHint("\(key) is never printed; it can only be searched.") : nil
    }
  }
}
