internal import AttributeSets
internal import Attributes
internal import Foundation
internal import IndexStore
internal import Markup

extension Item {
  /// An item as the index stores it.
  init(_ item: CSSearchableItem) {
    var record = item.attributeSet.record
    let text = record[.textContent]?.text ?? record[.htmlContentData]?.data.flatMap(visibleText(ofHTML:))
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

  fileprivate var data: [UInt8]? {
    if case .data(let bytes) = self { bytes } else { nil }
  }
}

/// What a browser would show of an HTML document in UTF-8; `nil` if it cannot be parsed.
private func visibleText(ofHTML document: [UInt8]) -> String? {
  guard var parser = try? HTMLParser() else { return nil }
  parser.parse(document.span)
  parser.finish()
  return String(decoding: parser.content.takeText(), as: UTF8.self)
}
