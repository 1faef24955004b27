// SPDX-License-Identifier: Apache-2.0

/// A name in a query or a record: an attribute of the schema, or a custom key of some program.
package enum AttributeName: Hashable, Sendable {
  case known(AttributeKey)
  /// A custom key, used bare: `com_mycompany_key`.
  case custom(String)

  package init(_ name: String) {
    self = AttributeKey(named: name).map { .known($0) } ?? .custom(name)
  }
}

extension AttributeName: CustomStringConvertible {
  /// The name that the tools print.
  package var description: String {
    switch self {
    case .known(let key): key.description
    case .custom(let name): name
    }
  }
}
