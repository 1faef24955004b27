package import Attributes
package import QueryLanguage

/// An attribute that an option names.
package struct RequestedAttribute: Hashable, Sendable {
  /// As the user spelled it.
  package let title: String
  package let name: AttributeName

  package init(_ spelling: [UInt8]) {
    title = String(decoding: spelling, as: UTF8.self)
    name = AttributeName(calling: title)
  }

  /// Why nothing will be shown of it, if so.
  package var hint: QueryHint? {
    switch name {
    case .custom(let name): QueryHint(unknownAttribute: name)
    case .known(let key): key.definition.indexing == .text ? QueryHint("\(key) is never printed; it can only be searched.") : nil
    }
  }
}
