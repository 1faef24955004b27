// SPDX-License-Identifier: Apache-2.0

package import Attributes

/// A change of an existing item. What it does not name stays as it is.
package struct ItemUpdate: Sendable, Equatable {
  package enum Change<Value: Sendable & Equatable>: Sendable, Equatable {
    case keep
    case remove
    case set(Value)

    func applied(to old: Value?) -> Value? {
      switch self {
      case .keep: old
      case .remove: nil
      case .set(let value): value
      }
    }
  }

  package var identifier: String
  package var domain = Change<String>.keep
  /// Seconds since 1970.
  package var expiration = Change<Int64>.keep
  /// Attributes to set, except the domain and the text.
  package var attributes = AttributeRecord()
  /// Attributes to remove. Their values are not used.
  package var removals = AttributeRecord()
  package var text = Change<String>.keep
  /// The text of a new HTML document; `nil` if there is none. It replaces the text of an earlier document,
  /// but not a text that was given as such.
  package var textOfHTML: String?

  package init(identifier: String) { self.identifier = identifier }

  /// The text that the item has afterwards, unless it keeps its own; `nil` if it has no new text.
  package var newText: String? {
    if case .set(let text) = text { text } else { textOfHTML }
  }

  /// The changed item, without its text.
  ///
  /// - Parameters:
  ///   - record: The stored attributes.
  ///   - hasText: Whether the item has a text.
  /// - Returns: The item, and whether its text changes. If so, ``newText`` is the new one.
  package func applied(to record: AttributeRecord, expiration old: Int64?, hasText: Bool) -> (item: Item, changesText: Bool) {
    let domain: String? = if case .string(let domain)? = record[.domainIdentifier] { domain } else { nil }
    var item = Item(identifier: identifier, domain: self.domain.applied(to: domain), expiration: expiration.applied(to: old))
    item.attributes = record
    for entry in attributes.known { item.attributes[entry.key] = entry.value }
    for entry in attributes.custom { item.attributes.setCustom(entry.name, to: entry.value, searchability: entry.searchability) }
    for entry in removals.known { item.attributes[entry.key] = nil }
    for entry in removals.custom { item.attributes.setCustom(entry.name, to: nil) }

    let hadOwnText = hasText && (record[.htmlContentData] == nil || record[custom: Item.ownTextName] != nil)
    let isOwn =
      switch text {
      case .keep: hadOwnText
      case .remove: false
      case .set: true
      }
    item.markOwnText(isOwn)
    // The text of a document goes with it.
    let changesHTML = textOfHTML != nil || record[.htmlContentData] != nil && item.attributes[.htmlContentData] == nil
    return (item, text != .keep || changesHTML && !hadOwnText)
  }
}
