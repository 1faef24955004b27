// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Attributes
internal import Foundation
internal import IndexStore

/// A found item with the attributes that were asked for.
struct FoundItem: Sendable {
  var identifier: String
  var domain: String?
  /// The item or activity that shows the same content.
  var related: String?
  var expiration: Int64?
  var listenerOptions: CSSearchableItem.UpdateListenerOptions
  var record = AttributeRecord()

  /// - Returns: `nil` if the item was removed meanwhile.
  init?(_ reference: DocumentReference, _ snapshot: borrowing Snapshot, _ fetched: [AttributeName]) throws(StoreError) {
    guard let stored = try snapshot.attributes(of: reference.document), let identifier = stored.itemIdentifier else { return nil }
    self.identifier = identifier
    listenerOptions = stored.listenerOptions
    if case .string(let domain)? = stored[.domainIdentifier] { self.domain = domain }
    if case .string(let related)? = stored[.relatedUniqueIdentifier] { self.related = related }
    expiration = try snapshot.expiration(ofItem: identifier)
    for name in fetched {
      switch name {
      case .known(.textContent): record[.textContent] = try snapshot.text(of: reference.document).map { .string($0) }
      case .known(let key): record[key] = stored[key]
      case .custom(let name):
        guard !Item.isInternal(name), let entry = stored.custom.first(where: { $0.name == name }) else { continue }
        record.setCustom(name, to: entry.value, searchability: entry.searchability)
      }
    }
  }

  /// The item for the program.
  func searchableItem(rank: Int? = nil) -> CSSearchableItem {
    let item = CSSearchableItem(
      uniqueIdentifier: identifier, domainIdentifier: domain, attributeSet: CSSearchableItemAttributeSet(record))
    item.expirationDate = expiration.map { Date(timeIntervalSince1970: TimeInterval($0)) } ?? .distantFuture
    if !listenerOptions.isEmpty { item.updateListenerOptions = listenerOptions }
    item.rank = rank
    return item
  }
}
