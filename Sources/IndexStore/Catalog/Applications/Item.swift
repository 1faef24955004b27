// SPDX-License-Identifier: Apache-2.0

package import Attributes

/// An item that a program adds to its store.
package struct Item: Sendable, Equatable {
  /// Unique in the store.
  package var identifier: String
  /// The group of the item. Full stops separate the levels of a hierarchy; `nil` for no group.
  package var domain: String?
  /// Seconds since 1970 after which no search finds the item; `nil` if it does not expire.
  package var expiration: Int64?
  /// All attributes except the text.
  package var attributes: AttributeRecord
  /// The searchable text; `nil` for none.
  package var text: String?

  package init(
    identifier: String, domain: String? = nil, expiration: Int64? = nil, attributes: AttributeRecord = AttributeRecord(),
    text: String? = nil
  ) {
    self.identifier = identifier
    self.domain = domain
    self.expiration = expiration
    self.attributes = attributes
    self.text = text
  }

  /// The name under which records contain the identifier. Queries can use it, as on Apple's
  /// systems.
  package static let identifierName = "_kMDItemExternalID"

  /// The name under which the record of an item with an HTML document says that its text is not that of
  /// the document.
  static let ownTextName = "_searchlight_hasOwnText"

  /// Notes whether the text was given as such. If there is no HTML document, it always was.
  package mutating func markOwnText(_ isOwn: Bool) {
    let isMarked = isOwn && attributes[.htmlContentData] != nil
    attributes.setCustom(Self.ownTextName, to: isMarked ? .boolean(true) : nil, searchability: .notSearchable)
  }

  /// Whether a custom name is not the program's.
  package static func isInternal(_ name: String) -> Bool { [identifierName, ownTextName, listenerOptionsName].contains(name) }

  /// The name under which records contain the bits of `updateListenerOptions`, if there are any.
  package static let listenerOptionsName = "_searchlight_updateListenerOptions"

  /// The attributes as they are stored.
  func record() -> AttributeRecord {
    var record = attributes
    record[.textContent] = nil
    record[.domainIdentifier] = domain.map { .string($0) }
    record.setCustom(Self.identifierName, to: .string(identifier))
    return record
  }
}

extension AttributeRecord {
  /// The identifier of the item whose stored attributes these are; `nil` for a file.
  package var itemIdentifier: String? {
    if case .string(let identifier)? = self[custom: Item.identifierName] { identifier } else { nil }
  }
}

/// A change of a store of items.
package enum ItemChange: Sendable, Equatable {
  /// Adds an item, or replaces the item with the same identifier.
  case put(Item)
  /// Changes an existing item. Does nothing if there is no such item.
  case update(ItemUpdate)
  case remove([String])
  /// Removes the items of a domain and of the domains below it.
  case removeDomain(String)
  /// Removes all items and the client state.
  case removeAll

  /// The item of a change that may contain a text.
  var content: (identifier: String, text: String?)? {
    switch self {
    case .put(let item): (item.identifier, item.text)
    case .update(let update): (update.identifier, update.newText)
    case .remove, .removeDomain, .removeAll: nil
    }
  }
}

/// The client state to set together with changes: data with which a program finds out, after a
/// crash, which of its changes have been committed. Empty data is the same as no state, because that is
/// what programs receive if there is none.
package struct ClientStateChange: Sendable, Equatable {
  package var new: [UInt8]
  /// The state that the store must have, or else nothing is changed.
  package var expected: Expectation

  package enum Expectation: Sendable, Equatable {
    case anything
    /// - Parameter state: `nil` or empty if there must not be a state.
    case state([UInt8]?)
  }

  package init(new: [UInt8], expected: Expectation = .anything) {
    self.new = new
    self.expected = expected
  }
}
