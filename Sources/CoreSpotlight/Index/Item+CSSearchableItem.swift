internal import AttributeSets
internal import Attributes
internal import Foundation
internal import IndexStore

extension Item {
  /// An item as the index stores it.
  init(_ item: CSSearchableItem) {
    var record = item.attributeSet.record
    var text: String?
    if case .string(let content)? = record[.textContent] { text = content }
    record[.textContent] = nil
    if item.isUpdate { for key in item.attributeSet.removedKeys where record[key] == nil { record[key] = .null } }
    let expiration = item.expirationDate ?? .distantFuture
    self.init(
      identifier: item.uniqueIdentifier, domain: item.domainIdentifier ?? record[.domainIdentifier]?.text,
      expiration: expiration < .distantFuture ? Int64(expiration.timeIntervalSince1970.rounded(.up)) : nil, attributes: record, text: text)
  }
}

extension ItemChange {
  init(_ item: CSSearchableItem) { self = item.isUpdate ? .update(Item(item)) : .put(Item(item)) }
}

extension AttributeValue {
  fileprivate var text: String? {
    if case .string(let text) = self { text } else { nil }
  }
}
